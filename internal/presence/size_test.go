package presence

import (
	"fmt"
	"testing"
)

// TestSizes holds the page size that a walk begins with.
func TestSizes(t *testing.T) {
	for _, row := range []struct{ limit, most, want int }{
		{0, 0, 100}, {1000, 0, 1000}, {7, 0, 7}, {0, 40, 40}, {30, 40, 30}, {1000, 40, 40},
	} {
		t.Run(fmt.Sprintf("limit %d, at most %d served", row.limit, row.most), func(t *testing.T) {
			sizes := new(Sizes)
			if row.most > 0 {
				sizes.learn(row.most)
			}
			if got := sizes.atMost(row.limit); got != row.want {
				t.Errorf("atMost(%d) = %d, want %d", row.limit, got, row.want)
			}
		})
	}
	t.Run("large pages are known to show somebody from the first time on", func(t *testing.T) {
		sizes := new(Sizes)
		if got := [3]bool{sizes.shows(), sizes.shows(), sizes.shows()}; got != [3]bool{false, true, true} {
			t.Errorf("shows() = %v, want it known from the second time on", got)
		}
	})
}

// TestFirstPage holds what is asked before the walk knows its page size.
func TestFirstPage(t *testing.T) {
	known := func(r *run) { r.Sizes.shows() }
	for _, row := range []struct {
		name   string
		limit  int
		before func(r *run)
		lines  string
		want   string // the ids or the contradiction, the page size, whether it is the largest
	}{
		{"a page of 100", 0, nil, "0+100/30 1-30", "1-30, size 100, false"},
		{"a large page is refused", 0, nil, "0+100/refused\n0+25/30 1-25", "1-25, size 25, true"},
		{"a page of 26 is refused", 26, nil, "0+26/refused\n0+25/30 1-25", "1-25, size 25, true"},
		{"a page of the documented size is refused", 25, nil, "0+25/refused", errTooLarge.Error() + ", size 25, false"},
		{"both are refused", 0, nil, "0+100/refused\n0+25/refused", errTooLarge.Error() + ", size 25, true"},
		{"a large page fails", 0, nil, "0+100/broken", "502: broken, size 100, false"},
		{"nobody on a large page or a small one", 0, nil, "0+100/30\n0+25/30", ", size 100, false"},
		{"nobody on a large page, somebody on a small one", 0, nil, "0+100/30\n0+25/30 7", "7, size 25, true"},
		{"nobody on a large page, another total on a small one", 0, nil, "0+100/30\n0+25/31 7", "moved: changed from 30 to 31, size 100, false"},
		{"nobody on a large page, the small one fails", 0, nil, "0+100/30\n0+25/broken", "502: broken, size 100, false"},
		{"nobody, and no reservations at all", 0, nil, "0+100/0", ", size 100, false"},
		{"nobody on a page of the documented size", 25, nil, "0+25/30", ", size 25, false"},
		{"nobody of a few, when large pages are known to show somebody", 0, known, "0+100/25", ", size 100, false"},
		{"nobody of a few, when they are not", 0, nil, "0+100/25\n0+25/25", ", size 100, false"},
		{"nobody of many, when large pages are known to show somebody", 0, known, "0+100/26\n0+25/26", ", size 100, false"},
		{"items that name nobody", 0, nil, "0+100/30 ?", "?, size 100, false"},
		{"the page of this walk is read already", 0, func(r *run) { r.first = pageOf("0+100/30 1-3") }, "", "1-3, size 100, false"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := scriptedRun(t, row.limit, row.lines)
			if row.before != nil {
				row.before(r)
			}
			first, err := r.firstPage(t.Context())
			if first != r.first {
				t.Errorf("the walk goes on with another page: %v, not %v", r.first, first)
			}
			if err != nil {
				first = newPage(Page{}, 0, 1)
			}
			got := fmt.Sprintf("%s, size %d, %v", outcome([]*page{first}, err), r.size, r.clamped)
			if differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestSomebodyOnALargePage is remembered for the walks of the same client.
func TestSomebodyOnALargePage(t *testing.T) {
	r := scriptedRun(t, 0, "0+100/30 7")
	if _, err := r.firstPage(t.Context()); err != nil || !r.Sizes.shows() {
		t.Errorf("%v, and it is not remembered that a large page has shown somebody", err)
	}
}

// TestSmaller holds the page size to go on with.
func TestSmaller(t *testing.T) {
	for _, row := range []struct {
		name  string
		size  int
		pages []*page
		want  string
	}{
		{"a large size, few show", 100, pagesOf("0+100/300 1-20", "99+100/300"), "too large, size 25, page 7: why"},
		{"a large size, 25 show", 100, pagesOf("0+100/300 1-25", "99+100/300"), "too large, size 25, page 7: why"},
		{"a large size, 40 show on one page", 100, pagesOf("0+100/300 1-40", "99+100/300 100-110"), "too large, size 50, page 7: why"},
		{"a large size, 60 show on one page", 100, pagesOf("0+100/300 1-60", "99+100/300 100-110"), "too large, size 80, page 7: why"},
		{"a large size, the same on every page", 100, pagesOf("0+100/300 1-40", "99+100/300 100-139"), "too large, size 40, page 7: why"},
		{"all that were asked for show", 100, pagesOf("0+100/300 1-40", "99+100/300 100-199"), "moved, size 25, page 7: why"},
		{"all of a small page show", 10, pagesOf("0+10/30 1-10", "9+10/30 10"), "moved, size 10, page 7: why"},
		{"a small size, few show", 20, pagesOf("0+20/30 1-3", "19+20/30"), "too large, size 11, page 7: why"},
		{"a small size, more than half", 20, pagesOf("0+20/30 1-13", "19+20/30"), "too large, size 16, page 7: why"},
		{"the documented size, the same on every page", 25, pagesOf("0+25/90 1-7", "24+25/90 25-31"), "too large, size 7, page 7: why"},
		{"the most in the middle", 20, pagesOf("0+20/60 1-3", "18+20/60 19-30", "36+20/60 37"), "too large, size 16, page 7: why"},
		{"the fewest on the first page", 20, pagesOf("0+20/60 1-3", "18+20/60 19-30", "36+20/60 37-48"), "too large, size 16, page 7: why"},
		{"the fewest on the first page, and no more than half on any", 30, pagesOf("0+20/60 1-3", "18+20/60 19-30", "36+20/60 37-48"), "too large, size 25, page 7: why"},
		{"the fewest in front of the most", 24, pagesOf("0+24/60 1-3", "18+24/60 19-23", "36+24/60 37-41"), "too large, size 14, page 7: why"},
		{"pages that are not read yet", 20, append(pagesOf("0+20/60 1-7"), nil), "too large, size 7, page 7: why"},
		{"nobody on any page", 20, pagesOf("0+20/60", "18+20/60"), "too large, size 10, page 7: why"},
		{"nobody on any page of two", 2, pagesOf("0+2/60", "1+2/60"), "too large, size 1, page 7: why"},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := &run{size: row.size}
			if got := outcome(nil, r.smaller(row.pages, pageOf("7+1/300 8"), "why")); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}
