// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
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

// TestEndOfAWalk holds how many pages there were, the time that the loop took, and an error if the loop
// panicked. The calls belong to the walk.
func TestEndOfAWalk(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		records int
		loop    func() (goOn bool) // its body
		pages   int
		failed  bool
	}{
		{"to the end", 250, always, 5, false},
		{"left early", 1000, func() bool { return false }, 1, false},
		{"panics", 1, func() bool { panic("stop") }, 1, true},
		{"Goexit", 1, func() bool { runtime.Goexit(); return true }, 1, true},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			var tr tracer
			var seen observed
			c := testclient.Over(t, entries(test.records), tr.hooks(), seen.hooks(),
				reservations.WithMaxConcurrency(1))
			read := 0
			var loop sync.WaitGroup
			loop.Go(func() {
				defer func() { _ = recover() }()
				_ = readEntries(t.Context(), c, func() bool {
					read++
					time.Sleep(time.Second) // virtual
					return test.loop()
				})
			})
			loop.Wait()
			if len(seen.walks) != 1 || (seen.walks[0].Err != nil) != test.failed {
				t.Fatalf("the hook was told %+v", seen.walks)
			}
			seen.walks[0].Err = nil
			want := reservations.Walk{
				Operation: listOperation, Server: "https://api.example.com", URLPath: "/api/registration_number_entries/",
				Pages: test.pages, Duration: time.Duration(read) * time.Second,
			}
			if diff := cmp.Diff(want, seen.walks[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, s := range tr.ended(t) {
				if strings.HasPrefix(s.Name, "call") && s.Parent != "walk "+listOperation.Name {
					t.Errorf("got %+v", s)
				}
			}
		})
	}
}

// TestLimitsOfTheService reach hooks as they were sent, also with a response that is not retried.
func TestLimitsOfTheService(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		next       http.RoundTripper
		retryAfter time.Duration
		rateLimit  *reservations.RateLimit
	}{
		{"none", refuses(404, ""), 0, nil},
		{"429", refuses(429, "3600"), time.Hour, nil},
		{"503", refuses(503, "90"), 90 * time.Second, nil},
		{"a fraction", refuses(429, "61.5"), 61500 * time.Millisecond, nil},
		{"unreadable", refuses(404, "soon"), 0, nil},
		{"a rate limit", testclient.Responds(404, "", "{}", "RateLimit", `"default";r=7;t=30`, "RateLimit-Policy", `"default";q=60;w=60`),
			0, &reservations.RateLimit{Limit: 60, Remaining: 7, Reset: 30 * time.Second}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var seen observed
			c := testclient.Over(t, test.next, seen.hooks())
			if _, err := c.TaxProfiles.Get(t.Context(), "1"); err == nil {
				t.Fatal("the call succeeded")
			}
			if len(seen.attempts) != 1 || seen.attempts[0].RetryAfter != test.retryAfter {
				t.Fatalf("got %+v, want one attempt with a RetryAfter of %v", seen.attempts, test.retryAfter)
			}
			if diff := cmp.Diff(test.rateLimit, seen.attempts[0].RateLimit); diff != "" {
				t.Errorf("rate limit (-want +got):\n%s", diff)
			}
		})
	}
}
