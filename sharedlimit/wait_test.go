// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"errors"
	"log/slog"
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

// TestCancelledWhileWaiting for the slot, in the line behind another call, for the end of a
// pause, for the outcome of a probe, and for a Redis that does not respond.
func TestCancelledWhileWaiting(t *testing.T) {
	t.Parallel()
	hours := func(w *world) *sharedlimit.Limiter {
		config := w.config()
		config.Rate = 1.0 / 3600
		l := w.limiter(w.connect(), config)
		takes(w.t, l, 1)
		return l
	}
	pause := func(w *world) {
		w.service.refuse, w.service.after = func(arrival) bool { return true }, "60"
		if err := call(w.t.Context(), w.process("refused", reservations.WithRetry(reservations.NoRetry()))); !errors.Is(err, reservations.ErrRateLimited) {
			w.t.Fatal(err)
		}
	}
	tests := map[string]func(*world) *sharedlimit.Limiter{
		"slot": hours,
		"line": func(w *world) *sharedlimit.Limiter {
			l := hours(w)
			ctx, cancel := context.WithCancel(w.t.Context())
			var first sync.WaitGroup
			first.Go(func() { l.Wait(ctx) })
			w.t.Cleanup(first.Wait)
			w.t.Cleanup(cancel)
			synctest.Wait()
			return l
		},
		"pause": func(w *world) *sharedlimit.Limiter {
			pause(w)
			return w.limiter(w.connect(), w.config())
		},
		"probe": func(w *world) *sharedlimit.Limiter {
			pause(w)
			time.Sleep(time.Minute)
			takes(w.t, w.limiter(w.connect(), w.config()), 1)
			return w.limiter(w.connect(), w.config())
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

		// One that was cancelled, and behind which nobody waited, is not used later.
		if err := l.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Hour)
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

// TestDeadline: a wait that would pass the deadline fails at once and takes no slot.
func TestDeadline(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		prepare func(*world)
		says    string
		next    time.Duration // what a call without a deadline waits then
	}{
		"slot": {func(w *world) { takes(w.t, w.limiter(w.connect(), w.config()), 1) }, "in 100ms", 100 * time.Millisecond},
		"pause": {func(w *world) {
			w.service.refuse, w.service.after = func(arrival) bool { return true }, "30"
			call(w.t.Context(), w.process("refused", reservations.WithRetry(reservations.NoRetry())))
		}, "in 30s", 30 * time.Second},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				test.prepare(w)
				l := w.limiter(w.connect(), w.config())
				start := time.Now()
				for range 3 {
					ctx, cancel := context.WithTimeout(t.Context(), 99*time.Millisecond)
					err := l.Wait(ctx)
					cancel()
					if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), test.says) {
						t.Errorf("got %v, want one that says %q", err, test.says)
					}
				}
				if err := call(t.Context(), w.client("one", l), reservations.WithCallTimeout(99*time.Millisecond)); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), test.says) {
					t.Errorf("the call: got %v, want one that says %q", err, test.says)
				}
				if took := time.Since(start); took != 0 {
					t.Errorf("this took %v", took)
				}
				ctx, cancel := context.WithTimeout(t.Context(), test.next+time.Millisecond)
				defer cancel()
				if err := l.Wait(ctx); err != nil {
					t.Errorf("with a deadline that is just long enough: %v", err)
				}
				if took := time.Since(start); took != test.next {
					t.Errorf("the next call waits %v, want %v", took, test.next)
				}
			})
		})
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*sharedlimit.Config){
		"Name must not be empty": func(c *sharedlimit.Config) { c.Name = "" },
		"Rate must be above 0 and at most 1000 requests per second, not 0":       func(c *sharedlimit.Config) { c.Rate = 0 },
		"Rate must be above 0 and at most 1000 requests per second, not -1":      func(c *sharedlimit.Config) { c.Rate = -1 },
		"Rate must be above 0 and at most 1000 requests per second, not NaN":     func(c *sharedlimit.Config) { c.Rate = math.NaN() },
		"Rate must be above 0 and at most 1000 requests per second, not +Inf":    func(c *sharedlimit.Config) { c.Rate = math.Inf(1) },
		"Rate must be above 0 and at most 1000 requests per second, not 1000.01": func(c *sharedlimit.Config) { c.Rate = 1000.01 },
		"Burst must be at least 1, not -1":                                       func(c *sharedlimit.Config) { c.Burst = -1 },
		"Processes must be at least 1, not -1":                                   func(c *sharedlimit.Config) { c.Processes = -1 },
		"MaxPause must be positive, not -1ns":                                    func(c *sharedlimit.Config) { c.MaxPause = -1 },
		"Timeout must be positive, not -1ns":                                     func(c *sharedlimit.Config) { c.Timeout = -1 },
	}
	rdb := redis.NewClient(&redis.Options{})
	defer rdb.Close()
	for want, change := range tests {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			config := sharedlimit.Config{Name: name, Rate: 10}
			change(&config)
			if l, err := sharedlimit.New(rdb, config); err == nil || l != nil || err.Error() != "sharedlimit: Config."+want {
				t.Errorf("got %v, %v", l, err)
			}
		})
	}
	if l, err := sharedlimit.New(nil, sharedlimit.Config{Name: name, Rate: 10}); err == nil || l != nil || !strings.Contains(err.Error(), "Redis client must not be nil") {
		t.Errorf("without Redis: got %v, %v", l, err)
	}
}

// TestExtremes do not overflow.
func TestExtremes(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{1e-300, 1e-6, 1000} {
		synctest.Test(t, func(t *testing.T) {
			w := newWorld(t)
			l := w.limiter(w.connect(), sharedlimit.Config{Name: name, Rate: rate, Burst: math.MaxInt, MaxPause: math.MaxInt64, Timeout: math.MaxInt64, Logger: slog.New(slog.NewTextHandler(w.log, nil))})
			for i, took := range takes(t, l, 2) {
				if took != 0 {
					t.Errorf("call %d waits %v", i+1, took)
				}
			}
			if w.log.String() != "" {
				t.Errorf("logged:\n%s", w.log)
			}
		})
	}
}
