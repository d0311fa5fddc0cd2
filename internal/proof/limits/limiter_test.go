// SPDX-License-Identifier: MIT

package limits_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

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
