// SPDX-License-Identifier: MIT

package presence

import "testing"

// TestOverlappingPages holds a walk over pages that overlap to its requests and to what it makes of them.
func TestOverlappingPages(t *testing.T) {
	testWalks(t, func(*run) {}, []walkTest{
		{"where all show, pages overlap by one", 25, 60, "0: 1-25; 24: 25-49; 59: 60; 48: 49-60", "1-60"},
		{"where one did not come, pages overlap by two", 25, 40, "0: 1-24; 23: 24 26-40; 38: 39 40", "1-24 26-40"},
		{"a register of one page ends at its total", 25, 25, "0: 1-25; 24+24: 25", "1-25"},
		{"a total that is the length of the page changes with the limit", 40, 40, "0: 1-40; 39+39/39:",
			"moved: changed from 40 to 39"},
		{"pages of one reservation do not overlap", 1, 3, "0: 1; 1: 2; 2: 3; 3+25:", "1-3"},
		{"pages of two reservations overlap by one", 2, 3, "0: 1 2; 1: 2 3; 2: 3; 3+25:", "1-3"},
		{"none at the first overlap, a page between reaches both", 25, 40, "0: 1-23; 23: 26-40; 22: 23 26-40; 38: 39 40",
			"1-23 26-40"},
		{"none at the first overlap, a page between shows a new one", 25, 40, "0: 1-20; 23: 26-38; 20: 21 26-38",
			"too large, size 22, page 20: id 21, which no page"},
		{"the third page has another total", 25, 60, "0: 1-25; 24: 25-49; 59: 60; 48/61: 49-61",
			"moved: changed from 60 to 61"},
		{"an item on the second page has no name", 25, 40, "0: 1-25; 24: 25-39 ?", "unnamed: items name no reservation"},
		{"one on two pages without a place in common", 25, 60, "0: 1-25; 24: 25-49; 59: 60; 48: 3 49-58",
			"moved, page 48: offsets 0 and 48"},
		{"one on three pages in a row", 25, 90, "0: 1-25; 24: 25-49; 89: 90; 48: 49-73; 72: 49 74-90",
			"moved, page 72: offsets 24 and 72"},
		{"pages share more than their places", 25, 40, "0: 1-25; 24: 24-39",
			"moved, page 24: share 2 reservations, but have 1 places in common"},
		{"all of the second page was on the first", 25, 40, "0: 1-25; 24: 1-16", "moved, page 24: share 16 reservations"},
		{"all of the first page is on the second", 25, 40, "0: 1-10; 22: 1-15",
			"moved, page 22: share 10 reservations, but have 3 places"},
		{"the same page twice", 25, 50, "0: 1-25; 24: 1-25", "misplaced, page 24: share 25 reservations"},
		{"a full page shares none", 25, 40, "0: 1-25; 24: 26-40", "moved, page 0: so some must show at offset 24"},
		{"the first page is cut short, a page between is not", 25, 40, "0: 1-20; 23: 24-40; 38: 39 40; 20: 21-40",
			"too large, size 20, page 20: which no page"},
		{"the first page is cut short, none came where it was cut", 25, 40, "0: 1-20; 23: 24-40; 38: 39 40; 20: 24-40",
			"too large, size 20, page 0: joins the page at offset 0 to"},
		{"a page is short, but other pages prove the size", 25, 60, "0: 1-25; 24: 25-48; 59: 60; 48: 49-60; 47: 49-60",
			"1-60"},
		{"a page is short, but shows as many as it must", 25, 40, "0: 1-23; 23: 25-40; 38: 39 40; 22: 25-40", "1-23 25-40"},
		{"the end shows one after the last page", 25, 40, "0: 1-25; 24: 25-40; 39: 41",
			"moved, page 39: id 41 shows at the end"},
		{"the end shows one of the first page", 25, 40, "0: 1-25; 24: 25-40; 39: 3",
			"moved, page 39: id 3 shows on the pages at offsets 0 and 39"},
		{"the end shows more than there are", 25, 40, "0: 1-25; 24: 25-40; 39: 40 41",
			"misplaced, page 39: shows 2 reservations, but"},
		{"none at the end, the last page is proven to be full", 25, 40, "0: 1-25; 24: 25-38; 39:; 40:", "1-38"},
		{"the first two show as many as they are apart, share none", 25, 60,
			"0: 1-23; 23: 24-46; 22: 23-45; 58: 59 60; 46: 47-60; 45: 46-60", "1-60"},
		{"the first two pages show the same number, but one less", 25, 60,
			"0: 1-22; 23: 26-47; 22: 26-46; 58: 59 60; 46: 47-60", "1-22 26-60"},
		{"the first page shows one less than the second", 25, 60, "0: 1-22; 23: 26-48; 22: 26-47; 58: 59 60; 46: 47-60",
			"1-22 26-60"},
		{"the last page is one short, and a page is added", 25, 48, "0: 1-24; 23: 24-47; 46: 47 48", "1-48"},
		{"both pages are two short, and a page is added", 25, 47, "0: 1-23; 23: 24-46; 45: 46 47; 22: 23-45", "1-47"},
		{"a page is added that is just as far on as pages are proven to hold", 25, 47,
			"0: 1-23; 23: 24-45; 22: 23-45; 45: 47; 44: 45 47", "1-45 47"},
		{"the last page is one short, and shows those at the end", 25, 48, "0: 1-24; 23: 24 26-48; 46: 47 48", "1-24 26-48"},
		{"a page between joins the page that is added", 25, 48, "0: 1-24; 23: 24-46; 46: 48; 45: 46 48", "1-46 48"},
		{"no page is added after one that is proven to reach the total", 25, 47, "0: 1-24; 23: 24-46; 45: 46 47",
			"moved, page 45: id 47 shows at the end, at offset 45"},
		{"no page is added to the only one", 25, 25, "0: 1-23; 23+24: 25",
			"too large, size 24, page 23: id 25 shows at the end, at offset 23"},
		{"no page is added before one is proven to reach the next", 25, 46, "0: 1-20; 23: 25-36; 20: 25-36; 44: 46",
			"too large, size 22, page 44: id 46 shows at the end, at offset 44"},
	})
}

// TestBetween holds a walk to what it reads where no reservation shows where pages meet, or at the end.
func TestBetween(t *testing.T) {
	testWalks(t, func(*run) {}, []walkTest{
		{"a later overlap without any is read", 25, 60, "0: 1-25; 24: 25-48; 59: 60; 48: 50-60; 47: 48 50-60", "1-48 50-60"},
		{"a page between shows a new one", 25, 60, "0: 1-25; 24: 25-48; 59: 60; 48: 50-60; 47: 48 61",
			"moved, page 47: id 61, which no page"},
		{"a page between shows one from far away", 25, 60, "0: 1-25; 24: 25-48; 59: 60; 48: 50-60; 47: 48 5",
			"moved, page 47: id 5 shows on the pages at offsets 0 and 47"},
		{"the last page shows none, but one when it is read up to the total", 10, 40,
			"0: 1-7; 8:; 7:; 38:; 16:; 24:; 32:; 13:; 21:; 29:; 40+25:; 32+8: 39",
			"too large, size 8, page 32: id 39, which no page"},
		{"a full page, none at the end: the offset is proven one on", 25, 25, "0: 1-25; 24+24:; 25:; 1+24: 2-25", "1-25"},
		{"one other reservation may show one place on", 25, 25, "0: 1-25; 24+24:; 25:; 1+24: 1-24", "1-25"},
		{"two may not", 25, 25, "0: 1-25; 24+24:; 25:; 1+24: 3-25", "moved: at offsets 0 and 1 show different reservations"},
		{"another total one place on", 25, 25, "0: 1-25; 24+24:; 25:; 1+24/26: 2-26",
			"misplaced, page 1: with limit 24 and X-Total-Count 26 it can hold 24"},
	})
}

// TestDistrust proves registers of one page, because an earlier walk met a contradiction.
func TestDistrust(t *testing.T) {
	testWalks(t, func(r *run) { r.distrusted = true }, []walkTest{
		{"a register of one reservation", 25, 1, "0: 1; 1:", "1"},
		{"a register of one reservation that did not come", 25, 1, "0:; 0+1:; 1:", ""},
		{"none at the end of an only page: a page from its last reservation on", 26, 26, "0: 1-24 26; 24+25: 26", "1-24 26"},
	})
	testWalks(t, func(r *run) { r.distrusted, r.aligned = true, true }, []walkTest{
		{"pages do not overlap, and the only one is full", 25, 25, "0: 1-25; 25:; 24+1: 25", "1-25"},
		{"pages do not overlap, and the only one is not full", 25, 24, "0: 1-24; 24+1:; 25:; 23+1: 24", "1-24"},
	})
}
