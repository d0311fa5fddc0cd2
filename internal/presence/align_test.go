// SPDX-License-Identifier: MIT

package presence

import "testing"

// TestAlignedPages holds a walk over pages that do not overlap to its requests and to what it makes of them.
func TestAlignedPages(t *testing.T) {
	testWalks(t, func(r *run) { r.aligned = true }, []walkTest{
		{"both pages and the end proven by the last places", 25, 27, "0: 1-25; 25: 26 27; 27-49+1:; 50:; 24+1: 25; 26+1: 27",
			"1-27"},
		{"the service refuses pages after the total", 25, 27,
			"0: 1-25; 25: 26 27; 27-49+1: refused; 50: refused; 24+1: 25; 26+1: 27", "1-27"},
		{"a page after the total fails", 25, 49, "0: 1-25; 25: 26-49; 49+1: broken", "502: broken"},
		{"a page larger than documented is read again", 30, 27,
			"0: 1-27; 0+25: 1-25; 25+25: 26 27; 27-49+1:; 50+25:; 24+1: 25; 26+1: 27", "1-27"},
		{"items without a name: other places prove the pages", 25, 40,
			"0: ? 2-25; 25: 26-40; 40-49+1:; 50:; 24+1: 25; 39+1: 40", "? 2-40"},
		{"an item without a name proves nothing", 25, 40, "0: 1-25; 25: 26-39 ?; 40-49+1:; 50:; 24+1: 25; 39+1: ?; 38+1: 39",
			"1-39 ?"},
		{"items without a name: a page lacks one of its place", 25, 40, "0: ? 2-20; 25: 26-40; 40-49+1:; 50:; 24+1: 25",
			"too large, size 19, page 24: does not show the reservation with id 25"},
		{"items without a name: one after the total", 25, 40, "0: ? 2-25; 25: 26-40; 40+1: 41",
			"misplaced, page 40: although X-Total-Count is"},
		{"an item without a name after the total", 25, 40, "0: ? 2-25; 25: 26-40; 40+1: ?",
			"misplaced, page 40: although X-Total-Count is"},
		{"one after the last page", 25, 40, "0: ? 2-25; 25: 26-40; 40-49+1:; 50: 51",
			"misplaced, page 50: although X-Total-Count is"},
		{"one after the total", 25, 49, "0: 1-25; 25: 26-49; 49+1: 50", "misplaced, page 49: although X-Total-Count is"},
		{"one on two pages", 25, 40, "0: 1-25; 25: 7", "moved, page 25: id 7 shows on the pages at offsets 0 and 25"},
		{"a page lacks one of its place", 25, 49, "0: 1-20; 25: 26-49; 49+1:; 50:; 24+1: 25",
			"too large, size 24, page 24: does not show the reservation with id 25, who shows at offset 24 alone"},
		{"none came for the last places", 25, 49,
			"0: 1-23; 25: 26-47; 49+1:; 50:; 24+1:; 48+1:; 23+1:; 47+1:; 22+1: 23; 46+1: 47", "1-23 26-47"},
		{"a full page after the first proves size and offset at once", 25, 50, "0: 1-24; 25: 26-50; 50:; 24+1:; 49+1: 50",
			"1-24 26-50"},
		{"a page that is not full proves the offset only", 25, 49,
			"0: 1-24; 25: 26-49; 49+1:; 50:; 24+1:; 48+1: 49; 23+1: 24", "1-24 26-49"},
		{"a page that is not full is not asked once the offset is proven", 25, 49,
			"0: 1-23; 25: 26-49; 49+1:; 50:; 24+1:; 48+1: 49; 23+1:; 22+1: 23", "1-23 26-49"},
		{"pages of one", 1, 2, "0: 1; 1: 2; 2:; 0: 1; 1: 2", "1-2"},
		{"a last page of one, and none there", 25, 26, "0: 1-25; 25:; 26-49+1:; 50:; 24+1: 25; 25+1:", "1-25"},
	})
}
