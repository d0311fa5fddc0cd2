// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestEndOfACall holds what its hook gets, also of a call that is cancelled.
func TestEndOfACall(t *testing.T) {
	t.Parallel()
	const id = "X-Request-Id"
	cancelled := reservations.Call{Attempts: 1, Duration: 4 * time.Second}
	tests := []struct {
		name string
		rt   testkit.RoundTripper
		want reservations.Call
	}{
		{"success", testclient.Responds(200, "application/json", `{"id":77}`, id, "r"),
			reservations.Call{StatusCode: 200, RequestID: "r", Attempts: 1}},
		{"refused", testclient.Responds(404, "", "", id, "r"),
			reservations.Call{StatusCode: 404, RequestID: "r", Attempts: 1}},
		{"error document", testclient.Responds(200, "", `{"statusCode":404,"description":"x"}`),
			reservations.Call{StatusCode: 200, Attempts: 1}},
		{"undecodable", testclient.Responds(200, "", "<html>"), reservations.Call{StatusCode: 200, Attempts: 1}},
		{"retried", testclient.Responds(503, "", ""),
			reservations.Call{StatusCode: 503, Attempts: 3, Duration: 3 * time.Second}},
		{"broken off", begins(breaks, id, "r"), reservations.Call{RequestID: "r", Attempts: 3, Duration: 3 * time.Second}},
		{"cancelled while it waits", refuses(503, "30"), cancelled},
		{"cancelled under way", hangs, cancelled},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			var tr tracer
			var seen observed
			c := testclient.Over(t, test.rt, tr.hooks(), seen.hooks(),
				reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3, MinWait: time.Second}))
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(4*time.Second, cancel)
			_, err := c.Guests.Get(ctx, 77)
			if len(seen.calls) != 1 || seen.calls[0].Err != err || errors.Is(err, context.Canceled) != (ctx.Err() != nil) {
				t.Fatalf("got %+v and %v", seen.calls, err)
			}
			if spans := tr.ended(t); len(spans) != 1+test.want.Attempts {
				t.Errorf("got %+v", spans)
			}
			got, waits := seen.calls[0], test.want.Duration
			if (got.Duration - waits).Abs() > waits/4 { // jitter
				t.Errorf("got %v, want %v give or take a quarter", got.Duration, waits)
			}
			got.Err, got.Duration = nil, waits
			test.want.Operation, test.want.URLPath = guestOperation, "/api/guests/77"
			test.want.Server = "https://api.example.com"
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// logTo returns an option for a logger that writes everything.
func logTo(w io.Writer) reservations.Option {
	return reservations.WithLogger(slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})))
}

// TestAttemptsReachHooksAndTheLog in the same words, one that is retried as information.
func TestAttemptsReachHooksAndTheLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := testclient.Server(7)
		srv.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		var log bytes.Buffer
		var seen observed
		if _, err := testclient.Over(t, srv, logTo(&log), seen.hooks()).Guests.Get(t.Context(), 7); err != nil {
			t.Fatal(err)
		}
		attempt := reservations.Attempt{
			Operation: guestOperation, Server: "https://api.example.com", URLPath: "/api/guests/7", Number: 1,
			StatusCode: 429, WillRetry: true, RetryIn: 3 * time.Second, RetryAfter: 3 * time.Second,
		}
		want := []reservations.Attempt{attempt, {
			Operation: attempt.Operation, Server: attempt.Server, URLPath: attempt.URLPath, Number: 2,
			StatusCode: 200, Waited: 3 * time.Second,
		}}
		if diff := cmp.Diff(want, seen.attempts); diff != "" {
			t.Errorf("attempts (-want +got):\n%s", diff)
		}
		const request = ` msg="reservations request" operation=guests.get method=GET path=/api/guests/{id} ` +
			`url_path=/api/guests/7 server=https://api.example.com `
		wantLog := "level=INFO" + request + "attempt=1 status=429 duration=0s wait=3s\n" +
			"level=DEBUG" + request + "attempt=2 status=200 duration=0s\n"
		gotLog := regexp.MustCompile(`(?m)^time=\S+ `).ReplaceAllString(log.String(), "")
		if diff := cmp.Diff(wantLog, gotLog); diff != "" {
			t.Errorf("log (-want +got):\n%s", diff)
		}
	})
}

// TestRequestID holds where the name of a request is read from, and where it is shown.
func TestRequestID(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		header []string
		want   string
	}{
		{"none", nil, ""},
		{"X-Request-Id first", []string{"X-Correlation-Id", "b", "X-Request-Id", "a"}, "a"},
		{"X-Correlation-Id", []string{"X-Amzn-Trace-Id", "c", "X-Correlation-Id", "b"}, "b"},
		{"Request-Id", []string{"Request-Id", "c"}, "c"},
		{"Amazon, older", []string{"X-Amzn-Requestid", "d", "X-Amzn-Trace-Id", "c"}, "d"},
		{"Amazon", []string{"X-Amzn-Trace-Id", "Root=1-67891233-abcdef"}, "Root=1-67891233-abcdef"},
		{"Cloudflare", []string{"Cf-Ray", "7d0a-AMS"}, "7d0a-AMS"},
		{"an empty one", []string{"X-Request-Id", " ", "Request-Id", "c"}, "c"},
		{"unprintable", []string{"X-Request-Id", "a\u202eb\x1bc"}, "a b c"},
		{"a very long one", []string{"X-Request-Id", strings.Repeat("a", 5000)}, strings.Repeat("a", 128) + "..."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var refused *reservations.APIError
			var seen observed
			var resp reservations.Response
			var log bytes.Buffer
			c := testclient.Over(t, testclient.Responds(404, "", "{}", test.header...), seen.hooks(), logTo(&log))
			_, err := c.Guests.Get(t.Context(), 77, reservations.WithResponseInto(&resp))
			if !errors.As(err, &refused) || refused.RequestID != test.want || resp.RequestID != test.want || seen.attempts[0].RequestID != test.want {
				t.Errorf("got %v, %q and %+v, want %q", err, resp.RequestID, seen.attempts, test.want)
			}
			if strings.Contains(log.String(), "request_id=") != (test.want != "") {
				t.Errorf("log: %s", &log)
			}
		})
	}
}
