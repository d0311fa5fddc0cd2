// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
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
