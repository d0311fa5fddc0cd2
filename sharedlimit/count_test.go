// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/sharedlimit"
)

// TestTheShareOfAProcess while Redis is away is the rate, divided by the number of processes that
// Config says or Redis has counted, whichever is higher.
func TestTheShareOfAProcess(t *testing.T) {
	t.Parallel()
	const never = time.Duration(-1)
	tests := []struct {
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
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				config := w.config()
				config.Processes = test.processes
				for range test.others {
					takes(t, w.limiter(w.connect(), config), 1)
				}
				f := &fragile{dial: w.redis.Dial}
				limiter := w.limiter(w.connect(f.options), config)
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

// TestWhatRedisCounts are the processes that have asked within ten minutes: one that stopped before
// is forgotten, and one that goes on is not.
func TestWhatRedisCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		limiters := []*sharedlimit.Limiter{}
		for range 3 {
			limiters = append(limiters, w.limiter(w.connect(), w.config()))
			takes(t, limiters[0], 1)
			takes(t, limiters[len(limiters)-1], 1)
		}
		for minute, want := range []string{"3", "3", "3", "2", "2"} {
			if got := w.redis.HGet(key, "processes"); got != want {
				t.Errorf("after %d minutes Redis counts %s processes, want %s", 4*minute, got, want)
			}
			time.Sleep(4 * time.Minute)
			takes(t, limiters[0], 1)
			takes(t, limiters[1], 1)
		}
	})
}

// TestNotAllBeginTogether: when many of them begin without Redis at the same moment, their
// first requests are spread over the time that each waits between two.
func TestNotAllBeginTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		config := w.config()
		config.Processes = 100 // so that each sends once within ten seconds
		f := &fragile{dial: w.redis.Dial, err: errRefused}
		var all sync.WaitGroup
		var begun atomic.Int64
		for range config.Processes {
			limiter := w.limiter(w.connect(f.options), config)
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
