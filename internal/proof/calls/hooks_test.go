// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
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

// observed collects what hooks get at the ends of calls, attempts and walks, and with warnings.
type observed struct {
	mu       sync.Mutex // the calls of a walk can end at the same time
	calls    []reservations.Call
	attempts []reservations.Attempt
	walks    []reservations.Walk
	warnings []reservations.WarningCount // of all calls
}

func (o *observed) hooks() reservations.Option {
	return reservations.WithHooks(reservations.Hooks{
		CallEnd:    func(_ context.Context, c reservations.Call) { add(&o.mu, &o.calls, c) },
		AttemptEnd: func(_ context.Context, a reservations.Attempt) { add(&o.mu, &o.attempts, a) },
		WalkEnd:    func(_ context.Context, w reservations.Walk) { add(&o.mu, &o.walks, w) },
		Warnings: func(_ context.Context, _ reservations.Call, found []reservations.WarningCount) {
			add(&o.mu, &o.warnings, found...)
		},
	})
}

func add[T any](mu *sync.Mutex, all *[]T, some ...T) {
	mu.Lock()
	defer mu.Unlock()
	*all = append(*all, some...)
}

// TestSpans: each walk, call and attempt is a span below the one around it, and ends once.
func TestSpans(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var tr tracer
		srv := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(60)...))
		srv.Inject("reports.presence", reservationstest.Nth(2), reservationstest.TooManyRequests("3"))
		var seen observed
		c := testclient.Over(t, srv, tr.hooks(), seen.hooks(), reservations.WithMaxConcurrency(1))
		p := testclient.Days(2)
		p.Limit = 40
		if _, err := c.Reports.Presence(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Reports.PresencePage(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if w := seen.walks[0]; w.Pages != 3 || w.Duration != 3*time.Second || w.Err != nil || w.URLPath != "/api/reports/presence" {
			t.Errorf("the walk ends with %+v, want 3 pages in 3 seconds", w)
		}
		const walk, call = "walk reports.presence", "call reports.presence"
		const attempt1, attempt2 = "attempt 1 of /api/reports/presence", "attempt 2 of /api/reports/presence"
		want := []span{
			{attempt1, call, 1}, {attempt1, call + " page 1 at 0 of 40", 1},
			{attempt1, call + " page 2 at 38 of 40", 1}, {attempt1, call + " page 3 at 58 of 40", 1},
			{attempt2, call + " page 2 at 38 of 40", 1},
			{call, "", 1}, {call + " page 1 at 0 of 40", walk, 1},
			{call + " page 2 at 38 of 40", walk, 1}, {call + " page 3 at 58 of 40", walk, 1},
			{walk, "", 1},
		}
		got := tr.ended(t)
		slices.SortStableFunc(got, func(a, b span) int { return strings.Compare(a.Name+a.Parent, b.Name+b.Parent) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("spans (-want +got):\n%s", diff)
		}
	})
}

// TestContextOfARequest holds what the start of its attempt put there. A tracer
// may cancel it at the end of the attempt, and the call is retried all the same.
func TestContextOfARequest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		type number struct{}
		type cancelKey struct{}
		var seen []any
		rt := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
			seen = append(seen, r.Context().Value(number{}))
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
		if diff := cmp.Diff([]any{1, 2}, seen); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}
