// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/sharedlimit"
)

// waitUntil waits with a deadline, or without one when it is 0, and returns how long that took.
func waitUntil(t *testing.T, l *sharedlimit.Limiter, deadline time.Duration) (time.Duration, error) {
	ctx := t.Context()
	if deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, deadline)
		defer cancel()
	}
	start := time.Now()
	err := l.Wait(ctx)
	return time.Since(start), err
}

// TestDeadlineInTheQueue: a call that waits while others of its process are before it fails at once
// when its deadline cannot be met, and as soon as that is known.
func TestDeadlineInTheQueue(t *testing.T) {
	t.Parallel()
	minute := func(w *world) *sharedlimit.Limiter { // one request a minute, the first of which was sent
		config := w.config()
		config.Rate = 1.0 / 60
		l := w.limiter(w.connect(), config)
		takes(w.t, l, 1)
		return l
	}
	tests := []struct {
		name    string
		prepare func(*world) *sharedlimit.Limiter
		before  int           // calls that wait already
		timeout time.Duration // of the call
		took    time.Duration
		says    string
	}{
		{"the second cannot be sent", minute, 1, 119 * time.Second, 0, "in 2m0s"},
		{"the fourth cannot be sent", minute, 3, 5 * time.Second, 0, "in 4m0s"},
		{"the slot is known later", func(w *world) *sharedlimit.Limiter {
			minute(w)
			f := &fragile{dial: w.redis.Dial, far: 20 * time.Millisecond} // several round trips at first
			config := w.config()
			config.Rate = 1.0 / 60
			return w.limiter(w.connect(f.options), config)
		}, 2, 150 * time.Second, 120 * time.Millisecond, "in 2m59.9s"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				l := test.prepare(w)
				ctx, cancel := context.WithCancel(t.Context())
				var others sync.WaitGroup
				for range test.before {
					others.Go(func() {
						if err := l.Wait(ctx); err != nil && err != context.Canceled {
							t.Errorf("another call: %v", err)
						}
					})
				}
				synctest.Wait()
				took, err := waitUntil(t, l, test.timeout)
				cancel()
				others.Wait()
				if took != test.took || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), test.says) {
					t.Errorf("got %v after %v, want one after %v that says %q", err, took, test.took, test.says)
				}
			})
		})
	}
}

// TestDeadlineInTheClient: a call fails at once also when the client has as many requests under way
// as it may, all of which wait for their slots.
func TestDeadlineInTheClient(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		config := w.config()
		config.Rate = 1.0 / 60
		l := w.limiter(w.connect(), config)
		takes(t, l, 1)
		c := w.client("one", l, reservations.WithMaxConcurrency(2))
		ctx, cancel := context.WithCancel(t.Context())
		var others sync.WaitGroup
		for range 4 {
			others.Go(func() { call(ctx, c) })
		}
		synctest.Wait()
		start := time.Now()
		err := call(t.Context(), c, reservations.WithCallTimeout(5*time.Second))
		if took := time.Since(start); took != 0 || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "in 3m0s") {
			t.Errorf("got %v after %v, want an error at once that says when the next request may be sent", err, took)
		}
		cancel()
		others.Wait()
	})
}

// TestCancelledInTheQueue: the calls after one that is cancelled move up, in their order.
func TestCancelledInTheQueue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		l := w.limiter(w.connect(), w.config())
		takes(t, l, 1)
		var all sync.WaitGroup
		want := []time.Duration{100 * time.Millisecond, 0, 200 * time.Millisecond, 0, 300 * time.Millisecond}
		for i, want := range want {
			ctx, cancel := context.WithCancel(t.Context())
			all.Go(func() {
				defer cancel()
				start := time.Now()
				err := l.Wait(ctx)
				if want == 0 && err != context.Canceled || want != 0 && err != nil {
					t.Errorf("call %d: got %v", i+1, err)
				}
				if took := time.Since(start); err == nil && took != want {
					t.Errorf("call %d waits %v, want %v", i+1, took, want)
				}
			})
			synctest.Wait()
			if want == 0 {
				time.AfterFunc(50*time.Millisecond, cancel)
			}
		}
		all.Wait()
	})
}

// TestCancelledTogether: calls that are cancelled at the same moment, so that some get their turn
// when they are, leave the queue to the next one.
func TestCancelledTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		l := w.limiter(w.connect(), w.config())
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
