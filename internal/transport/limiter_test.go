// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// limiter makes a Limiter of a function.
type limiter func(context.Context) error

func (l limiter) Wait(ctx context.Context) error { return l(ctx) }

// withLimiter asks this limiter.
func withLimiter(l Limiter) func(*Config) { return func(c *Config) { c.Limiter = l } }

// checkingLimiter makes calls wait, and knows then that others would be too late.
type checkingLimiter struct{ waiting atomic.Bool }

func (l *checkingLimiter) Check(context.Context) error {
	if l.waiting.Load() {
		return errOther
	}
	return nil
}

func (l *checkingLimiter) Wait(ctx context.Context) error {
	l.waiting.Store(true)
	<-ctx.Done()
	return ctx.Err()
}

// TestLimiterEndsACallBeforeItsTurn, while as many others as may be in flight wait.
func TestLimiterEndsACallBeforeItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(status(200))
		tr := newTest(s, withLimiter(&checkingLimiter{}))
		ctx, cancel := context.WithCancel(t.Context())
		for range startWindow {
			go send(ctx, tr, Read)
		}
		synctest.Wait()
		start := time.Now()
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
		var first sync.WaitGroup
		first.Go(func() { get(tr) })
		time.Sleep(sec) // virtual: the second call is with the limiter when the first is refused
		get(tr)
		first.Wait()
		if len(s.at) != 3 || s.at[1] < 12*sec || s.at[2] < 12*sec {
			t.Errorf("attempts at %v, want none between the refusal at 2s and 12s", s.at)
		}
		if n := tr.queue.throttle.inFlight; n != 0 {
			t.Errorf("%d requests count as in flight after the end of all", n)
		}
	})
}

// TestWhatTheLimiterAllowsIsSentAtOnce, also when fewer requests may be in flight than there
// are calls, so that requests do not pile up after the limiter. It allows one every second.
func TestWhatTheLimiterAllowsIsSentAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(delayed(5*sec, status(200)))
		var mu sync.Mutex
		var next time.Duration // after the start
		var allowed []time.Duration
		tr := newTest(s, withLimiter(limiter(func(context.Context) error {
			mu.Lock()
			at := max(next, time.Since(s.start))
			next = at + sec
			allowed = append(allowed, at)
			mu.Unlock()
			time.Sleep(at - time.Since(s.start)) // virtual
			return nil
		})))
		together(12, func() { get(tr) })
		if len(s.at) != 12 || !slices.Equal(s.at, allowed) {
			t.Errorf("sent at %v, want when it was allowed, at %v", s.at, allowed)
		}
	})
}
