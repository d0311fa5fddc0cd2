// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// countedContext counts the contexts that are made from it and have not been cancelled.
type countedContext struct {
	context.Context
	done chan struct{} // of its own, so that package context asks AfterFunc
	open *atomic.Int32
}

func countContexts(ctx context.Context) countedContext {
	return countedContext{ctx, make(chan struct{}), new(atomic.Int32)}
}

func (c countedContext) Done() <-chan struct{} { return c.done }

func (c countedContext) AfterFunc(func()) (stop func() bool) {
	c.open.Add(1)
	return func() bool { return c.open.Add(-1) >= 0 }
}

// TestContextsAreCancelled: what a call or a walk made of its context is gone when it ends, and
// not when its time is over.
func TestContextsAreCancelled(t *testing.T) {
	t.Parallel()
	all := testclient.Calls()
	for _, call := range testclient.Calls() {
		if call.Walk {
			call.Name, call.Most = call.Name+"_left", 1
			all = append(all, call)
		}
	}
	for _, call := range all {
		for limit, opts := range map[string][]reservations.CallOption{
			"": nil, " with a timeout": {reservations.WithCallTimeout(time.Hour)},
		} {
			t.Run(call.Name+limit, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					srv := testclient.Server(7, 8, 9, 10, 11, 12)
					srv.SetBookings(testclient.Present(8)...)
					of := countContexts(t.Context())
					c := testclient.Over(t, srv, reservations.WithHooks(reservations.Hooks{
						CallStart: func(ctx context.Context, _ reservations.Call) context.Context {
							return countedContext{ctx, of.done, of.open}
						}}))
					if _, err := call.Do(of, c, opts...); err != nil {
						t.Fatal(err)
					}
					synctest.Wait()
					if n := of.open.Load(); n != 0 {
						t.Errorf("%d contexts are left", n)
					}
				})
			})
		}
	}
}
