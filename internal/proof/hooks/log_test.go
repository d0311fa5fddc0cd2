// SPDX-License-Identifier: MIT

package hooks_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
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

// logTo returns an option for a logger that writes everything.
func logTo(w io.Writer) reservations.Option {
	return reservations.WithLogger(slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})))
}

// TestAttemptsAreToldAndLogged in the same words, one that is retried as information.
func TestAttemptsAreToldAndLogged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := testclient.Server(7)
		srv.Inject(reservationstest.OpGuest, reservationstest.Nth(1), reservationstest.TooManyRequests("3"))
		var log bytes.Buffer
		var got []reservations.Attempt
		if _, err := testclient.Over(t, srv, logTo(&log), onEnd(nil, &got, nil)).Guests.Get(t.Context(), 7); err != nil {
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
		if diff := cmp.Diff(want, got); diff != "" {
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

func TestLogSaysWhyThereIsNoResponse(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	closed := testkit.RoundTripper(func(*http.Request) (*http.Response, error) { return nil, io.ErrClosedPipe })
	if err := testclient.Over(t, closed, logTo(&log)).Webhooks.Delete(t.Context(), 7); err == nil {
		t.Fatal("the call succeeded")
	}
	for _, want := range []string{`error="io: read/write on closed pipe"`, "status=0"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s does not say %s", &log, want)
		}
	}
}

// TestWarningsAreLoggedWithTheirRecord, as errors and attempts are.
func TestWarningsAreLoggedWithTheirRecord(t *testing.T) {
	t.Parallel()
	const at = `msg="reservations warning" operation=guests.get method=GET path=/api/guests/{id} ` +
		`url_path=/api/guests/77 server=https://api.example.com `
	for want, header := range map[string][]string{
		at + "request_id=r field=id ": {"X-Request-Id", "r"},
		at + "field=id ":              nil,
	} {
		var log bytes.Buffer
		c := testclient.Over(t, testclient.Responds(200, "application/json", `{"id":"77"}`, header...), logTo(&log))
		if _, err := c.Guests.Get(t.Context(), 77); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(log.String(), want) {
			t.Errorf("got  %s\nwant %s", &log, want)
		}
	}
}
