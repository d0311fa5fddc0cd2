// SPDX-License-Identifier: MIT

package calls_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
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

// TestOneCallForEachPage, also for the pages that fail, and the attempts are the requests that
// were sent: those of the hooks and that of the error. A 503 may ask for fewer requests at first,
// so there are more than MaxAttempts then.
func TestOneCallForEachPage(t *testing.T) {
	t.Parallel()
	for _, status := range []int{500, 503} {
		for _, workers := range []int{1, 2, 8} {
			inBubble(t, fmt.Sprintf("%d, %d at a time", status, workers), func(t *testing.T) { failingPages(t, status, workers) })
		}
	}
}

func failingPages(t *testing.T, status, workers int) {
	type sentKey struct{}
	var seen observed
	hooks := reservations.WithHooks(reservations.Hooks{
		CallStart: func(ctx context.Context, _ reservations.Call) context.Context {
			return context.WithValue(ctx, sentKey{}, new(int)) // a call has one request at a time
		},
		CallEnd: func(ctx context.Context, c reservations.Call) {
			if sent := *ctx.Value(sentKey{}).(*int); c.Attempts != sent {
				t.Errorf("page %d ends after %d attempts, and %d requests were sent", c.Page.Number, c.Attempts, sent)
			}
		},
	})
	srv := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(300)...))
	srv.Inject("reports.presence", func(n int) bool { return n >= 3 }, reservationstest.Status(status))
	counted := testkit.RoundTripper(func(r *http.Request) (*http.Response, error) {
		*r.Context().Value(sentKey{}).(*int)++
		return srv.RoundTrip(r)
	})
	c := testclient.Over(t, counted, hooks, seen.hooks(), reservations.WithMaxConcurrency(workers),
		reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3}))
	p := testclient.Days(2)
	p.Limit = 25
	_, err := c.Reports.Presence(t.Context(), p)
	var refused *reservations.APIError
	if !errors.As(err, &refused) || len(seen.walks) != 1 || seen.walks[0].Err != err {
		t.Fatalf("got %v, and %+v at the end of the walk", err, seen.walks)
	}
	pages := map[int]bool{}
	for _, c := range seen.calls {
		pages[c.Page.Number] = true
	}
	if len(pages) != seen.walks[0].Pages || len(seen.calls) != len(pages) {
		t.Errorf("a walk of %d pages has %d calls of the pages %v", seen.walks[0].Pages, len(seen.calls), pages)
	}
	of := slices.IndexFunc(seen.calls, func(c reservations.Call) bool { return c.Err == err })
	if of < 0 || seen.calls[of].Attempts != refused.Attempts || refused.Attempts < 3 || status == 500 && refused.Attempts > 3 {
		t.Errorf("the error of %d attempts is that of the call %d of %+v", refused.Attempts, of, seen.calls)
	}
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
