// SPDX-License-Identifier: MIT

package calls_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

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
