// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// inParallel makes calls of a class from many goroutines, each one after another, and returns
// how many of them failed for want of a retry.
func inParallel(tr *Transport, class Class, goroutines, each int) int64 {
	var callers sync.WaitGroup
	var refused atomic.Int64
	for range goroutines {
		callers.Go(func() {
			for range each {
				if result, _ := tr.Send(context.Background(), request(class)); strings.Contains(result.NotRetried, "Budget") {
					refused.Add(1)
				}
			}
		})
	}
	callers.Wait()
	return refused.Load()
}

// counting counts the requests.
func counting(sent *atomic.Int64, next step) testkit.RoundTripper {
	return func(r *http.Request) (*http.Response, error) {
		sent.Add(1)
		return next(r)
	}
}

// TestAnOutageIsNotMultiplied: many goroutines that go on calling a service that is down send
// few requests more than they make calls.
func TestAnOutageIsNotMultiplied(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		class  Class
		outage step
	}{
		{"500", Read, status(500)},
		{"503", Read, status(503)},
		{"reset", Read, fail(errReset)},
		{"time-out", Read, hang},
		{"cut off", Read, truncated},
		{"no connection", Read, fail(errRefused)},
		{"no connection, writes", Write, fail(errRefused)},
		{"503, writes", Write, status(503)},
	} {
		for _, each := range []int{10, 50} {
			inBubble(t, fmt.Sprintf("%s, %d calls each", test.name, each), func(t *testing.T) {
				var sent atomic.Int64
				inParallel(newTest(counting(&sent, test.outage), nil), test.class, 100, each)
				if n := int(sent.Load()); n < 100*each || n > 120*each {
					t.Errorf("%d requests for %d calls, want one to 1.2 each", n, 100*each)
				}
			})
		}
	}
}

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
				tr.Send(ctx, request(test.class))
				cancel()
				if left := 4*retryCost - tr.budget.spent; left != test.left[i] || len(s.at) != len(script) {
					t.Fatalf("call %d (%s): %d left after %d requests, want %d", i+1, responses, left, len(s.at), test.left[i])
				}
			}
		})
	}
}

// TestIdleTimeGivesBack: ten seconds without a call give back a retry.
func TestIdleTimeGivesBack(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		idle time.Duration
		want int // attempts of the next call
	}{
		{0, 1}, {10*sec - 1, 1}, {10 * sec, 2}, {20*sec - 1, 2}, {30 * sec, 4}, {time.Hour, 5},
	} {
		inBubble(t, test.idle.String(), func(t *testing.T) {
			tr := newTest(newScript(status(500)), nil)
			inParallel(tr, Read, 100, 1)
			time.Sleep(test.idle) // virtual
			if resp, _ := get(tr); resp.Attempts != test.want {
				t.Errorf("%d attempts, want %d", resp.Attempts, test.want)
			}
		})
	}
}

// TestACallAMinuteIsRetried also in an outage: it gives back what it takes.
func TestACallAMinuteIsRetried(t *testing.T) {
	t.Parallel()
	inBubble(t, "500", func(t *testing.T) {
		tr := newTest(newScript(status(500)), nil)
		for n := range 200 {
			if resp, _ := get(tr); resp.Attempts != 5 {
				t.Fatalf("call %d made %d attempts, want 5", n+1, resp.Attempts)
			}
			time.Sleep(time.Minute) // virtual
		}
	})
}

// TestACallUnderWayIsNotIdle: while one call hangs, the others get nothing back.
func TestACallUnderWayIsNotIdle(t *testing.T) {
	t.Parallel()
	inBubble(t, "500", func(t *testing.T) {
		s := newScript(delayed(time.Hour, status(200)), status(500))
		tr := newTest(s, func(c *Config) { c.Timeout = 2 * time.Hour })
		go get(tr)
		time.Sleep(sec) // virtual
		inParallel(tr, Read, 100, 1)
		time.Sleep(time.Minute) // virtual
		if resp, _ := get(tr); resp.Attempts != 1 {
			t.Errorf("%d attempts, want 1", resp.Attempts)
		}
		time.Sleep(time.Hour) // virtual
	})
}

// TestEveryCallHasItsOwnBudget compares what all calls have spent with the bound of one.
func TestEveryCallHasItsOwnBudget(t *testing.T) {
	t.Parallel()
	inBubble(t, "500", func(t *testing.T) {
		s := newScript(status(500))
		tr := newTest(s, func(c *Config) { c.Policy.Budget = 6 })
		sharing := newTest(s, func(c *Config) { c.Throttle = tr; c.Policy.Budget = 8 })
		alone := newTest(s, func(c *Config) { c.Policy.Budget = 6 })
		for _, call := range []struct {
			tr           *Transport
			budget, want int
			why          string
		}{
			{tr, 6, 5, ""},
			{tr, 6, 3, "too many calls fail: their retries have used up RetryPolicy.Budget, which is 6"},
			{tr, 6, 1, "too many calls fail: their retries have used up RetryPolicy.Budget, which is 6"},
			{sharing, 8, 3, "too many calls fail: their retries have used up RetryPolicy.Budget, which is 8"},
			{tr, 100, 5, ""},
			{tr, 12, 1, "too many calls fail: their retries have used up RetryPolicy.Budget, which is 12"},
			{tr, math.MaxInt, 5, ""},
			{tr, math.MaxInt, 5, ""},
			{tr, 13, 2, "too many calls fail: their retries have used up RetryPolicy.Budget, which is 13"},
			{alone, 6, 5, ""},
		} {
			q := request(Read)
			q.Policy = new(Policy)
			*q.Policy = testPolicy
			q.Policy.Budget = call.budget
			if resp, err := call.tr.Send(t.Context(), q); err != nil || resp.Attempts != call.want || resp.NotRetried != call.why {
				t.Errorf("a budget of %d: %+v, %v; want %d attempts and the reason %q", call.budget, resp, err, call.want, call.why)
			}
		}
	})
}

// TestAPanicEndsItsCall: or the client would never be idle again.
func TestAPanicEndsItsCall(t *testing.T) {
	t.Parallel()
	tr := newTest(testkit.RoundTripper(func(*http.Request) (*http.Response, error) { panic("a transport") }), nil)
	func() {
		defer func() { recover() }()
		get(tr)
	}()
	if tr.budget.calls != 0 {
		t.Errorf("%d calls are under way", tr.budget.calls)
	}
}
