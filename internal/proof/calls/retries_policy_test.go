// SPDX-License-Identifier: MIT

package calls_test

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
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
		{"in reverse", policy{MinWait: 3, MaxWait: 2}, inReverse("3ns", "2ns")},
		{"MinWait over the default", policy{MinWait: tooLong}, inReverse("30.000000001s", "30s")},
		{"MaxWait under the default", policy{MaxWait: tooShort}, inReverse("500ms", "499.999999ms")},
		{"equal waits", policy{MinWait: 30 * time.Second}, ""},
		{"shortest", policy{MaxAttempts: 1, MinWait: 1, MaxWait: 1, MaxRetryAfter: 1, MaxElapsed: 1, Budget: 1}, ""},
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
	minutes := policy{MinWait: time.Minute, MaxWait: time.Minute, MaxElapsed: time.Hour}
	tests := []struct {
		name         string
		client, call policy
		want         int64
		waits        time.Duration // give or take a quarter
	}{
		{"nothing set", three, policy{}, 3, 2 * time.Second},
		{"attempts", three, policy{MaxAttempts: 2}, 2, time.Second},
		{"waits", three, minutes, 3, 2 * time.Minute},
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
