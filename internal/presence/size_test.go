package presence

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
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
}

// TestSizesAreTriedAgain: what was learned of a page holds for a time, which doubles when it is learned
// again, and is forgotten when larger pages are served.
func TestSizesAreTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sizes := new(Sizes)
		after := func(d time.Duration, want int) {
			t.Helper()
			time.Sleep(d)
			if got := sizes.atMost(0); got != want {
				t.Errorf("the page size is %d, want %d", got, want)
			}
		}
		sizes.learn(1)
		after(0, 1)
		after(firstHold-1, 1)
		after(1, 100)
		sizes.learn(1)
		after(2*firstHold-1, 1)
		after(1, 100)
		sizes.serves(1) // which is no more than was known
		sizes.learn(40)
		after(4*firstHold-1, 40)
		after(1, 100)
		sizes.serves(100)
		after(0, 100)
		sizes.learn(40)
		after(firstHold-1, 40)
		after(1, 100)
		for range 20 {
			sizes.learn(40)
		}
		after(longestHold-1, 40)
		after(1, 100)
	})
}

// TestFirstPage holds what is asked before the walk knows its page size.
func TestFirstPage(t *testing.T) {
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
		{"nobody on a large page, somebody on a small one", 0, nil, "0+100/30\n0+25/30 7\n0+100/30", "7, size 25, true"},
		{"nobody on a large page by mistake", 0, nil, "0+100/30\n0+25/30 7\n0+100/30 7 9", "7 9, size 100, false"},
		{"the large page fails when it is read again", 0, nil, "0+100/30\n0+25/30 7\n0+100/broken", "502: broken, size 100, false"},
		{"nobody on a large page, another total on a small one", 0, nil, "0+100/30\n0+25/31 7", "moved: changed from 30 to 31, size 100, false"},
		{"nobody on a large page, the small one fails", 0, nil, "0+100/30\n0+25/broken", "502: broken, size 100, false"},
		{"nobody, and no reservations at all", 0, nil, "0+100/0", ", size 100, false"},
		{"nobody on a page of the documented size", 25, nil, "0+25/30", ", size 25, false"},
		{"nobody of a few", 0, nil, "0+100/7\n0+7/7", ", size 100, false"},
		{"nobody on a page of all there are", 7, nil, "0+7/7\n0+8/7", ", size 7, false"},
		{"nobody on a page of all there are, and a larger one is refused", 7, nil, "0+7/7\n0+8/refused", ", size 7, false"},
		{"somebody on a page that does not reach beyond the total", 25, nil, "0+25/7\n0+7/7 3\n0+25/7", "3, size 7, false"},
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
			r := &run{Walk: Walk{scale: fullScale}, size: row.size, state: IncompleteError{Walks: 2}}
			if got := outcome(nil, r.smaller(row.pages, pageOf("7+1/300 8"), "why")); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}
