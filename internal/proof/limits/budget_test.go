// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// TestWhatTheBudgetCounts makes calls one after another, which get the answers between two commas. It then looks at how
// many retries are left, of four: as many are made when everything fails.
func TestWhatTheBudgetCounts(t *testing.T) {
	const failing = "500 500 500 200" // two retries of three are spent, because one that succeeds is given back
	for name, test := range map[string]struct {
		calls  string
		writes bool
		left   int
	}{
		"no call":                                  {"", false, 4},
		"all attempts fail":                        {"500 500 500 500 500, 500, 500", false, 0},
		"a retry succeeds":                         {"500 200", false, 4},
		"the last of three retries succeeds":       {failing, false, 2},
		"the last one after a broken response":     {"500 cut 500 200", false, 2},
		"a retry is refused for a mistake":         {"500 500 404", false, 3},
		"a retry ends with another failure":        {"500 other", false, 3},
		"five successes give back one":             {failing + ", 200, 404, 200, 200, 200", false, 3},
		"four do not":                              {failing + ", 200, 404, 200, 200", false, 2},
		"never more than there were":               {"200, 200, 200, 200, 200, 200, 500 200", false, 4},
		"429 between retries":                      {"500 429/1 429/1 500 429/1 200", false, 3},
		"failures that are not retried":            {failing + ", 503/61, other", false, 2},
		"writes":                                   {"refused refused refused 200, 500, reset", true, 2},
		"a retry that is cancelled while it waits": {"500 500/50", false, 3},
	} {
		inBubble(t, name, func(t *testing.T) {
			var current *service
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) { return current.RoundTrip(r) }),
				reservations.WithRetry(reservations.RetryPolicy{Budget: 4}))
			for answers := range strings.SplitSeq(test.calls, ",") {
				if answers == "" {
					continue
				}
				current = serving(answersOf(answers)...)
				ctx, cancel := context.WithCancel(t.Context())
				if strings.HasSuffix(answers, "/50") {
					time.AfterFunc(40*s, cancel)
				}
				if test.writes {
					_ = write(ctx, c)
				} else {
					_ = read(ctx, c)
				}
				cancel()
				if len(current.at) != len(current.answers) {
					t.Errorf("the call with %q makes %d requests", answers, len(current.at))
				}
			}
			current = serving(status(500))
			_ = read(t.Context(), c)
			if left := len(current.at) - 1; left != test.left {
				t.Errorf("%d retries are left, want %d", left, test.left)
			}
		})
	}
}

// TestIdleTimeGivesBack: ten seconds without a call give back a retry. While one call hangs, nothing is given back.
func TestIdleTimeGivesBack(t *testing.T) {
	for _, test := range []struct {
		idle     time.Duration
		hangs    bool // another call
		requests int
	}{{0, false, 1}, {10*s - 1, false, 1}, {10 * s, false, 2}, {30 * s, false, 4}, {60 * minute, false, 5}, {minute, true, 1}} {
		inBubble(t, fmt.Sprintf("%v, another call hangs: %t", test.idle, test.hangs), func(t *testing.T) {
			failing := serving(status(500))
			c := testclient.Over(t, failing, reservations.WithAttemptTimeout(120*minute))
			ctx, cancel := context.WithCancel(t.Context())
			if test.hangs {
				failing.answers = append([]testkit.RoundTripper{hangs}, failing.answers...)
				go func() { _ = read(ctx, c) }()
				synctest.Wait()
			}
			inParallel(100, 100, func() error { return read(t.Context(), c) })
			time.Sleep(test.idle) // virtual
			before := len(failing.at)
			_ = read(t.Context(), c)
			if got := len(failing.at) - before; got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
			cancel()
		})
	}
}

// TestEveryCallHasItsOwnBudget compares what all calls of all clients that share a throttle have spent with its own Budget.
func TestEveryCallHasItsOwnBudget(t *testing.T) {
	inBubble(t, "500", func(t *testing.T) {
		failing := serving(status(500))
		c, alone := testclient.Over(t, failing), testclient.Over(t, failing)
		sharing, err := c.With(reservations.WithUserAgent("sharing/1"))
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []struct {
			c                *reservations.Client
			budget, requests int // with fewer requests than five the budget is used up
		}{
			{c, 6, 5}, {c, 6, 3}, {c, 6, 1}, {sharing, 8, 3}, {c, 100, 5}, {c, 12, 1},
			{c, math.MaxInt, 5}, {c, math.MaxInt, 5}, {c, 13, 2}, {alone, 6, 5},
		} {
			before := len(failing.at)
			_ = read(t.Context(), call.c, reservations.WithCallRetry(reservations.RetryPolicy{Budget: call.budget}))
			if got := len(failing.at) - before; got != call.requests {
				t.Errorf("a budget of %d: %d requests, want %d", call.budget, got, call.requests)
			}
		}
	})
}
