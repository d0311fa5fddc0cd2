// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
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

// TestWhatRedisForgets does not matter: the scripts, the key while calls wait for their
// slots, and a field of it.
func TestWhatRedisForgets(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*world){
		"the scripts":    func(w *world) { w.connect().ScriptFlush(context.Background()) },
		"the key":        func(w *world) { w.redis.Del(key) },
		"the next slot":  func(w *world) { w.redis.HDel(key, "next") },
		"text":           func(w *world) { w.redis.HSet(key, "next", "soon") },
		"less than zero": func(w *world) { w.redis.HSet(key, "next", "-1e300") },
	}
	for _, name := range testkit.Cases(3, slices.Collect(maps.Keys(tests))) {
		forget := tests[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				start := time.Now()
				end := start.Add(30 * time.Second)
				var all sync.WaitGroup
				for _, process := range []string{"one", "two", "three"} {
					keepCalling(t, &all, w.process(process), 4, end)
				}
				time.Sleep(10*time.Second + 50*time.Millisecond)
				forget(w)
				all.Wait()
				if n := len(w.service.refused); n > 1 {
					t.Errorf("%d requests were refused", n)
				}
				if n, _ := w.service.counts(start.Add(15*time.Second), end); n < 149-15*len(w.service.refused) || n > 151 {
					t.Errorf("%d requests in the last 15 s, want 150, or a few less after a pause", n)
				}
				if log := w.log.String(); log != "" {
					t.Errorf("logged:\n%s", log)
				}
			})
		})
	}
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
		w.redis.SetError("")
		time.Sleep(10 * time.Second)
		takes(t, limiter, 2) // the first goes on alone meanwhile
		if log := strings.TrimPrefix(w.log.String(), log); strings.Count(log, "\n") != 1 || !strings.Contains(log, back) {
			t.Errorf("want one line when it is back, got:\n%s", log)
		}
	})
}
