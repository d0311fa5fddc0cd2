// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestPageAlone holds what one page can show to be wrong by itself.
func TestPageAlone(t *testing.T) {
	for _, test := range []struct {
		name          string
		offset, limit int
		got           Page
		want          string
	}{
		{"as many as it has room for", 0, 3, Page{Days: []types.PresenceDay{dayOf("1-3")}, Total: 9}, "1-3"},
		{"more than the limit", 0, 3, Page{Days: []types.PresenceDay{dayOf("1-4")}, Total: 9},
			"misplaced, page 0: the page at offset 0 shows 4 reservations, but with limit 3 and X-Total-Count 9 it can hold 3"},
		{"more than are left", 7, 3, Page{Days: []types.PresenceDay{dayOf("7-9")}, Total: 9},
			"misplaced, page 7: shows 3 reservations, but with limit 3 and X-Total-Count 9 it can hold 2"},
		{"one after the total", 9, 3, Page{Days: []types.PresenceDay{dayOf("9")}, Total: 9},
			"misplaced, page 9: although X-Total-Count is"},
		{"one far after the total", 90, 3, Page{Days: []types.PresenceDay{dayOf("9")}, Total: 9},
			"misplaced, page 90: although X-Total-Count is"},
		{"none far after the total", 90, 3, Page{Total: 9}, ""},
		{"items without a name after the total", 9, 3, Page{Days: []types.PresenceDay{dayOf("?")}, Total: 9},
			"misplaced, page 9: although X-Total-Count is"},
		{"items that name none before the total", 8, 3, Page{Days: []types.PresenceDay{dayOf("?")}, Total: 9}, "?"},
		{"items without a name do not count", 0, 3, Page{Days: []types.PresenceDay{dayOf("1-3 ? ?")}, Total: 9}, "1-3 ? ?"},
		{"a total that cannot be used", 0, 3, Page{BadTotal: "X-Total-Count is 7 %d"}, "final: X-Total-Count is 7 %d"},
		{"the highest total that is believed", 0, 3, Page{Total: 1_000_000}, ""},
		{"a higher one", 0, 3, Page{Total: 1_000_001},
			"final: X-Total-Count is 1000001, and no more than 1000000 are believed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newTestRun(Walk{Sizes: new(Sizes)})
			r.Fetch = func(context.Context, int, int, bool) (Page, error) { return test.got, nil }
			p, err := r.page(t.Context(), test.offset, test.limit)
			wantOutcome(t, outcome([]*page{p}, err), test.want)
			if r.state.Pages != 1 {
				t.Errorf("%d pages are counted, want 1", r.state.Pages)
			}
		})
	}
}
