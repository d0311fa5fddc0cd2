// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestTheShareOfAProcess while Redis is away is the rate, divided by the number of processes that
// Config says or Redis has counted, whichever is higher.
func TestTheShareOfAProcess(t *testing.T) {
	t.Parallel()
	const never = time.Duration(-1)
	for _, test := range []struct {
		name      string
		processes int           // in Config
		others    int           // processes that have sent a request, just before
		asked     time.Duration // this process, before Redis goes away
		want      int           // processes
	}{
		{"nobody says how many there are", 0, 0, never, 4},
		{"Config says it", 3, 0, never, 3},
		{"Redis says it", 0, 2, 0, 3},
		{"Config says more than Redis has seen", 8, 1, 0, 8},
		{"Redis was asked nine minutes ago", 0, 2, 9 * time.Minute, 3},
		{"Redis was asked so long ago that others may have come", 0, 2, 11 * time.Minute, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				w.config.Processes = test.processes
				for range test.others {
					takes(t, w.limiter(&fragile{}), 1)
				}
				f := &fragile{}
				limiter := w.limiter(f)
				if test.asked != never {
					takes(t, limiter, 1)
					time.Sleep(test.asked)
				}
				f.refuse(errRefused)
				takes(t, limiter, 1)
				want := time.Duration(test.want) * 100 * time.Millisecond
				for i, got := range takes(t, limiter, 20) {
					if got != want {
						t.Fatalf("call %d waits %v, want %v", i+2, got, want)
					}
				}
			})
		})
	}
}

// TestNotAllBeginTogether: when many of them begin without Redis at the same moment, their
// first requests are spread over the time that each waits between two.
func TestNotAllBeginTogether(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.config.Processes = 100 // so that each sends once within ten seconds
		var all sync.WaitGroup
		var begun atomic.Int64
		for range w.config.Processes {
			limiter := w.limiter(&fragile{err: errRefused})
			all.Go(func() {
				if takes(t, limiter, 1)[0] < 5*time.Second {
					begun.Add(1)
				}
			})
		}
		all.Wait()
		if n := begun.Load(); n < 20 || n > 80 {
			t.Errorf("%d of 100 processes began within the first half of the time", n)
		}
	})
}

// TestBackWhileACallWaits for the share of its process, which is long when the rate is low: it goes on
// as soon as Redis is back.
func TestBackWhileACallWaits(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.config.Rate, w.config.Processes = 1.0/60, 4
		f := &fragile{}
		limiter := w.limiter(f)
		takes(t, limiter, 1)
		f.refuse(errRefused)
		time.AfterFunc(3*time.Second, func() { f.refuse(nil) })
		if got := takes(t, limiter, 1)[0]; got != time.Minute {
			t.Errorf("the call waits %v, want a minute and not four", got)
		}
	})
}

// TestAnotherClock: a server that takes over may have another clock.
func TestAnotherClock(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.redis.ClockTTL(false)
		limiter := w.limiter(&fragile{})
		ticker := time.NewTicker(time.Millisecond)
		var shift atomic.Int64
		clock := func() { w.redis.SetTime(time.Now().Add(time.Duration(shift.Load()))) }
		clock()
		go func() {
			for {
				select {
				case <-ticker.C:
					clock()
				case <-t.Context().Done():
					return
				}
			}
		}()
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
	inWorld(t, func(t *testing.T, w *world) {
		limiter := w.limiter(&fragile{})
		takes(t, limiter, 1)
		w.redis.SetError(wrongPassword)
		for _, took := range takes(t, limiter, 800)[1:] {
			if took != 100*time.Millisecond { // that of a single process
				t.Fatalf("a call waits %v", took)
			}
		}
		log := w.log.String()
		if strings.Count(log, warning) != 2 || strings.Count(log, "\n") != 2 || !strings.Contains(log, "WRONGPASS") ||
			!strings.Contains(log, "limit=park-7") || strings.Contains(log, password) {
			t.Errorf("want two warnings within 80 s, got:\n%s", log)
		}
	})
}
