// SPDX-License-Identifier: MIT

package calls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// policy is short, because every row of these tests has one.
type policy = reservations.RetryPolicy

// TestPoliciesThatCannotBeUsed are refused by a client and by a call, in the same words. Those at the
// bounds can be used.
func TestPoliciesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	const tooLong, tooShort = 30*time.Second + 1, 500*time.Millisecond - 1
	negative := func(field string) string {
		return "must not have a negative " + field + "; NoRetry switches retries off"
	}
	inReverse := func(least, longest string) string {
		return "must not have a MinWait (" + least + ") longer than its MaxWait (" + longest + ")"
	}
	const long = 1 << 62
	tests := []struct {
		name   string
		policy policy
		reason string // "" where it can be used
	}{
		{"attempts", policy{MaxAttempts: -3}, negative("MaxAttempts (-3)")},
		{"elapsed", policy{MaxElapsed: -1}, negative("MaxElapsed (-1ns)")},
		{"budget", policy{Budget: -7}, negative("Budget (-7)")},
		{"the first of all", policy{MaxAttempts: -1, MinWait: -2, MaxWait: -3}, negative("MaxAttempts (-1)")},
		{"MinWait over the default", policy{MinWait: tooLong}, inReverse("30.000000001s", "30s")},
		{"MaxWait under the default", policy{MaxWait: tooShort}, inReverse("500ms", "499.999999ms")},
		{"equal waits", policy{MinWait: 30 * time.Second}, ""},
		{"longest", policy{MaxAttempts: 1 << 30, MinWait: long, MaxWait: long, MaxRetryAfter: long, MaxElapsed: long,
			Budget: math.MaxInt}, ""},
		{"none", reservations.NoRetry(), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var sent requests
			c := testclient.Over(t, sent.to(taxProfile))
			_, newErr := reservations.NewClient("https://api.example.com", "k", reservations.WithRetry(test.policy))
			_, withErr := c.With(reservations.WithRetry(test.policy))
			callErr := get(t, c, reservations.WithCallRetry(test.policy))
			for start, err := range map[string]error{
				"NewClient: WithRetry ": newErr, "With: WithRetry ": withErr, "taxProfiles.get: WithCallRetry ": callErr,
			} {
				if test.reason == "" && err == nil {
					continue
				}
				if !errors.As(err, new(*reservations.ParamError)) || err.Error() != start+test.reason {
					t.Errorf("got %v, want the ParamError %q", err, start+test.reason)
				}
			}
			if sent.Load() > 0 != (test.reason == "") {
				t.Errorf("%d requests were sent", sent.Load())
			}
		})
	}
}

// TestPolicyOfACall takes the place of the client's, field by field.
func TestPolicyOfACall(t *testing.T) {
	t.Parallel()
	three := policy{MaxAttempts: 3, MinWait: time.Second, MaxWait: time.Second}
	tests := []struct {
		name         string
		client, call policy
		want         int64
		waits        time.Duration // give or take a quarter
	}{
		{"nothing set", three, policy{}, 3, 2 * time.Second},
		{"attempts", three, policy{MaxAttempts: 2}, 2, time.Second},
		{"elapsed", three, policy{MaxElapsed: 1300 * time.Millisecond}, 2, time.Second},
		{"switched off", three, reservations.NoRetry(), 1, 0},
		{"switched on", reservations.NoRetry(), three, 3, 2 * time.Second},
		{"switched on with the defaults", reservations.NoRetry(), policy{}, 5, 7500 * time.Millisecond},
	}
	for _, test := range tests {
		inBubble(t, test.name, func(t *testing.T) {
			var sent requests
			c := testclient.Over(t, sent.to(testclient.Responds(503, "", "")), reservations.WithRetry(test.client))
			start := time.Now()
			err := get(t, c, reservations.WithCallRetry(test.call))
			if sent.Load() != test.want || !errors.Is(err, reservations.ErrServer) {
				t.Errorf("%d requests (%v), want %d", sent.Load(), err, test.want)
			}
			if took := time.Since(start); (took - test.waits).Abs() > test.waits/4 {
				t.Errorf("took %v, want %v give or take a quarter", took, test.waits)
			}
		})
	}
}

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
		{"503 after the elapsed time", refuses(503, "10"), policyOf(policy{}), "the next wait of 10s" + after + "9s"},
		{"a break after the elapsed time", reset, policyOf(policy{MaxElapsed: time.Second}), after + "1s"},
		{"429 with a long wait", refuses(429, "51"), policyOf(policy{}), "its Retry-After of 51s " + long},
		{"503 beyond the budget", refuses(503, ""), ofBudget(1), budget + "1"},
		{"a break beyond the budget", reset, ofBudget(2), budget + "2"},
		{"503 as often as allowed", refuses(503, ""), policyOf(policy{MaxAttempts: 1}), ""},
		{"503 without retries", refuses(503, "86400"), policyOf(reservations.NoRetry()), ""},
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

// unfinished are services that never finish a response, by how their requests end.
var unfinished = map[string]testkit.RoundTripper{
	"with the error of the context": hangs,
	"in the body":                   begins(cancelled),
}

// TestTimeoutsNameTheirOption, and the end of the caller's own context names none, however the
// request ends.
func TestTimeoutsNameTheirOption(t *testing.T) {
	t.Parallel()
	const s = time.Second
	const attempt, call = "attempt timed out after ", "call timed out after 7s (WithCallTimeout)"
	const ofContext = "context deadline exceeded"
	closed := errors.New("the park closed")
	tests := []struct {
		name     string
		client   time.Duration // Timeout of the http.Client
		attempt  time.Duration // WithAttemptTimeout
		call     time.Duration // WithCallTimeout
		deadline time.Duration // of the caller
		cause    error         // of the deadline
		after    time.Duration
		says     string // and not the texts of other time-outs
	}{
		{name: "attempt", after: 30 * s, says: attempt + "30s (WithAttemptTimeout)"},
		{name: "attempt with an option", attempt: 2 * s, after: 2 * s, says: attempt + "2s (WithAttemptTimeout)"},
		{name: "the http.Client", client: 3 * s, after: 3 * s, says: attempt + "3s (Timeout of the http.Client)"},
		{name: "call", call: 7 * s, after: 7 * s, says: call},
		{name: "call as long as an attempt", call: 7 * s, attempt: 7*s + 1, after: 7 * s, says: call},
		{name: "the caller's deadline", deadline: 4*s + 1, after: 4*s + 1, says: ofContext},
		{name: "the caller's deadline within a call", deadline: 4 * s, call: 7 * s, after: 4 * s, says: ofContext},
		{name: "the caller's deadline with a cause", deadline: 4 * s, cause: closed, after: 4 * s, says: "the park closed"},
	}
	for _, test := range tests {
		for ending, rt := range unfinished {
			inBubble(t, test.name+", "+ending, func(t *testing.T) {
				opts := []reservations.Option{reservations.WithRetry(reservations.NoRetry()),
					reservations.WithHTTPClient(&http.Client{Transport: rt, Timeout: test.client})}
				if test.attempt > 0 {
					opts = append(opts, reservations.WithAttemptTimeout(test.attempt))
				}
				var callOpts []reservations.CallOption
				if test.call > 0 {
					callOpts = append(callOpts, reservations.WithCallTimeout(test.call))
				}
				ctx, start := t.Context(), time.Now()
				if test.deadline > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeoutCause(ctx, test.deadline, test.cause)
					defer cancel()
				}
				_, err := testclient.Over(t, rt, opts...).TaxProfiles.Get(ctx, "1", callOpts...)
				if took := time.Since(start); took != test.after {
					t.Errorf("took %v, want %v", took, test.after)
				}
				isTimeout(t, err, test.says, test.cause)
			})
		}
	}
}

// isTimeout wants a TransportError of a deadline that says one text alone.
func isTimeout(t *testing.T, err error, says string, is error) {
	t.Helper()
	var failed *reservations.TransportError
	var timeout interface {
		Timeout() bool
		Temporary() bool
	}
	if !errors.As(err, &failed) || !errors.Is(err, context.DeadlineExceeded) ||
		!errors.As(err, &timeout) || !timeout.Timeout() || !timeout.Temporary() || errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("got %v, want a TransportError by a deadline and nothing else", err)
	}
	if !strings.Contains(err.Error(), says) {
		t.Errorf("%q does not say %q", err, says)
	}
	for _, other := range []string{"attempt timed out", "call timed out", "WithAttemptTimeout", "WithCallTimeout"} {
		if strings.Contains(err.Error(), other) && !strings.Contains(says, other) {
			t.Errorf("%q also says %q", err, other)
		}
	}
	if is != nil && !errors.Is(err, is) {
		t.Errorf("%v does not wrap %v", err, is)
	}
}
