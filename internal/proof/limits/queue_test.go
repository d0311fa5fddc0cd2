// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
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

// TestCancelInTheQueue: the others are served in the order in which they came.
func TestCancelInTheQueue(t *testing.T) {
	inBubble(t, "two are before it", func(t *testing.T) {
		slow := serving(after(s, status(200)))
		c := testclient.Over(t, slow, oneAtATime)
		for range 2 {
			go func() { _ = read(t.Context(), c) }()
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(s/2, cancel)
		start := time.Now()
		if err := read(ctx, c); !errors.Is(err, context.Canceled) || time.Since(start) != s/2 {
			t.Errorf("got %v after %v, want Canceled after 500ms", err, time.Since(start))
		}
		if err := read(t.Context(), c); err != nil || !slices.Equal(slow.sent, []time.Duration{0, s, 2 * s}) {
			t.Errorf("got %v, and requests at %v, want the next at 1s and 2s", err, slow.sent)
		}
	})
}

// TestTheOrderOfCalls: a call that was refused keeps its place before those that came later.
func TestTheOrderOfCalls(t *testing.T) {
	inBubble(t, "429 to the first", func(t *testing.T) {
		var order []string
		refusing := serving(answersOf("429/5 200")...)
		c := testclient.Over(t, testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			order = append(order, r.URL.Path)
			return after(ms, refusing.RoundTrip)(r)
		}), oneAtATime)
		for _, path := range []string{"/1", "/2", "/3", "/4"} {
			go func() { _ = get(t.Context(), c, path) }()
			synctest.Wait()
		}
		time.Sleep(minute) // virtual
		synctest.Wait()
		if got := strings.Join(order, " "); got != "/1 /1 /2 /3 /4" {
			t.Errorf("requests are sent in the order %s", got)
		}
	})
}

// TestSlowBodies: a request is in flight until its response has been read.
func TestSlowBodies(t *testing.T) {
	inBubble(t, "5 s", func(t *testing.T) {
		slow := serving(func(r *http.Request) (*http.Response, error) {
			resp, err := status(200)(r)
			resp.Body = io.NopCloser(testkit.Reader(func() error { time.Sleep(5 * s); return io.EOF })) // virtual
			return resp, err
		}, status(200))
		c := testclient.Over(t, slow, oneAtATime)
		inParallel(2, 2, func() error { return read(t.Context(), c) })
		if slow.sent[1] != 5*s {
			t.Errorf("requests at %v, want the second when the first response has been read, after 5s", slow.sent)
		}
	})
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
		"for their turn":                   {"200", 30, 0, 30 * s, 30 * s},
		"and a 429 to one of the last":     {strings.Repeat("200 ", 25) + "429/5 200", 30, 0, 36 * s, 37 * s},
		"and a 503 to the last":            {strings.Repeat("200 ", 29) + "503 200", 30, 0, 31 * s, 33 * s},
		"and a 500 to the last":            {strings.Repeat("200 ", 29) + "500 200", 30, 0, 31 * s, 33 * s},
		"no other call is served any more": {strings.Repeat("200 ", 5) + "429/3", 30, 25, 12 * s, 18 * s},
		"none was served at all":           {"429/3", 3, 3, 8 * s, 12 * s},
		"one is served every nine seconds": {"429/7 200 429/7 200 429/7 200", 3, 0, 24 * s, 30 * s},
	} {
		inBubble(t, name, func(t *testing.T) {
			var answers []testkit.RoundTripper
			for _, answer := range answersOf(test.answers) {
				answers = append(answers, after(s, answer))
			}
			c := testclient.Over(t, serving(answers...), oneAtATime, reservations.WithRetry(reservations.RetryPolicy{MaxElapsed: 10 * s}))
			start := time.Now()
			failed := inParallel(test.calls, test.calls, func() error { return read(t.Context(), c) })
			if took := time.Since(start); len(failed) != test.fail || took < test.least || took > test.most {
				t.Errorf("%d of %d calls fail in %v, want %d in %v to %v", len(failed), test.calls, took, test.fail, test.least, test.most)
			}
		})
	}
}

// TestALongerPauseEndsAShorterWait: a call that waits for the end of a pause fails at once when the pause grows beyond the
// deadline of the call.
func TestALongerPauseEndsAShorterWait(t *testing.T) {
	inBubble(t, "30 s, and then 50 s", func(t *testing.T) {
		c := testclient.Over(t, serving(after(s/2, status(429, "Retry-After", "30")), after(s, status(429, "Retry-After", "50")), status(200)))
		time.AfterFunc(ms, func() { _ = read(t.Context(), c) })
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 40*s)
		defer cancel()
		err := read(ctx, c)
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, reservations.ErrRateLimited) || took != s+ms {
			t.Errorf("got %v after %v, want that it is rate limited, by the deadline, after 1.001s", err, took)
		}
		time.Sleep(minute) // virtual: the other call ends
	})
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
					calls.Go(func() { _ = read(ctx, c) })
					synctest.Wait()
				}
				if calls.Wait(); time.Since(start) > 14*s {
					t.Fatalf("three calls take %v, want 14s at most", time.Since(start))
				}
			}
		})
	}
}

// limiter makes a limiter of WithLimiter of a function.
type limiter func(context.Context) error

func (l limiter) Wait(ctx context.Context) error { return l(ctx) }

// checking is a limiter that also knows whether a call would wait in vain.
type checking struct {
	limiter
	check limiter
}

func (l checking) Check(ctx context.Context) error { return l.check(ctx) }

// TestLimiterEndsACallBeforeItsTurn, while the others wait for the limiter.
func TestLimiterEndsACallBeforeItsTurn(t *testing.T) {
	inBubble(t, "too late", func(t *testing.T) {
		refusing, late := serving(status(200)), error(nil)
		c := testclient.Over(t, refusing, oneAtATime, reservations.WithLimiter(checking{
			func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, func(context.Context) error { return late },
		}))
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _ = read(ctx, c) }()
		synctest.Wait()
		start := time.Now()
		late = errOther
		if err := read(t.Context(), c); !errors.Is(err, errOther) || time.Since(start) != 0 || len(refusing.sent) != 0 {
			t.Errorf("got %v after %v and %d requests, want the error of the limiter at once", err, time.Since(start), len(refusing.sent))
		}
		cancel()
	})
}

// TestPauseThatBeginsDuringTheLimiter: a call that the limiter allows in a pause waits until the end of the pause.
func TestPauseThatBeginsDuringTheLimiter(t *testing.T) {
	inBubble(t, "429 at 2 s", func(t *testing.T) {
		refusing := serving(status(429, "Retry-After", "10"), status(200))
		c := testclient.Over(t, refusing, reservations.WithLimiter(limiter(func(context.Context) error { time.Sleep(2 * s); return nil })))
		go func() { _ = read(t.Context(), c) }()
		time.Sleep(s) // virtual: the second call is with the limiter when the first is refused
		if err := read(t.Context(), c); err != nil {
			t.Error(err)
		}
		time.Sleep(minute) // virtual
		if sent := refusing.sent; len(sent) != 3 || sent[0] != 2*s || sent[1] < 12*s || sent[2] < 12*s {
			t.Errorf("requests at %v, want none from the refusal at 2s until 12s", sent)
		}
	})
}

// TestWhatTheLimiterAllowsIsSentAtOnce, also when fewer requests may be in flight than there are calls, so that requests do
// not pile up after the limiter. It allows one every second.
func TestWhatTheLimiterAllowsIsSentAtOnce(t *testing.T) {
	inBubble(t, "12 calls", func(t *testing.T) {
		slow := serving(after(5*s, status(200)))
		turn := make(chan bool, 1)  // holds one
		var allowed []time.Duration // after the start
		c := testclient.Over(t, slow, reservations.WithLimiter(limiter(func(context.Context) error {
			turn <- true
			time.Sleep(s) // virtual
			allowed = append(allowed, time.Since(slow.start))
			<-turn
			return nil
		})))
		inParallel(12, 12, func() error { return read(t.Context(), c) })
		if len(slow.sent) != 12 || !slices.Equal(slow.sent, allowed) {
			t.Errorf("sent at %v, want when it is allowed, at %v", slow.sent, allowed)
		}
	})
}
