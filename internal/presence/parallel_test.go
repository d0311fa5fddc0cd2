// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// thirteenPages is a register of 300 reservations.
var thirteenPages = world{Park: all(300), Limit: 25, Service: "honest"}

// TestEveryErrorEndsTheWalk: whichever request of a walk fails, the walk ends with its error.
func TestEveryErrorEndsTheWalk(t *testing.T) {
	for _, w := range []world{
		{all(10), 0, false, "honest", nil},
		{all(60), 25, false, "honest", nil},
		{drawn(1, 60, 40), 25, false, "honest", nil},
		{drawn(1, 60, 40), 25, true, "honest", nil},
		{all(60), 100, false, "clamp 10", nil},
		{drawn(1, 60, 70), 40, false, "clamp 10", nil},
	} {
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			for fails := 1; ; fails++ {
				p, walk := w.open()
				fetch := walk.Fetch
				walk.Fetch = func(ctx context.Context, offset, limit int, fresh bool) (Page, error) {
					if got, err := fetch(ctx, offset, limit, fresh); p.requests != fails {
						return got, err
					}
					return Page{}, errBroken
				}
				_, err := walk.Run(t.Context())
				if p.requests < fails {
					return // the walk has ended before
				}
				if !errors.Is(err, errBroken) {
					t.Errorf("request %d fails: got %v after %d requests", fails, err, p.requests)
				}
			}
		})
	}
}

// ending is a walk of which one request ends all. Those after it wait to be called off.
type ending struct {
	Walk
	started atomic.Int64
	under   atomic.Int64 // requests under way
}

func endingWorld(workers int, at int64, end func(context.Context) error) *ending {
	_, walk := thirteenPages.openInParallel(1, workers)
	e := &ending{Walk: walk}
	e.Fetch = func(ctx context.Context, offset, limit int, fresh bool) (Page, error) {
		e.under.Add(1)
		defer e.under.Add(-1)
		switch n := e.started.Add(1); {
		case n < at:
			return walk.Fetch(ctx, offset, limit, fresh)
		case n == at:
			time.Sleep(time.Minute) // until the others wait
			return Page{}, end(ctx)
		default:
			<-ctx.Done()
			time.Sleep(time.Second)
			return Page{}, ctx.Err()
		}
	}
	return e
}

// TestEndings ends a walk at its first request, in the middle and at its last, in every way in
// which a request can end. A reader that is left keeps the bubble from ending.
func TestEndings(t *testing.T) {
	last := int64(requestsOf(t, thirteenPages, new(Sizes)))
	for _, workers := range []int{1, 4, 8} {
		for _, at := range []int64{1, 2, 3, last / 2, last} {
			run := func(name string, test func(t *testing.T)) {
				name = fmt.Sprintf("%s/%d workers, request %d of %d", name, workers, at, last)
				t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
			}
			run("panic", func(t *testing.T) {
				e := endingWorld(workers, at, func(context.Context) error { panic("the page is lost") })
				defer e.wantIdle(t, at)
				defer func() {
					if p := recover(); !strings.Contains(fmt.Sprint(p), "the page is lost") {
						t.Errorf("the caller recovered %v", p)
					}
				}()
				days, err := e.Run(context.Background())
				t.Errorf("the walk returned %d days and %v", len(days), err)
			})
			run("Goexit", func(t *testing.T) {
				e := endingWorld(workers, at, func(context.Context) error { runtime.Goexit(); return nil })
				returned := make(chan bool, 1)
				go func() {
					done := false
					defer func() { returned <- done }()
					e.Run(context.Background())
					done = true
				}()
				if <-returned {
					t.Error("the walk returned, although a request ended its goroutine")
				}
				e.wantIdle(t, at)
			})
			run("error", func(t *testing.T) {
				broken := errors.New("broken")
				e := endingWorld(workers, at, func(context.Context) error { return broken })
				e.wantError(t, context.Background(), at, broken)
			})
			run("cancel", func(t *testing.T) {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				e := endingWorld(workers, at, func(ctx context.Context) error {
					cancel()
					<-ctx.Done()
					return fmt.Errorf("fetch: %w", ctx.Err())
				})
				e.wantError(t, ctx, at, context.Canceled)
			})
			run("deadline", func(t *testing.T) {
				ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
				defer cancel()
				e := endingWorld(workers, at, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
				e.wantError(t, ctx, at, context.DeadlineExceeded)
			})
		}
	}
}

func (e *ending) wantError(t *testing.T, ctx context.Context, at int64, want error) {
	t.Helper()
	if days, err := e.Run(ctx); !errors.Is(err, want) || days != nil {
		t.Errorf("the walk returned %d days and %v, want %v", len(days), err, want)
	}
	e.wantIdle(t, at)
}

// wantIdle checks that the request that ends the walk was made, and that none is under way any more.
func (e *ending) wantIdle(t *testing.T, at int64) {
	t.Helper()
	if n := e.started.Load(); n < at {
		t.Errorf("the walk made %d requests, and was to end at the %dth", n, at)
	}
	if n := e.under.Load(); n > 0 {
		t.Errorf("%d requests are under way when the walk has ended", n)
	}
}
