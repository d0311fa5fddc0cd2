// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"testing"
)

// TestFirstPage holds what is asked before the walk knows its page size.
func TestFirstPage(t *testing.T) {
	for _, test := range []struct {
		name         string
		limit, total int
		requests     string
		want         string // the ids or the contradiction, the page size, whether it is the largest
	}{
		{"a page of 100", 0, 30, "0: 1-30", "1-30, size 100, false"},
		{"a large page is refused", 0, 30, "0: refused; 0+25: 1-25", "1-25, size 25, true"},
		{"a page of 26 is refused", 26, 30, "0: refused; 0+25: 1-25", "1-25, size 25, true"},
		{"a page of the documented size is refused", 25, 0, "0: refused", "400: limit is too large, size 25, false"},
		{"both are refused", 0, 0, "0: refused; 0+25: refused", "400: limit is too large, size 25, true"},
		{"a large page fails", 0, 0, "0: broken", "502: broken, size 100, false"},
		{"none on a large page or a small one", 0, 30, "0:; 0+25:", ", size 100, false"},
		{"none on a large page, one on a small one", 0, 30, "0:; 0+25: 7; 0:", "7, size 25, true"},
		{"none on a large page by mistake", 0, 30, "0:; 0+25: 7; 0: 7 9", "7 9, size 100, false"},
		{"the large page fails when it is read again", 0, 30, "0:; 0+25: 7; 0: broken", "502: broken, size 100, false"},
		{"none on a large page, another total on a small one", 0, 30, "0:; 0+25/31: 7",
			"moved: changed from 30 to 31, size 100, false"},
		{"none on a large page, the small one fails", 0, 30, "0:; 0+25: broken", "502: broken, size 100, false"},
		{"no reservations at all", 0, 0, "0:", ", size 100, false"},
		{"none on a page of the documented size", 25, 30, "0:", ", size 25, false"},
		{"none of a few", 0, 7, "0:; 0+7:", ", size 100, false"},
		{"none on a page of all there are", 7, 7, "0:; 0+8:", ", size 7, false"},
		{"none on a page of all there are, and a larger one is refused", 7, 7, "0:; 0+8: refused", ", size 7, false"},
		{"one on a page that does not reach beyond the total", 25, 7, "0:; 0+7: 3; 0:", "3, size 7, false"},
		{"items without a name", 0, 30, "0: ?", "?, size 100, false"},
		{"none on a large page, a small one is refused", 0, 30, "0:; 0+25: refused",
			"400: limit is too large, size 100, false"},
		{"none on a page of all there are, and a larger one fails", 7, 7, "0:; 0+8: broken", "502: broken, size 7, false"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newTestRun(walkInOrder(t, test.limit, test.total, test.requests))
			first, err := r.firstPage(t.Context())
			if first != r.first {
				t.Errorf("the walk goes on with another page: %v, not %v", r.first, first)
			}
			if err != nil {
				first = newPage(Page{}, 0, 1)
			}
			wantOutcome(t, fmt.Sprintf("%s, size %d, %v", outcome([]*page{first}, err), r.size, r.clamped), test.want)
		})
	}
}
