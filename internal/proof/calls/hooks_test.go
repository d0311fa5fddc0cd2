// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// tracer records spans as a tracing library would: a start puts its span into the context, and an
// end finds it there.
type tracer struct {
	mu    sync.Mutex
	spans []*span
}

type span struct {
	Name   string // such as "call guests.get"
	Parent string
	Ends   int
}

type spanKey struct{ *tracer }

func (tr *tracer) start(ctx context.Context, name string) context.Context {
	s := &span{Name: name}
	if parent, ok := ctx.Value(spanKey{tr}).(*span); ok {
		s.Parent = parent.Name
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.spans = append(tr.spans, s)
	return context.WithValue(ctx, spanKey{tr}, s)
}

func (tr *tracer) end(ctx context.Context, name string) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if s, ok := ctx.Value(spanKey{tr}).(*span); ok && s.Name == name {
		s.Ends++
		return
	}
	tr.spans = append(tr.spans, &span{Name: "the end of " + name + " found another span"})
}

func callName(c reservations.Call) string {
	if c.Page != nil {
		return fmt.Sprintf("call %s page %d at %d of %d", c.Name, c.Page.Number, c.Page.Offset, c.Page.Limit)
	}
	return "call " + c.Name
}

func attemptName(a reservations.Attempt) string {
	return fmt.Sprintf("attempt %d of %s", a.Number, a.URLPath)
}

func (tr *tracer) hooks() reservations.Option {
	return reservations.WithHooks(reservations.Hooks{
		WalkStart: func(ctx context.Context, w reservations.Walk) context.Context { return tr.start(ctx, "walk "+w.Name) },
		WalkEnd:   func(ctx context.Context, w reservations.Walk) { tr.end(ctx, "walk "+w.Name) },
		CallStart: func(ctx context.Context, c reservations.Call) context.Context { return tr.start(ctx, callName(c)) },
		CallEnd:   func(ctx context.Context, c reservations.Call) { tr.end(ctx, callName(c)) },
		AttemptStart: func(ctx context.Context, a reservations.Attempt) context.Context {
			return tr.start(ctx, attemptName(a))
		},
		AttemptEnd: func(ctx context.Context, a reservations.Attempt) { tr.end(ctx, attemptName(a)) },
	})
}

// ended returns the spans by name, since pages are read in parallel, and fails unless each has
// ended once.
func (tr *tracer) ended(t *testing.T) []span {
	t.Helper()
	tr.mu.Lock()
	defer tr.mu.Unlock()
	var all []span
	for _, s := range tr.spans {
		if s.Ends != 1 {
			t.Errorf("%+v, want one end", *s)
		}
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b span) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// onEnd returns hooks that collect what they get at the ends of calls, attempts and walks.
func onEnd(calls *[]reservations.Call, attempts *[]reservations.Attempt,
	walks *[]reservations.Walk) reservations.Option {
	var mu sync.Mutex // the calls of a walk can end at the same time
	var h reservations.Hooks
	if calls != nil {
		h.CallEnd = func(_ context.Context, c reservations.Call) { add(&mu, calls, c) }
	}
	if attempts != nil {
		h.AttemptEnd = func(_ context.Context, a reservations.Attempt) { add(&mu, attempts, a) }
	}
	if walks != nil {
		h.WalkEnd = func(_ context.Context, w reservations.Walk) { add(&mu, walks, w) }
	}
	return reservations.WithHooks(h)
}

func add[T any](mu *sync.Mutex, all *[]T, one T) {
	mu.Lock()
	defer mu.Unlock()
	*all = append(*all, one)
}

// entries returns a service whose list of registration numbers has n records.
func entries(n int) testkit.RoundTripper {
	srv := reservationstest.NewServer()
	for id := range int64(n) {
		srv.Put(reservationstest.NewRegistrationNumberEntry(id + 1))
	}
	return srv.RoundTrip
}

// readEntries reads that list until f reports false.
func readEntries(ctx context.Context, c *reservations.Client, f func() (goOn bool)) error {
	params := reservations.RegistrationNumberEntriesParams{}
	for _, err := range c.Reservations.AllRegistrationNumberEntries(ctx, params) {
		if err != nil {
			return err
		}
		if !f() {
			break
		}
	}
	return nil
}

func always() bool { return true }
