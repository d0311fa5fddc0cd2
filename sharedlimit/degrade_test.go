// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"errors"
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

// TestWithoutRedis a single process goes on at the rate. No call fails, none is delayed by more than
// the timeout, a warning each minute says why, and the limit is shared again once Redis is back.
func TestWithoutRedis(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		away, back func(*world, *fragile)
		cause      string // in the warning
	}{
		"stopped": {
			func(_ *world, f *fragile) { f.refuse(errors.New("connection refused")) },
			func(_ *world, f *fragile) { f.refuse(nil) },
			"closed pipe",
		},
		"restarted and empty": {
			func(w *world, f *fragile) { f.refuse(errors.New("connection refused")); w.redis.FlushAll() },
			func(_ *world, f *fragile) { f.refuse(nil) },
			"closed pipe",
		},
		"does not respond": {
			func(_ *world, f *fragile) { f.hang(true) },
			func(_ *world, f *fragile) { f.hang(false) },
			"has not responded within 5s",
		},
		"cannot be reached": {
			func(_ *world, f *fragile) { f.refuse(nil); f.black(true) },
			func(_ *world, f *fragile) { f.black(false) },
			"closed pipe",
		},
		"has another password": {
			func(w *world, _ *fragile) { w.redis.SetError(wrongPassword) },
			func(w *world, _ *fragile) { w.redis.SetError("") },
			"WRONGPASS",
		},
		"is loading": {
			func(w *world, _ *fragile) { w.redis.SetError("LOADING Redis is loading the dataset in memory") },
			func(w *world, _ *fragile) { w.redis.SetError("") },
			"LOADING",
		},
		"is read only": {
			func(w *world, _ *fragile) { w.redis.SetError("READONLY You can't write against a read only replica.") },
			func(w *world, _ *fragile) { w.redis.SetError("") },
			"READONLY",
		},
		"has something else under the key": {
			func(w *world, _ *fragile) { w.redis.Del(key); w.redis.Set(key, "another program") },
			func(w *world, _ *fragile) { w.redis.Del(key) },
			"WRONGTYPE",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				f := &fragile{dial: w.redis.Dial}
				limiter := w.limiter(w.connect(f.options), w.config())
				takes(t, limiter, 3)
				time.Sleep(time.Second)
				test.away(w, f)
				const timeout, slot = 250 * time.Millisecond, 100 * time.Millisecond
				begin := time.Now()
				if got := takes(t, limiter, 1)[0]; got > timeout+slot {
					t.Errorf("the first call is delayed by %v", got)
				}
				for i, got := range takes(t, limiter, 800) {
					if got > slot {
						t.Errorf("call %d is delayed by %v, want %v at most", i+2, got, slot)
					}
				}
				if took := time.Since(begin); took < 800*slot {
					t.Errorf("801 calls were sent in %v, want %v", took, 800*slot)
				}
				log := w.log.String()
				if strings.Count(log, warning) != 2 || strings.Count(log, "\n") != 2 || !strings.Contains(log, test.cause) || !strings.Contains(log, "limit=park-7") || strings.Contains(log, password) {
					t.Errorf("want two warnings within 80 s, and the cause %q, got:\n%s", test.cause, log)
				}

				test.back(w, f)
				time.Sleep(10 * time.Second)
				takes(t, limiter, 2) // the first goes on alone meanwhile
				if log := strings.TrimPrefix(w.log.String(), log); strings.Count(log, "\n") != 1 || !strings.Contains(log, back) {
					t.Errorf("want one line when it is back, got:\n%s", log)
				}
				for i, took := range takes(t, limiter, 5) {
					if took != slot {
						t.Errorf("then call %d waits %v", i+1, took)
					}
				}
			})
		})
	}
}

// TestWhatRedisForgets does not matter: the scripts, the key while calls wait for their
// slots, and a field of it.
func TestWhatRedisForgets(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*world){
		"the scripts":    func(w *world) { w.connect().ScriptFlush(context.Background()) },
		"the key":        func(w *world) { w.redis.Del(key) },
		"everything":     func(w *world) { w.redis.FlushAll() },
		"the next slot":  func(w *world) { w.redis.HDel(key, "next") },
		"no clock":       func(w *world) { w.redis.HDel(key, "seen") },
		"text":           func(w *world) { w.redis.HSet(key, "next", "soon") },
		"no number":      func(w *world) { w.redis.HSet(key, "next", "nan") },
		"infinity":       func(w *world) { w.redis.HSet(key, "next", "inf") },
		"less than zero": func(w *world) { w.redis.HSet(key, "next", "-1e300") },
	}
	for _, name := range testkit.Cases(9, slices.Collect(maps.Keys(tests))) {
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
	for _, by := range []time.Duration{-time.Hour, -500 * time.Millisecond, time.Hour} {
		t.Run(by.String(), func(t *testing.T) {
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
				shift.Store(int64(by))
				for i, took := range takes(t, limiter, 10) {
					if took > 101*time.Millisecond+max(0, min(-by, time.Second)) {
						t.Errorf("call %d waits %v", i+1, took)
					}
				}
			})
		})
	}
}

// TestThePauseWithoutRedis is that of the client alone.
func TestThePauseWithoutRedis(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		f := &fragile{dial: w.redis.Dial}
		f.refuse(errors.New("connection refused"))
		w.service.after = "3"
		w.service.refuse = func(a arrival) bool { return a.number == 1 }
		c := w.client("one", w.limiter(w.connect(f.options), w.config()))
		start := time.Now()
		if err := call(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took < 3*time.Second || took > 3*time.Second+1400*time.Millisecond { // two intervals of its share more
			t.Errorf("the call took %v", took)
		}
		if n := strings.Count(w.log.String(), "\n"); n != 1 {
			t.Errorf("%d lines were logged:\n%s", n, w.log)
		}
	})
}
