// SPDX-License-Identifier: MIT

package presence

import "testing"

// TestPageAlone holds what one page can show to be wrong by itself.
func TestPageAlone(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"as many as it has room for", "0+3/9: 1-3", "1-3"},
		{"more than the limit", "0+3/9: 1-4",
			"misplaced, page 0: the page at offset 0 shows 4 reservations, but with limit 3 and X-Total-Count 9 it can hold 3"},
		{"more than are left", "7+3/9: 7-9",
			"misplaced, page 7: shows 3 reservations, but with limit 3 and X-Total-Count 9 it can hold 2"},
		{"one after the total", "9+3/9: 9", "misplaced, page 9: although X-Total-Count is"},
		{"one far after the total", "90+3/9: 9", "misplaced, page 90: although X-Total-Count is"},
		{"none far after the total", "90+3/9", ""},
		{"an item without a name after the total", "9+3/9: ?", "misplaced, page 9: although X-Total-Count is"},
		{"an item without a name before the total", "8+3/9: ?", "?"},
		{"items without a name do not count", "0+3/9: 1-3 ? ?", "1-3 ? ?"},
		{"a day in two parts", "0+3/9: 1: 5 | 1: 7", "5 7"},
		{"a day twice, the second time without items", "0+3/9: 1: 5 | 1:", "moved: two entries for the day 2026-07-01"},
		{"a day twice, the first time without items", "0+3/9: 1: | 1: 5", "moved: two entries for the day 2026-07-01"},
		{"a day twice with one item in common", "0+3/9: 1: 5 7 | 1: 6 7", "moved: two entries for the day 2026-07-01"},
		{"the highest total that is believed", "0+3/1000000", ""},
		{"a higher one", "0+3/1000001", "final: X-Total-Count is 1000001, and no more than 1000000 are believed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newTestRun(walkInOrder(t, 0, 0, test.page))
			e := exchangesOf(test.page, 0, 0)[0]
			p, err := r.page(t.Context(), e.offset, e.limit)
			wantOutcome(t, outcome([]*page{p}, err), test.want)
			if r.state.Pages != 1 {
				t.Errorf("%d pages are counted, want 1", r.state.Pages)
			}
		})
	}
}

// TestMeets holds which ranges of pages overlap, whichever page is asked.
func TestMeets(t *testing.T) {
	for _, test := range []struct {
		name, page, other string
		want              bool
	}{
		{"they share a place", "0+10/30:", "9+10/30:", true},
		{"one begins where the other ends", "0+10/30:", "10+10/30:", false},
		{"one is within the other", "0+10/30:", "3+2/30:", true},
		{"one is far away", "0+10/30:", "20+10/30:", false},
		{"one begins at the total", "0+10/7:", "7+10/7:", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, other := pageOf(test.page), pageOf(test.other)
			if p.meets(other) != test.want || other.meets(p) != test.want {
				t.Errorf("got %v and %v, want %v", p.meets(other), other.meets(p), test.want)
			}
		})
	}
}
