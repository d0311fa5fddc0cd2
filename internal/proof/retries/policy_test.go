// SPDX-License-Identifier: MIT

package retries_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// policy is short, because every row of these tests has one.
type policy = reservations.RetryPolicy

// TestPoliciesThatCannotBeUsed are refused by a client and by a call, always in the same words.
func TestPoliciesThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	const tooLong, tooShort = 30*time.Second + 1, 500*time.Millisecond - 1
	tests := []struct {
		name   string
		policy policy
		says   []string
	}{
		{"attempts", policy{MaxAttempts: -3}, []string{"MaxAttempts", "-3", "negative"}},
		{"least wait", policy{MinWait: -time.Second}, []string{"MinWait", "-1s", "negative"}},
		{"longest wait", policy{MaxWait: -time.Second}, []string{"MaxWait", "-1s", "negative"}},
		{"Retry-After", policy{MaxRetryAfter: -time.Second}, []string{"MaxRetryAfter", "-1s", "negative"}},
		{"elapsed", policy{MaxElapsed: -1}, []string{"MaxElapsed", "-1ns", "NoRetry"}},
		{"budget", policy{Budget: -7}, []string{"Budget", "-7", "NoRetry"}},
		{"the first of all", policy{MaxAttempts: -1, MinWait: -2, MaxWait: -3}, []string{"MaxAttempts", "-1"}},
		{"the second of all", policy{MinWait: -2, MaxWait: -3, MaxRetryAfter: -4}, []string{"MinWait", "-2ns"}},
		{"negative and in reverse", policy{MinWait: time.Hour, MaxElapsed: -5}, []string{"MaxElapsed", "-5ns"}},
		{"in reverse", policy{MinWait: 3, MaxWait: 2}, []string{"MinWait (3ns)", "MaxWait (2ns)"}},
		{"MinWait over the default", policy{MinWait: tooLong}, []string{"MinWait (30.000000001s)", "MaxWait (30s)"}},
		{"MaxWait under the default", policy{MaxWait: tooShort}, []string{"MinWait (500ms)", "MaxWait (499.999999ms)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var sent requests
			c := testclient.Over(t, sent.to(taxProfile))
			const of = "https://api.example.com"
			_, newErr := reservations.NewClient(of, "k", reservations.WithRetry(test.policy))
			for range 50 {
				_, again := reservations.NewClient(of, "k", reservations.WithRetry(test.policy))
				if again == nil || newErr == nil || again.Error() != newErr.Error() {
					t.Fatalf("the same mistake is called %v and %v", newErr, again)
				}
			}
			_, withErr := c.With(reservations.WithRetry(test.policy))
			callErr := get(t, c, reservations.WithCallRetry(test.policy))
			for start, err := range map[string]error{
				"NewClient: WithRetry ": newErr, "With: WithRetry ": withErr, "taxProfiles.get: WithCallRetry ": callErr,
			} {
				var bad *reservations.ParamError
				if !errors.As(err, &bad) || !strings.HasPrefix(err.Error(), start) {
					t.Fatalf("got %v, want a ParamError that begins with %q", err, start)
				}
				for _, part := range test.says {
					if !strings.Contains(bad.Reason, part) {
						t.Errorf("%q does not say %q", err, part)
					}
				}
			}
			if sent != 0 {
				t.Errorf("%d requests were sent", sent)
			}
		})
	}
}

func TestPoliciesAtTheirBounds(t *testing.T) {
	t.Parallel()
	for name, policy := range map[string]policy{
		"zero":           {},
		"equal waits":    {MinWait: 30 * time.Second},
		"equal at 500ms": {MaxWait: 500 * time.Millisecond},
		"shortest":       {MaxAttempts: 1, MinWait: 1, MaxWait: 1, MaxRetryAfter: 1, MaxElapsed: 1, Budget: 1},
		"longest": {
			MaxAttempts: 1 << 30, MinWait: 1 << 62, MaxWait: 1 << 62, MaxRetryAfter: 1 << 62, MaxElapsed: 1 << 62,
			Budget: math.MaxInt,
		},
		"none": reservations.NoRetry(),
	} {
		t.Run(name, func(t *testing.T) {
			testclient.Over(t, taxProfile, reservations.WithRetry(policy))
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
		want         requests
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
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var sent requests
				c := testclient.Over(t, sent.to(testclient.Responds(503, "", "")), reservations.WithRetry(test.client))
				start := time.Now()
				err := get(t, c, reservations.WithCallRetry(test.call))
				if sent != test.want || !errors.Is(err, reservations.ErrServer) {
					t.Errorf("%d requests (%v), want %d", sent, err, test.want)
				}
				if took := time.Since(start); (took - test.waits).Abs() > test.waits/4 {
					t.Errorf("took %v, want %v give or take a quarter", took, test.waits)
				}
			})
		})
	}
}

// TestRetriesByMethod: Do retries what reads, and nothing else.
func TestRetriesByMethod(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]int{"GET": 5, "HEAD": 5, "POST": 1, "PUT": 1, "DELETE": 1, "PATCH": 1} {
		t.Run(method, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := testclient.Over(t, testclient.Responds(503, "", ""))
				err := c.Do(t.Context(), reservations.Request{Method: method, Path: "/a"}, nil)
				class := reservations.ClassRead
				if want == 1 {
					class = reservations.ClassWrite
				}
				var got *reservations.APIError
				if !errors.As(err, &got) || got.Attempts != want || got.Class != class {
					t.Errorf("got %+v, want %d attempts of the class %s", err, want, class)
				}
			})
		})
	}
}
