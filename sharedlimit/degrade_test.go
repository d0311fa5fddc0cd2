// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/sharedlimit"
)

const (
	warning = "level=WARN msg=\"the shared rate limit cannot be used"
	back    = "level=INFO msg=\"the shared rate limit is used again"
)

// takes returns how long each of n waits took.
func takes(t *testing.T, l *sharedlimit.Limiter, n int) (times []time.Duration) {
	t.Helper()
	for range n {
		start := time.Now()
		if err := l.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	return times
}

// TestAnotherClock: a server that takes over may have another clock.
func TestAnotherClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.redis.ClockTTL(false)
		limiter := w.limiter(w.connect(), w.config())
		stop := make(chan struct{})
		var ticking sync.WaitGroup
		var shift atomic.Int64
		clock := func() { w.redis.SetTime(time.Now().Add(time.Duration(shift.Load()))) }
		ticking.Go(func() {
			for {
				clock()
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
				}
			}
		})
		defer ticking.Wait()
		defer close(stop)
		takes(t, limiter, 5)
		synctest.Wait()
		shift.Store(int64(-time.Hour))
		for i, took := range takes(t, limiter, 10) {
			if took > 1101*time.Millisecond {
				t.Errorf("call %d waits %v", i+1, took)
			}
		}
	})
}

// TestWarnings of a Redis that cannot be used come once a minute, with the cause, the limit and no password.
func TestWarnings(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		limiter := w.limiter(w.connect(), w.config())
		takes(t, limiter, 1)
		w.redis.SetError(wrongPassword)
		for _, took := range takes(t, limiter, 800)[1:] {
			if took != 100*time.Millisecond { // that of a single process
				t.Fatalf("a call waits %v", took)
			}
		}
		log := w.log.String()
		if strings.Count(log, warning) != 2 || strings.Count(log, "\n") != 2 || !strings.Contains(log, "WRONGPASS") || !strings.Contains(log, "limit=park-7") || strings.Contains(log, password) {
			t.Errorf("want two warnings within 80 s, got:\n%s", log)
		}
	})
}
