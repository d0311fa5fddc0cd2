// SPDX-License-Identifier: MIT

package limits_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

var oneAtATime = reservations.WithMaxConcurrency(1)

// limiter is a limiter of WithLimiter that also knows whether a call would wait in vain.
type limiter struct{ wait, check func() error }

func (l limiter) Wait(context.Context) error  { return l.wait() }
func (l limiter) Check(context.Context) error { return l.check() }

// TestTheOrderOfCalls makes calls, each at a time, and with a deadline where one follows after a dash. It notes when a request
// is sent, or a call fails, with the number of the call.
func TestTheOrderOfCalls(t *testing.T) {
	sleep := func(d time.Duration) func() error { return func() error { time.Sleep(d); return nil } } // virtual
	checks := 0
	second := func() error { checks++; return map[int]error{2: errOther}[checks] }
	all, waits := reservations.Options, reservations.WithLimiter(limiter{sleep(2 * s), sleep(0)})
	refuses := reservations.WithLimiter(limiter{sleep(minute), second})
	quick := reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1})
	for name, test := range map[string]struct {
		calls, answers string
		opt            reservations.Option
		happens        string
		errs           []error // which the call that fails has
	}{
		"a deadline in the queue": {"0s 0s 0s-500ms 500ms", "1s:200", oneAtATime,
			"0s: 1, 500ms: 3 fails, 1s: 2, 2s: 4", []error{context.DeadlineExceeded}},
		"a limiter ends a queued call": {"0s 1s", "200", all(oneAtATime, refuses), "1s: 2 fails, 1m0s: 1", []error{errOther}},
		"a pause of 30 s, and then one beyond the deadline": {"0s-40s 1ms", "500ms:429/30 1s:429/50 200", all(),
			"0s: 1, 1ms: 2, 1.001s: 1 fails, 51.001s: 2", []error{context.DeadlineExceeded, reservations.ErrRateLimited}},
		"a pause of another call beyond the deadline": {"0s 1s-5s", "429/30 200", all(),
			"0s: 1, 1s: 2 fails, 30s: 1", []error{context.DeadlineExceeded, reservations.ErrRateLimited}},
		"a refused call keeps its place":   {"0s 0s 0s", "1s:429/5 1s:200", oneAtATime, "0s: 1, 6s: 1, 7s: 2, 8s: 3", nil},
		"in flight until its body is read": {"0s 0s", "slow 200", oneAtATime, "0s: 1, 5s: 2", nil},
		"each attempt asks a limiter":      {"0s", "reset 503/1 200", all(waits, quick), "2s: 1, 4s: 1, 7s: 1", nil},
		"a pause begins while it waits":    {"0s 1s", "429/10 200", waits, "2s: 1, 14s: 1, 16s: 2", nil},
		"what it allows is sent at once":   {"0s 0s 0s", "5s:200", all(oneAtATime, waits), "2s: 1, 9s: 2, 16s: 3", nil},
	} {
		inBubble(t, name, func(t *testing.T) {
			serves := serving(answersOf(test.answers)...)
			var happens []string
			note := func(format string, call int) {
				serves.mu.Lock()
				defer serves.mu.Unlock()
				happens = append(happens, fmt.Sprintf("%v: "+format, time.Since(serves.start).Truncate(ms), call))
			}
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				call, _ := strconv.Atoi(r.URL.Path[1:])
				note("%d", call)
				return serves.RoundTrip(r)
			}), test.opt)
			var calls sync.WaitGroup
			for i, call := range strings.Fields(test.calls) {
				at, deadline, _ := strings.Cut(call, "-")
				calls.Go(func() {
					time.Sleep(duration(at)) // virtual
					within := reservations.WithCallTimeout(cmp.Or(duration(deadline), 60*minute))
					err := send(t.Context(), c, fmt.Sprint("GET /", i+1), within)
					if err != nil {
						note("%d fails", i+1)
					}
					for _, want := range test.errs {
						if err != nil && !errors.Is(err, want) {
							t.Errorf("got %v, want %v", err, want)
						}
					}
				})
				synctest.Wait()
			}
			calls.Wait()
			if got := strings.Join(happens, ", "); got != test.happens {
				t.Errorf("got  %s\nwant %s", got, test.happens)
			}
		})
	}
}

// TestWaitingForOthersDoesNotCount against a MaxElapsed of ten seconds: neither for the turn of a call, nor for a pause
// after which a request of the client is accepted. One request at a time takes a second.
func TestWaitingForOthersDoesNotCount(t *testing.T) {
	for name, test := range map[string]struct {
		answers     string
		calls       int // all made at once
		fail        int // of them
		least, most time.Duration
	}{
		"and a 429 to one of the last":     {strings.Repeat("1s:200 ", 25) + "1s:429/5 1s:200", 30, 0, 36 * s, 37 * s},
		"and a 503 to the last":            {strings.Repeat("1s:200 ", 29) + "1s:503 1s:200", 30, 0, 31 * s, 33 * s},
		"and a 500 to the last":            {strings.Repeat("1s:200 ", 29) + "1s:500 1s:200", 30, 0, 31 * s, 33 * s},
		"no other call is served any more": {strings.Repeat("1s:200 ", 5) + "1s:429/3", 30, 25, 12 * s, 18 * s},
		"none was served at all":           {"1s:429/3", 3, 3, 8 * s, 12 * s},
		"one is served every nine seconds": {"1s:429/7 1s:200 1s:429/7 1s:200 1s:429/7 1s:200", 3, 0, 24 * s, 30 * s},
	} {
		inBubble(t, name, func(t *testing.T) {
			c := testclient.Over(t, serving(answersOf(test.answers)...), oneAtATime, reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: 10 * s}))
			start := time.Now()
			failed := inParallel(test.calls, test.calls, func() error { return send(t.Context(), c, read) })
			if took := time.Since(start); len(failed) != test.fail || took < test.least || took > test.most {
				t.Errorf("%d of %d calls fail in %v, want %d in %v to %v", len(failed), test.calls, took, test.fail, test.least, test.most)
			}
		})
	}
}

// TestTheEndAndTheTurnTogether: a call whose context ends as its turn comes, which it may see in either order, leaves its
// place to the next call.
func TestTheEndAndTheTurnTogether(t *testing.T) {
	for name, answer := range map[string]testkit.RoundTripper{"its turn": status(200), "a pause": status(429, "Retry-After", "10")} {
		inBubble(t, name, func(t *testing.T) {
			for range 100 {
				ctx, cancel := context.WithCancel(t.Context())
				first := after(s, func(r *http.Request) (*http.Response, error) {
					cancel()
					return answer(r)
				})
				c := testclient.Over(t, serving(first, after(s, status(200))), oneAtATime)
				start := time.Now()
				var calls sync.WaitGroup
				for _, ctx := range []context.Context{t.Context(), ctx, t.Context()} {
					calls.Go(func() { _ = send(ctx, c, read) })
					synctest.Wait()
				}
				if calls.Wait(); time.Since(start) > 14*s {
					t.Fatalf("three calls take %v, want 14s at most", time.Since(start))
				}
			}
		})
	}
}
