// SPDX-License-Identifier: MIT

package limits_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// answers are those of a testkit.Script, such as answers{after(2*s, retryAfter(429, "7")), reset, success}.
type answers = []answer
type answer = testkit.RoundTripper

const read, write = "GET /read", "PUT /write"

// send makes a call, such as [read].
func send(ctx context.Context, c *reservations.Client, call string, opts ...reservations.CallOption) error {
	method, path, _ := strings.Cut(call, " ")
	return c.Do(ctx, reservations.Request{Method: method, Path: path}, nil, opts...)
}

// ends notes how each attempt ends.
func ends(attempts *[]reservations.Attempt) reservations.Option {
	note := func(_ context.Context, a reservations.Attempt) { *attempts = append(*attempts, a) }
	return reservations.WithHooks(reservations.Hooks{AttemptEnd: note})
}

var (
	errReset   = &net.OpError{Op: "read", Err: syscall.ECONNRESET}
	errRefused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	errOther   = errors.New("no responder found")
	reset      = testclient.Fails(errReset)
	refused    = testclient.Fails(errRefused)
	other      = testclient.Fails(errOther)
	success    = status(200)
)

// status answers with a status and with headers, given as name, value, name, value.
func status(code int, header ...string) answer {
	return testclient.Responds(code, "application/json", `{}`, header...)
}

// retryAfter answers with a status and a Retry-After of so many seconds.
func retryAfter(code int, wait string) answer { return status(code, "Retry-After", wait) }

// after answers when some time has passed.
func after(d time.Duration, do answer) answer { return testclient.After(d, do) }

// slow answers with a body that ends after five seconds.
func slow(r *http.Request) (*http.Response, error) {
	resp, _ := status(200)(r)
	resp.Body = io.NopCloser(testkit.Reader(func() error { time.Sleep(5 * s); return io.EOF })) // virtual
	return resp, nil
}

// times are n answers of one kind, and then others.
func times(n int, first answer, then ...answer) answers {
	return append(slices.Repeat(answers{first}, n), then...)
}

var oneAtATime = reservations.WithMaxConcurrency(1)

// limiter is a limiter of WithLimiter that also knows whether a call would wait in vain.
type limiter struct{ wait, check func() error }

func (l limiter) Wait(context.Context) error  { return l.wait() }
func (l limiter) Check(context.Context) error { return l.check() }

// queued is a call that is made at a time, counted from the start, and ends within a time, 0 for an hour.
type queued struct{ at, within time.Duration }

// TestCallsKeepTheirPlaceInTheQueue: a call waits behind those that were made before it, also behind one that was refused.
func TestCallsKeepTheirPlaceInTheQueue(t *testing.T) {
	sleep := func(d time.Duration) func() error { return func() error { time.Sleep(d); return nil } } // virtual
	checks := 0
	second := func() error { checks++; return map[int]error{2: errOther}[checks] }
	all, waits := reservations.Options, reservations.WithLimiter(limiter{sleep(2 * s), sleep(0)})
	refuses := reservations.WithLimiter(limiter{sleep(minute), second})
	late, three := []error{context.DeadlineExceeded, reservations.ErrRateLimited}, []queued{{at: 0}, {at: 0}, {at: 0}}
	quick := reservations.WithRetry(reservations.RetryPolicy{MinWait: 1, MaxWait: 1})
	for name, test := range map[string]struct {
		calls   []queued
		answers answers
		opt     reservations.Option
		happens string  // when a request of a call is sent, or a call fails; the first call is 1
		errs    []error // which the call that fails has
	}{
		"a deadline in the queue": {[]queued{{at: 0}, {at: 0}, {at: 0, within: 500 * ms}, {at: 500 * ms}}, answers{after(s, success)}, oneAtATime,
			"0s: 1 sent, 500ms: 3 fails, 1s: 2 sent, 2s: 4 sent", []error{context.DeadlineExceeded}},
		"a limiter ends a queued call": {[]queued{{at: 0}, {at: s}}, answers{success}, all(oneAtATime, refuses), "1s: 2 fails, 1m0s: 1 sent", []error{errOther}},
		"a pause of 30 s, and then one beyond the deadline": {[]queued{{at: 0, within: 40 * s}, {at: ms}},
			answers{after(500*ms, retryAfter(429, "30")), after(s, retryAfter(429, "50")), success}, all(),
			"0s: 1 sent, 1ms: 2 sent, 1.001s: 1 fails, 51.001s: 2 sent", late},
		"a pause of another call beyond the deadline": {[]queued{{at: 0}, {at: s, within: 5 * s}}, answers{retryAfter(429, "30"), success}, all(),
			"0s: 1 sent, 1s: 2 fails, 30s: 1 sent", late},
		"a refused call keeps its turn": {three, answers{after(s, retryAfter(429, "5")), after(s, success)}, oneAtATime, "0s: 1 sent, 6s: 1 sent, 7s: 2 sent, 8s: 3 sent", nil},
		"in flight until its body ends": {[]queued{{at: 0}, {at: 0}}, answers{slow, success}, oneAtATime, "0s: 1 sent, 5s: 2 sent", nil},
		"each attempt asks a limiter":   {[]queued{{at: 0}}, answers{reset, retryAfter(503, "1"), success}, all(waits, quick), "2s: 1 sent, 4s: 1 sent, 7s: 1 sent", nil},
		"a pause while a limiter waits": {[]queued{{at: 0}, {at: s}}, answers{retryAfter(429, "10"), success}, waits, "2s: 1 sent, 14s: 1 sent, 16s: 2 sent", nil},
		"sent when a limiter allows it": {three, answers{after(5*s, success)}, all(oneAtATime, waits), "2s: 1 sent, 9s: 2 sent, 16s: 3 sent", nil},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
			serves := testkit.Serving(test.answers...)
			var mu sync.Mutex
			var happens []string
			note := func(format string, call int) {
				mu.Lock()
				defer mu.Unlock()
				happens = append(happens, fmt.Sprintf("%v: "+format, time.Since(serves.Start).Truncate(ms), call))
			}
			c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
				call, _ := strconv.Atoi(r.URL.Path[1:])
				note("%d sent", call)
				return serves.RoundTrip(r)
			}), test.opt)
			var calls sync.WaitGroup
			for i, call := range test.calls {
				calls.Go(func() {
					time.Sleep(call.at) // virtual
					within := reservations.WithCallTimeout(cmp.Or(call.within, time.Hour))
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

// TestWaitingForOthersDoesNotCount: MaxElapsed, here ten seconds, counts neither the wait of a call for its turn, nor
// a pause after which a request of the client is accepted. One request at a time takes a second.
func TestWaitingForOthersDoesNotCount(t *testing.T) {
	wait3, wait7 := retryAfter(429, "3"), retryAfter(429, "7")
	for name, test := range map[string]struct {
		answers     answers
		calls       int // all made at once
		fail        int // of them
		least, most time.Duration
	}{
		"and a 429 to one of the last":     {answers: times(25, success, retryAfter(429, "5"), success), calls: 30, least: 36 * s, most: 37 * s},
		"and a 503 to the last":            {answers: times(29, success, status(503), success), calls: 30, least: 31 * s, most: 33 * s},
		"and a 500 to the last":            {answers: times(29, success, status(500), success), calls: 30, least: 31 * s, most: 33 * s},
		"no other call is served any more": {answers: times(5, success, wait3), calls: 30, fail: 25, least: 12 * s, most: 18 * s},
		"none was served at all":           {answers: answers{wait3}, calls: 3, fail: 3, least: 8 * s, most: 12 * s},
		"one is served every nine seconds": {answers: answers{wait7, success, wait7, success, wait7, success}, calls: 3, least: 24 * s, most: 30 * s},
	} {
		testkit.InBubble(t, name, func(t *testing.T) {
			serves := testkit.Serving(test.answers...)
			c := testclient.Over(t, testclient.After(s, serves), oneAtATime, reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: 10 * s}))
			start := time.Now()
			failed := testkit.InParallel(test.calls, test.calls, func() error { return send(t.Context(), c, read) })
			if took := time.Since(start); len(failed) != test.fail || took < test.least || took > test.most {
				t.Errorf("%d of %d calls fail in %v, want %d in %v to %v", len(failed), test.calls, took, test.fail, test.least, test.most)
			}
		})
	}
}

// TestACallThatEndsAtItsTurnLeavesItsPlace: the next call takes it, whether the call sees its end or its turn first.
func TestACallThatEndsAtItsTurnLeavesItsPlace(t *testing.T) {
	for name, answer := range map[string]testkit.RoundTripper{"its turn": status(200), "a pause": status(429, "Retry-After", "10")} {
		testkit.InBubble(t, name, func(t *testing.T) {
			for range 100 {
				ctx, cancel := context.WithCancel(t.Context())
				first := after(s, func(r *http.Request) (*http.Response, error) { cancel(); return answer(r) })
				c := testclient.Over(t, testkit.Serving(first, after(s, status(200))), oneAtATime)
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
