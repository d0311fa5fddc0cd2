// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/throttle"
)

// limiter makes a Limiter of a function.
type limiter func(context.Context) error

func (l limiter) Wait(ctx context.Context) error { return l(ctx) }

// checking is a Limiter that makes calls wait, and knows whether others would be too late.
type checking struct {
	limiter
	check limiter
}

func (l checking) Check(ctx context.Context) error { return l.check(ctx) }

// withLimiter asks this limiter.
func withLimiter(l throttle.Limiter) func(*Config) { return func(c *Config) { c.Limiter = l } }

// TestLimiterEndsACallBeforeItsTurn, while as many others as may be in flight wait.
func TestLimiterEndsACallBeforeItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, late := newScript(status(200)), error(nil)
		tr := newTest(s, withLimiter(checking{
			func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, func(context.Context) error { return late },
		}))
		ctx, cancel := context.WithCancel(t.Context())
		for range 2 {
			go send(ctx, tr, Read)
		}
		synctest.Wait()
		start := time.Now()
		late = errOther
		if _, err := get(tr); !errors.Is(err, errOther) || time.Since(start) != 0 || len(s.at) != 0 {
			t.Errorf("got %v after %v and %d attempts, want the limiter's error at once", err, time.Since(start), len(s.at))
		}
		cancel()
	})
}

func TestPauseThatBeginsDuringTheLimiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "10"), status(200))
		tr := newTest(s, withLimiter(limiter(func(context.Context) error { time.Sleep(2 * sec); return nil })))
		go get(tr)
		time.Sleep(sec) // virtual: the second call is with the limiter when the first is refused
		get(tr)
		time.Sleep(time.Minute) // virtual
		if len(s.at) != 3 || s.at[1] < 12*sec || s.at[2] < 12*sec {
			t.Errorf("attempts at %v, want none between the refusal at 2s and 12s", s.at)
		}
	})
}

// TestWhatTheLimiterAllowsIsSentAtOnce, also when fewer requests may be in flight than there
// are calls, so that requests do not pile up after the limiter. It allows one every second.
func TestWhatTheLimiterAllowsIsSentAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(delayed(5*sec, status(200)))
		turn := make(chan bool, 1)  // holds one
		var allowed []time.Duration // after the start
		tr := newTest(s, withLimiter(limiter(func(context.Context) error {
			turn <- true
			time.Sleep(sec) // virtual
			allowed = append(allowed, time.Since(s.start))
			<-turn
			return nil
		})))
		together(12, func() { get(tr) })
		if len(s.at) != 12 || !slices.Equal(s.at, allowed) {
			t.Errorf("sent at %v, want when it was allowed, at %v", s.at, allowed)
		}
	})
}
