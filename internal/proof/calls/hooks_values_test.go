// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
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
