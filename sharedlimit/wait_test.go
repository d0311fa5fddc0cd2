// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"errors"
	"math"
	"slices"
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
		l := w.limiter(&fragile{way: way{far: test.far}})
		takes(t, w.limiter(&fragile{}), 1) // the first slot
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

// TestCancelled calls end at once, and those after them move up in their order. A slot that was left, and behind which
// nobody waited, is not used later.
func TestCancelled(t *testing.T) {
	const ms = time.Millisecond
	type queued struct {
		begins, ends time.Duration // since the first slot was taken
		isCancelled  bool          // when it ends
	}
	var together []queued // some get their turn when they are cancelled
	for at := 0 * ms; at < 2000*ms; at += 100 * ms {
		together = append(together, slices.Repeat([]queued{{at, at + 50*ms, true}}, 5)...)
		together = append(together, queued{at + 60*ms, at + 100*ms, false})
	}
	type cancelled struct {
		hangs bool // Redis
		calls []queued
	}
	inWorlds(t, map[string]cancelled{
		"every second": {false, []queued{{0, 50 * ms, true}, {0, 100 * ms, false}, {0, 50 * ms, true}, {0, 200 * ms, false}}},
		"together":     {false, together},
		"the last":     {false, []queued{{0, 10 * ms, true}, {1000 * ms, 1000 * ms, false}, {1001 * ms, 1100 * ms, false}}},
		"Redis hangs":  {true, []queued{{0, 0, true}, {0, 123 * ms, true}}},
	}, func(t *testing.T, w *world, test cancelled) {
		f := &fragile{}
		l := w.limiter(f)
		takes(t, l, 1)
		if test.hangs {
			f.set(way{hang: make(chan struct{})})
		}
		defer f.set(way{})
		start := time.Now()
		var all sync.WaitGroup
		cancelled := map[time.Duration]context.Context{} // by when they are
		for i, call := range test.calls {
			ctx := t.Context()
			if call.isCancelled && cancelled[call.ends] == nil {
				together, cancel := context.WithCancel(ctx)
				time.AfterFunc(call.ends, cancel)
				cancelled[call.ends] = together
			}
			if call.isCancelled {
				ctx = cancelled[call.ends]
			}
			all.Go(func() {
				time.Sleep(call.begins)
				err := l.Wait(ctx)
				if took := time.Since(start); took != call.ends || err != ctx.Err() || (err != nil) != call.isCancelled {
					t.Errorf("call %d ends after %v, want %v: %v", i+1, took, call.ends, err)
				}
			})
			synctest.Wait()
		}
		all.Wait()
	})
}

// TestNewRefuses what no limit can be, and names the field.
func TestNewRefuses(t *testing.T) {
	t.Parallel()
	rdb := redis.NewClient(&redis.Options{})
	defer rdb.Close()
	const rate = "Rate must be above 0 and at most 1000 requests per second, not "
	const negative = "Burst, Processes, MaxPause and Timeout must not be negative"
	for config, want := range map[sharedlimit.Config]string{
		{Rate: 10}:                            "Name must not be empty",
		{Name: name}:                          rate + "0",
		{Name: name, Rate: math.NaN()}:        rate + "NaN",
		{Name: name, Rate: 1000.01}:           rate + "1000.01",
		{Name: name, Rate: 10, Burst: -1}:     negative,
		{Name: name, Rate: 10, Processes: -1}: negative,
		{Name: name, Rate: 10, MaxPause: -1}:  negative,
		{Name: name, Rate: 10, Timeout: -1}:   negative,
	} {
		if l, err := sharedlimit.New(rdb, config); err == nil || l != nil || err.Error() != "sharedlimit: Config."+want {
			t.Errorf("got %v, %v; want %s", l, err, want)
		}
	}
	if l, err := sharedlimit.New(nil, sharedlimit.Config{Name: name, Rate: 10}); err == nil || l != nil {
		t.Errorf("without Redis: got %v, %v", l, err)
	}
}
