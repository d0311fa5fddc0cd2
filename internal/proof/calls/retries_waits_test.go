// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestErrorsSayWhyNothingWasRetried: where only the wait is too long, or the budget is used up. The
// end of the last attempt and its log record say so as well.
func TestErrorsSayWhyNothingWasRetried(t *testing.T) {
	t.Parallel()
	const passes, after, budget = " would pass the deadline of the call", " would pass RetryPolicy.MaxElapsed, which is ",
		"too many calls fail: their retries have used up RetryPolicy.Budget, which is "
	reset := fails(io.ErrUnexpectedEOF)
	limits := policy{
		MinWait: 8 * time.Second, MaxWait: 8 * time.Second, MaxElapsed: 9 * time.Second, MaxRetryAfter: 50 * time.Second,
	}
	deadline := reservations.WithCallTimeout(3 * time.Second)
	policyOf := reservations.WithCallRetry
	long, minute := "is longer than RetryPolicy.MaxRetryAfter, which is 50s", policy{MaxElapsed: time.Minute}
	ofBudget := func(n int) reservations.CallOption { p := minute; p.Budget = n; return policyOf(p) }
	tests := []struct {
		name string
		rt   testkit.RoundTripper
		opt  reservations.CallOption
		want string // the end of it
	}{
		{"503 before a deadline", refuses(503, "10"), deadline, "the next wait of 10s" + passes},
		{"429 before a deadline", refuses(429, "4"), deadline, "the next wait of 4s" + passes},
		{"a break before a deadline", reset, deadline, passes},
		{"503 after the elapsed time", refuses(503, "10"), policyOf(policy{}), "the next wait of 10s" + after + "9s"},
		{"429 after the elapsed time", refuses(429, "10"), policyOf(policy{}), "the next wait of 10s" + after + "9s"},
		{"a break after the elapsed time", reset, policyOf(policy{MaxElapsed: time.Second}), after + "1s"},
		{"429 with a long wait", refuses(429, "51"), policyOf(policy{}), "its Retry-After of 51s " + long},
		{"503 with a long wait", refuses(503, "86400"), policyOf(policy{}), "its Retry-After of 24h0m0s " + long},
		{"503 beyond the budget", refuses(503, ""), ofBudget(1), budget + "1"},
		{"a break beyond the budget", reset, ofBudget(2), budget + "2"},
		{"503 as often as allowed", refuses(503, ""), policyOf(policy{MaxAttempts: 1}), ""},
		{"503 without retries", refuses(503, "86400"), policyOf(reservations.NoRetry()), ""},
		{"429 without retries", refuses(429, "86400"), policyOf(reservations.NoRetry()), ""},
		{"404", refuses(404, "86400"), deadline, ""},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			var last reservations.Attempt
			var log bytes.Buffer
			logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			hooks := reservations.Hooks{AttemptEnd: func(_ context.Context, a reservations.Attempt) { last = a }}
			c := testclient.Over(t, test.rt, reservations.WithRetry(limits),
				reservations.WithLogger(logger), reservations.WithHooks(hooks))
			err := get(t, c, test.opt)
			got := notRetried(err)
			if !strings.HasSuffix(got, test.want) || (got == "") != (test.want == "") {
				t.Errorf("got the reason %q, want %q", got, test.want)
			}
			if last.NotRetried != got || last.WillRetry {
				t.Errorf("the end of the last attempt is %+v, want the reason %q", last, got)
			}
			if says := strings.Contains(log.String(), "not_retried="+strconv.Quote(got)); says != (test.want != "") {
				t.Errorf("logged %s want the reason %q", &log, got)
			}
			if says := strings.HasSuffix(err.Error(), "; not retried: "+got); says != (test.want != "") {
				t.Errorf("%v does not end with the reason %q", err, got)
			}
		})
	}
}

// notRetried returns why a call was not retried.
func notRetried(err error) string {
	var refused *reservations.APIError
	var broken *reservations.TransportError
	switch {
	case errors.As(err, &refused):
		return refused.NotRetried
	case errors.As(err, &broken):
		return broken.NotRetried
	}
	return fmt.Sprintf("%v is neither an APIError nor a TransportError", err)
}
