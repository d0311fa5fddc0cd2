// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestWhatTheBudgetCounts makes calls one after another, each of which gets the responses that
// its text names, and looks at what is left for retries after each: in fifths of one, of 20.
func TestWhatTheBudgetCounts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		class Class
		calls []string
		left  []int // after each call
	}{
		{"all attempts fail", Read, []string{"500 500 500 500 500", "500", "200"}, []int{0, 0, 1}},
		{"a retry succeeds", Read, []string{"500 200"}, []int{20}},
		{"the last of three retries succeeds", Read, []string{"500 cut 500 200"}, []int{10}},
		{"a retry is refused for a mistake", Read, []string{"500 500 404"}, []int{15}},
		{"a retry ends with a failure of another kind", Read, []string{"500 other"}, []int{15}},
		{"successes give back a fifth each", Read, []string{"500 500 500 200", "200", "404", "200", "200", "200", "200"}, []int{10, 11, 12, 13, 14, 15, 16}},
		{"never more than there was", Read, []string{"200", "200", "500 200"}, []int{20, 20, 20}},
		{"429 takes nothing", Read, []string{"429/1 429/1 429/1 429/1 429/1 429/1 200"}, []int{20}},
		{"429 between retries", Read, []string{"500 429/1 429/1 500 429/1 200"}, []int{15}},
		{"failures that are not retried take nothing and give nothing back", Read, []string{"500 500 500 200", "503/61", "other"}, []int{10, 10, 10}},
		{"writes", Write, []string{"refused refused refused 200", "500", "reset", "429/1 200", "refused 200"}, []int{10, 10, 10, 11, 11}},
		{"a wait that is cancelled", Read, []string{"500 500/50"}, []int{15}},
		{"a fifth is not enough", Read, []string{"500 500 500 500 500", "200", "200", "200", "200", "500", "200", "500 500"}, []int{0, 1, 2, 3, 4, 4, 5, 0}},
	} {
		inBubble(t, test.name, func(t *testing.T) {
			tr := newTest(nil, func(c *Config) { c.Policy.Budget = 4 })
			for i, responses := range test.calls {
				script := stepsOf(responses)
				s := newScript(script...)
				tr.Client.Transport = s
				ctx, cancel := context.WithCancel(t.Context())
				if strings.HasSuffix(responses, "/50") {
					time.AfterFunc(40*sec, cancel)
				}
				send(ctx, tr, test.class)
				cancel()
				if left := 4*retryCost - tr.budget.spent; left != test.left[i] || len(s.at) != len(script) {
					t.Fatalf("call %d (%s): %d left after %d requests, want %d", i+1, responses, left, len(s.at), test.left[i])
				}
			}
		})
	}
}

// TestIdleTimeGivesBack: ten seconds without a call give back a retry. While one call hangs, nothing is given back.
func TestIdleTimeGivesBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		idle     time.Duration
		hangs    bool // another call
		attempts int
	}{{0, false, 1}, {10*sec - 1, false, 1}, {10 * sec, false, 2}, {30 * sec, false, 4}, {time.Hour, false, 5}, {time.Minute, true, 1}} {
		inBubble(t, fmt.Sprintf("%v, another call hangs: %t", test.idle, test.hangs), func(t *testing.T) {
			s := newScript(status(500))
			tr := newTest(s, func(c *Config) { c.Timeout = 2 * time.Hour })
			ctx, cancel := context.WithCancel(t.Context())
			if test.hangs {
				s.steps = []step{hang, status(500)}
				go send(ctx, tr, Read)
				synctest.Wait()
			}
			together(100, func() { get(tr) })
			time.Sleep(test.idle) // virtual
			if resp, _ := get(tr); resp.Attempts != test.attempts {
				t.Errorf("%d attempts, want %d", resp.Attempts, test.attempts)
			}
			cancel()
		})
	}
}

// TestEveryCallHasItsOwnBudget compares what all calls have spent with the bound of one.
func TestEveryCallHasItsOwnBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(status(500))
		tr := newTest(s)
		sharing, alone := tr.With(tr.Config), newTest(s)
		for _, call := range []struct {
			tr           *Transport
			budget, want int // attempts: with fewer than five the budget is used up
		}{
			{tr, 6, 5}, {tr, 6, 3}, {tr, 6, 1}, {sharing, 8, 3}, {tr, 100, 5}, {tr, 12, 1},
			{tr, math.MaxInt, 5}, {tr, math.MaxInt, 5}, {tr, 13, 2}, {alone, 6, 5},
		} {
			policy, why := testPolicy, ""
			if policy.Budget = call.budget; call.want < 5 {
				why = fmt.Sprint("too many calls fail: their retries have used up RetryPolicy.Budget, which is ", call.budget)
			}
			q := request(Read)
			q.Policy = &policy
			if resp, err := call.tr.Send(t.Context(), q); err != nil || resp.Attempts != call.want || resp.NotRetried != why {
				t.Errorf("a budget of %d: %+v, %v; want %d attempts and the reason %q", call.budget, resp, err, call.want, why)
			}
		}
	})
}
