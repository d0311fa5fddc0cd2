// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/reservationkit/reservations-go/sharedlimit"
)

// TestCancelledWhileWaiting for the slot, and for a Redis that does not respond.
func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*world) *sharedlimit.Limiter{
		"slot": func(w *world) *sharedlimit.Limiter {
			config := w.config()
			config.Rate = 1.0 / 3600
			l := w.limiter(w.connect(), config)
			takes(w.t, l, 1)
			return l
		},
		"Redis": func(w *world) *sharedlimit.Limiter {
			f := &fragile{dial: w.redis.Dial}
			f.hang(true)
			w.t.Cleanup(func() { f.hang(false) })
			config := w.config()
			config.Timeout = time.Hour
			return w.limiter(w.connect(f.options), config)
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := prepare(newWorld(t))
				for _, after := range []time.Duration{0, 123 * time.Millisecond} {
					ctx, cancel := context.WithCancel(t.Context())
					time.AfterFunc(after, cancel)
					start := time.Now()
					if err := l.Wait(ctx); err != context.Canceled {
						t.Errorf("got %v", err)
					}
					if took := time.Since(start); took != after {
						t.Errorf("it ended %v after it was cancelled", took-after)
					}
				}
			})
		})
	}
}

// TestACancelledCallLosesNoSlot when another call of the process waits behind it.
func TestACancelledCallLosesNoSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		l, other := w.limiter(w.connect(), w.config()), w.limiter(w.connect(), w.config())
		takes(t, l, 1)
		start := time.Now()
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if err := l.Wait(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
		})
		synctest.Wait()
		all.Go(func() {
			takes(t, other, 1)
			if took := time.Since(start); took != 200*time.Millisecond {
				t.Errorf("the other process waited %v", took)
			}
		})
		synctest.Wait()
		all.Go(func() {
			takes(t, l, 1)
			if took := time.Since(start); took != 100*time.Millisecond {
				t.Errorf("the call behind waited %v, want the slot of the one before", took)
			}
		})
		time.Sleep(30 * time.Millisecond)
		cancel()
		all.Wait()
	})
}

// TestNewRefuses what no limit can be, and names the field.
func TestNewRefuses(t *testing.T) {
	t.Parallel()
	rdb := redis.NewClient(&redis.Options{})
	defer rdb.Close()
	for want, config := range map[string]sharedlimit.Config{
		"Name must not be empty": {Rate: 10},
		"Rate must be above 0 and at most 1000 requests per second, not 0":       {Name: name},
		"Rate must be above 0 and at most 1000 requests per second, not NaN":     {Name: name, Rate: math.NaN()},
		"Rate must be above 0 and at most 1000 requests per second, not 1000.01": {Name: name, Rate: 1000.01},
		"Burst must be at least 1, not -1":                                       {Name: name, Rate: 10, Burst: -1},
		"Processes must be at least 1, not -1":                                   {Name: name, Rate: 10, Processes: -1},
		"MaxPause must be positive, not -1ns":                                    {Name: name, Rate: 10, MaxPause: -1},
		"Timeout must be positive, not -1ns":                                     {Name: name, Rate: 10, Timeout: -1},
	} {
		if l, err := sharedlimit.New(rdb, config); err == nil || l != nil || err.Error() != "sharedlimit: Config."+want {
			t.Errorf("got %v, %v; want %s", l, err, want)
		}
	}
	if l, err := sharedlimit.New(nil, sharedlimit.Config{Name: name, Rate: 10}); err == nil || l != nil {
		t.Errorf("without Redis: got %v, %v", l, err)
	}
}

// TestASlotThatWasLeft by a cancelled call, and behind which nobody waited, is not used later.
func TestASlotThatWasLeft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		l := w.limiter(w.connect(), w.config())
		takes(t, l, 1)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(10*time.Millisecond, cancel)
		if err := l.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		time.Sleep(time.Second)
		if got := takes(t, l, 2); got[0] != 0 || got[1] != 100*time.Millisecond {
			t.Errorf("after a quiet time two calls wait %v", got)
		}
	})
}
