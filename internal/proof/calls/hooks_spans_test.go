// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestSpans: each walk, call and attempt is a span below the one around it, and ends once.
func TestSpans(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var tr tracer
		srv := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(60)...))
		srv.Inject("reports.presence", reservationstest.Nth(2), reservationstest.TooManyRequests("3"))
		c := testclient.Over(t, srv, tr.hooks(), reservations.WithMaxConcurrency(1))
		p := testclient.Days(2)
		p.Limit = 40
		if _, err := c.Reports.Presence(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Reports.PresencePage(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		const walk, call = "walk reports.presence", "call reports.presence"
		const attempt1, attempt2 = "attempt 1 of /api/reports/presence", "attempt 2 of /api/reports/presence"
		want := []span{
			{attempt1, call, 1}, {attempt1, call + " page 1 at 0 of 40", 1},
			{attempt1, call + " page 2 at 39 of 40", 1}, {attempt1, call + " page 3 at 59 of 40", 1},
			{attempt2, call + " page 2 at 39 of 40", 1},
			{call, "", 1}, {call + " page 1 at 0 of 40", walk, 1},
			{call + " page 2 at 39 of 40", walk, 1}, {call + " page 3 at 59 of 40", walk, 1},
			{walk, "", 1},
		}
		got := tr.ended(t)
		slices.SortStableFunc(got, func(a, b span) int { return strings.Compare(a.Name+a.Parent, b.Name+b.Parent) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("spans (-want +got):\n%s", diff)
		}
	})
}

// TestHooksOfClients: the starts are called in the order of the options and the ends in reverse,
// each end with the context of its start. A derived client has the hooks of its parent and its
// own, and not those of another one.
func TestHooksOfClients(t *testing.T) {
	t.Parallel()
	type mark struct{}
	var told []string
	hooks := func(name string) reservations.Option {
		note := func(what string, ctx context.Context) {
			told = append(told, fmt.Sprint(what, " ", name, " ", ctx.Value(mark{})))
		}
		return reservations.WithHooks(reservations.Hooks{
			CallStart: func(ctx context.Context, _ reservations.Call) context.Context {
				note("start", ctx)
				return context.WithValue(ctx, mark{}, name)
			},
			Warnings: func(ctx context.Context, _ reservations.Call, found []reservations.WarningCount) {
				note(fmt.Sprint("warnings ", found[0].Count), ctx)
				found[0].Count = 7 // of this hook alone
			},
			CallEnd:    func(ctx context.Context, _ reservations.Call) { note("end", ctx) },
			AttemptEnd: func(ctx context.Context, _ reservations.Attempt) { note("attempt", ctx) },
			WalkEnd:    func(ctx context.Context, _ reservations.Walk) { note("walk", ctx) },
		})
	}
	// Three hooks leave room in a slice that is not clipped, which the derived clients would share.
	parent := testclient.Over(t, testclient.Responds(200, "", `{"id":"77"}`),
		reservations.Options(hooks("a"), reservations.WithHooks(reservations.Hooks{})), hooks("b"))
	derived, err := parent.With(hooks("c"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parent.With(hooks("of another client")); err != nil {
		t.Fatal(err)
	}
	check := func(what string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
		told = nil
	}
	_, _ = parent.Guests.Get(t.Context(), 77)
	check("parent", "start a <nil>", "start b a", "attempt b b", "attempt a b",
		"warnings 1 a a", "warnings 1 b b", "end b b", "end a a")
	_, _ = derived.Guests.Get(t.Context(), 77)
	check("derived", "start a <nil>", "start b a", "start c b",
		"attempt c c", "attempt b c", "attempt a c",
		"warnings 1 a a", "warnings 1 b b", "warnings 1 c c", "end c c", "end b b", "end a a")
	_ = readEntries(t.Context(), derived, always) // the response is no list
	if n := len(told); n > 3 {
		told = told[n-3:]
	}
	check("a list", "walk c <nil>", "walk b <nil>", "walk a <nil>")
}
