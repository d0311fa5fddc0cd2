// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// TestDeadlineInTheQueue: a call that waits while others of its process are before it fails at once when its deadline
// cannot be met, and as soon as that is known, also when the client has as many requests under way as it may.
func TestDeadlineInTheQueue(t *testing.T) {
	type late struct {
		far      time.Duration // of Redis
		inClient bool
		before   int           // calls that wait already
		timeout  time.Duration // of the call
		took     time.Duration
		says     string
	}
	inWorlds(t, map[string]late{
		"the second cannot be sent":    {0, false, 1, 119 * time.Second, 0, "in 2m0s"},
		"the fourth cannot be sent":    {0, false, 3, 5 * time.Second, 0, "in 4m0s"},
		"the slot is known later":      {20 * time.Millisecond, false, 2, 150 * time.Second, 120 * time.Millisecond, "in 2m59.9s"}, // several round trips
		"the client has two under way": {0, true, 4, 5 * time.Second, 0, "in 3m0s"},
	}, func(t *testing.T, w *world, test late) {
		w.config.Rate = 1.0 / 60
		l := w.limiter(&fragile{far: test.far})
		first := l // its slot is taken
		if test.far > 0 {
			first = w.limiter(&fragile{})
		}
		takes(t, first, 1)
		wait := l.Wait
		if test.inClient {
			c := w.client("one", l, reservations.WithMaxConcurrency(2))
			wait = func(ctx context.Context) error { return call(ctx, c) }
		}
		ctx, cancel := context.WithCancel(t.Context())
		var others sync.WaitGroup
		for range test.before {
			others.Go(func() {
				if err := wait(ctx); err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("another call: %v", err)
				}
			})
		}
		synctest.Wait()
		start := time.Now()
		limited, end := context.WithTimeout(t.Context(), test.timeout)
		defer end()
		err := wait(limited)
		took := time.Since(start)
		cancel()
		others.Wait()
		if took != test.took || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("got %v after %v, want one after %v that says %q", err, took, test.took, test.says)
		}
	})
}

// TestCancelledInTheQueue: the calls after one that is cancelled move up, in their order, and the first has its slot.
func TestCancelledInTheQueue(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		l := w.limiter(&fragile{})
		takes(t, l, 1)
		var all sync.WaitGroup
		for i, want := range []time.Duration{0, 100 * time.Millisecond, 0, 200 * time.Millisecond, 0, 300 * time.Millisecond} {
			all.Go(func() {
				if want == 0 {
					cancelled(t, l, 50*time.Millisecond)
				} else if took := takes(t, l, 1)[0]; took != want {
					t.Errorf("call %d waits %v, want %v", i+1, took, want)
				}
			})
			synctest.Wait()
		}
		all.Wait()
	})
}

// cancelled waits until it is cancelled, which is after this time.
func cancelled(t *testing.T, l *sharedlimit.Limiter, after time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(after, cancel)
	start := time.Now()
	if err := l.Wait(ctx); err != context.Canceled || time.Since(start) != after {
		t.Errorf("got %v after %v, want that it was cancelled after %v", err, time.Since(start), after)
	}
}

// TestCancelledTogether: calls that are cancelled at the same moment, so that some get their turn
// when they are, leave the queue to the next one.
func TestCancelledTogether(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		l := w.limiter(&fragile{})
		for range 20 {
			takes(t, l, 1)
			ctx, cancel := context.WithCancel(t.Context())
			var all sync.WaitGroup
			for range 5 {
				all.Go(func() {
					if err := l.Wait(ctx); err != context.Canceled {
						t.Errorf("got %v", err)
					}
				})
			}
			synctest.Wait()
			cancel()
			all.Wait()
		}
	})
}

// TestCancelledWhileWaiting for the slot, and for a Redis that does not respond.
func TestCancelledWhileWaiting(t *testing.T) {
	inWorlds(t, map[string]bool{"slot": false, "Redis": true}, func(t *testing.T, w *world, isHanging bool) {
		w.config.Rate, w.config.Timeout = 1.0/3600, time.Hour
		takes(t, w.limiter(&fragile{}), 1)
		f := &fragile{}
		l := w.limiter(f)
		if isHanging {
			f.hang(true)
			defer f.hang(false)
		}
		cancelled(t, l, 0)
		cancelled(t, l, 123*time.Millisecond)
	})
}

// TestNewRefuses what no limit can be, and names the field.
func TestNewRefuses(t *testing.T) {
	t.Parallel()
	rdb := redis.NewClient(&redis.Options{})
	defer rdb.Close()
	for _, test := range []struct {
		config sharedlimit.Config
		want   string
	}{
		{sharedlimit.Config{Rate: 10}, "Name must not be empty"},
		{sharedlimit.Config{Name: name}, "Rate must be above 0 and at most 1000 requests per second, not 0"},
		{sharedlimit.Config{Name: name, Rate: math.NaN()}, "Rate must be above 0 and at most 1000 requests per second, not NaN"},
		{sharedlimit.Config{Name: name, Rate: 1000.01}, "Rate must be above 0 and at most 1000 requests per second, not 1000.01"},
		{sharedlimit.Config{Name: name, Rate: 10, Burst: -1}, "Burst, Processes, MaxPause and Timeout must not be negative"},
		{sharedlimit.Config{Name: name, Rate: 10, Processes: -1}, "Burst, Processes, MaxPause and Timeout must not be negative"},
		{sharedlimit.Config{Name: name, Rate: 10, MaxPause: -1}, "Burst, Processes, MaxPause and Timeout must not be negative"},
		{sharedlimit.Config{Name: name, Rate: 10, Timeout: -1}, "Burst, Processes, MaxPause and Timeout must not be negative"},
	} {
		if l, err := sharedlimit.New(rdb, test.config); err == nil || l != nil || err.Error() != "sharedlimit: Config."+test.want {
			t.Errorf("got %v, %v; want %s", l, err, test.want)
		}
	}
	if l, err := sharedlimit.New(nil, sharedlimit.Config{Name: name, Rate: 10}); err == nil || l != nil {
		t.Errorf("without Redis: got %v, %v", l, err)
	}
}

// TestASlotThatWasLeft by a cancelled call, and behind which nobody waited, is not used later.
func TestASlotThatWasLeft(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		l := w.limiter(&fragile{})
		takes(t, l, 1)
		cancelled(t, l, 10*time.Millisecond)
		time.Sleep(time.Second)
		if got := takes(t, l, 2); got[0] != 0 || got[1] != 100*time.Millisecond {
			t.Errorf("after a quiet time two calls wait %v", got)
		}
	})
}
