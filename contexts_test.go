package reservations_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// countedContext counts the contexts that are made from it and have not been cancelled.
type countedContext struct {
	context.Context
	done chan struct{} // of its own, so that package context asks AfterFunc
	open *atomic.Int32
}

func counted(ctx context.Context) countedContext {
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
	p, _ := days(1)
	for name, walk := range map[string]func(context.Context, *reservations.Client, ...reservations.CallOption) error{
		"register": func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) error {
			_, err := c.Reports.Presence(ctx, p, opts...)
			return err
		},
		"list": func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) error {
			return last(c.Supplements.All(ctx, reservations.SupplementsParams{Organization: 1}, opts...))
		},
		"list that is left": func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) (err error) {
			for _, err = range c.Supplements.All(ctx, reservations.SupplementsParams{Organization: 1}, opts...) {
				break
			}
			return err
		},
		"call": func(ctx context.Context, c *reservations.Client, opts ...reservations.CallOption) error {
			_, err := c.Reports.PresencePage(ctx, p, opts...)
			return err
		},
	} {
		for limit, opts := range map[string][]reservations.CallOption{"": nil, " with a timeout": {reservations.WithCallTimeout(time.Hour)}} {
			t.Run(name+limit, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					srv := reservationstest.NewServer(reservationstest.WithBookings(present(60)...))
					srv.Put(reservationstest.NewSupplement(1), reservationstest.NewSupplement(2), reservationstest.NewSupplement(3))
					of := counted(t.Context())
					c := over(t, srv, reservations.WithHooks(reservations.Hooks{
						CallStart: func(ctx context.Context, _ reservations.Call) context.Context {
							return countedContext{ctx, of.done, of.open}
						}}))
					if err := walk(of, c, opts...); err != nil {
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
