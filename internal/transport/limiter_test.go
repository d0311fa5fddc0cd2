// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

type countingLimiter struct {
	calls int
	err   error
}

func (l *countingLimiter) Wait(context.Context) error { l.calls++; return l.err }

func TestLimiterIsAskedBeforeEveryAttempt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &countingLimiter{}
		s := newScript(status(503), asks(429, "1"), status(200))
		if _, err := get(newTest(s, func(c *Config) { c.Limiter = l })); err != nil || l.calls != 3 {
			t.Errorf("asked %d times for 3 attempts (%v)", l.calls, err)
		}
		l.err = errOther
		_, err := get(newTest(s, func(c *Config) { c.Limiter = l }))
		if !errors.Is(err, errOther) || len(s.at) != 3 {
			t.Errorf("got %v and %d attempts, want the limiter's error and none", err, len(s.at)-3)
		}
	})
}

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
		l := &checkingLimiter{}
		s := newScript(status(200))
		tr := newTest(s, func(c *Config) { c.Limiter = l })
		ctx, cancel := context.WithCancel(t.Context())
		var others sync.WaitGroup
		for range 2 { // as many as may be in flight at first
			others.Go(func() { tr.Send(ctx, request(Read)) })
		}
		synctest.Wait()
		start := time.Now()
		if _, err := get(tr); !errors.Is(err, errOther) || time.Since(start) != 0 || len(s.at) != 0 {
			t.Errorf("got %v after %v and %d attempts, want the limiter's error at once", err, time.Since(start), len(s.at))
		}
		cancel()
		others.Wait()
	})
}

type slowLimiter struct{}

func (slowLimiter) Wait(context.Context) error { time.Sleep(2 * sec); return nil }

func TestPauseThatBeginsBehindTheLimiter(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newScript(asks(429, "10"), status(200))
		tr := newTest(s, func(c *Config) { c.Limiter = slowLimiter{} })
		var calls sync.WaitGroup
		calls.Go(func() { get(tr) })
		time.Sleep(sec) // virtual: the second call is with the limiter when the first is refused
		calls.Go(func() { get(tr) })
		calls.Wait()
		if len(s.at) != 3 || s.at[1] < 12*sec || s.at[2] < 12*sec {
			t.Errorf("attempts at %v, want none between the refusal at 2s and 12s", s.at)
		}
	})
}

// stampingLimiter allows a request every second, and notes when.
type stampingLimiter struct {
	mu      sync.Mutex
	start   time.Time
	next    time.Time
	allowed []time.Duration
}

func (l *stampingLimiter) Wait(context.Context) error {
	l.mu.Lock()
	wait := max(0, time.Until(l.next))
	l.next = time.Now().Add(wait + sec)
	l.allowed = append(l.allowed, time.Since(l.start)+wait)
	l.mu.Unlock()
	time.Sleep(wait)
	return nil
}

// TestWhatTheLimiterAllowsIsSentAtOnce also when fewer requests may be in flight than there
// are calls, so that requests do not pile up behind the limiter.
func TestWhatTheLimiterAllowsIsSentAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		slow := func(r *http.Request) (*http.Response, error) {
			time.Sleep(5 * sec)
			return status(200)(r)
		}
		s := newScript(slow)
		l := &stampingLimiter{start: time.Now()}
		tr := newTest(s, func(c *Config) { c.Limiter = l })
		var calls sync.WaitGroup
		for range 12 {
			calls.Go(func() { get(tr) })
		}
		calls.Wait()
		if len(s.at) != 12 || !slices.Equal(s.at, l.allowed) {
			t.Errorf("sent at %v, want when it was allowed, at %v", s.at, l.allowed)
		}
	})
}
