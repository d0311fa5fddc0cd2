// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
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

// TestContextOfARequest holds what the start of its attempt put there, and the operation. A tracer
// may cancel it at the end of the attempt, and the call is retried all the same.
func TestContextOfARequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type number struct{}
		type cancelKey struct{}
		var seen []any
		rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			op, ok := reservations.OperationFromContext(r.Context())
			seen = append(seen, r.Context().Value(number{}), ok, op)
			return testclient.Responds(503, "", "")(r)
		})
		retry := reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2})
		c := testclient.Over(t, rt, retry, reservations.WithHooks(reservations.Hooks{
			AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
				ctx, cancel := context.WithCancel(context.WithValue(ctx, number{}, a.Number))
				return context.WithValue(ctx, cancelKey{}, cancel)
			},
			AttemptEnd: func(ctx context.Context, _ reservations.Attempt) {
				ctx.Value(cancelKey{}).(context.CancelFunc)()
			},
		}))
		if _, err := c.Guests.Get(t.Context(), 77); !errors.Is(err, reservations.ErrServer) {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]any{1, true, guestOperation, 2, true, guestOperation}, seen); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if op, ok := reservations.OperationFromContext(t.Context()); ok {
			t.Errorf("a context of no call has %+v", op)
		}
	})
}

// TestOperationFromContext of a limiter, a source of keys, a hook, and of the start of a walk.
func TestOperationFromContext(t *testing.T) {
	t.Parallel()
	var seen []reservations.Operation
	look := func(ctx context.Context) { op, _ := reservations.OperationFromContext(ctx); seen = append(seen, op) }
	c := testclient.Over(t, testclient.Responds(404, "", ""),
		reservations.WithLimiter(limiter(func(ctx context.Context) error { look(ctx); return nil })),
		reservations.WithAPIKeySource(func(ctx context.Context) (string, error) { look(ctx); return "the-key", nil }),
		reservations.WithHooks(reservations.Hooks{
			CallEnd:   func(ctx context.Context, _ reservations.Call) { look(ctx) },
			WalkStart: func(ctx context.Context, _ reservations.Walk) context.Context { look(ctx); return ctx },
		}))
	_, _ = c.Guests.Get(t.Context(), 77)
	want := []reservations.Operation{guestOperation, guestOperation, guestOperation}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("a call (-want +got):\n%s", diff)
	}
	seen = nil
	_ = readEntries(t.Context(), c, always)
	want = []reservations.Operation{listOperation, listOperation, listOperation, listOperation}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("a list (-want +got):\n%s", diff)
	}
}
