// SPDX-License-Identifier: MIT

package presence

import (
	"testing"
	"testing/synctest"
	"time"
)

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

// TestSmaller holds the page size to go on with.
func TestSmaller(t *testing.T) {
	for _, test := range []struct {
		name  string
		size  int
		pages []*page
		want  string
	}{
		{"a large size, few show", 100, pagesOf("0+100/300: 1-20", "99+100/300:"), "too large, size 25"},
		{"a large size, 25 show", 100, pagesOf("0+100/300: 1-25", "99+100/300:"), "too large, size 25"},
		{"a large size, 40 show on one page", 100, pagesOf("0+100/300: 1-40", "99+100/300: 100-110"), "too large, size 50"},
		{"a large size, 50 show on one page", 100, pagesOf("0+100/300: 1-50", "99+100/300: 100-110"), "too large, size 50"},
		{"a large size, 60 show on one page", 100, pagesOf("0+100/300: 1-60", "99+100/300: 100-110"), "too large, size 80"},
		{"a large size, the same on every page", 100, pagesOf("0+100/300: 1-40", "99+100/300: 100-139"),
			"too large, size 40"},
		{"all that were asked for show", 100, pagesOf("0+100/300: 1-40", "99+100/300: 100-199"), "moved, size 25"},
		{"all of a small page show", 10, pagesOf("0+10/30: 1-10", "9+10/30: 10"), "moved, size 10"},
		{"a small size, few show", 20, pagesOf("0+20/30: 1-3", "19+20/30:"), "too large, size 11"},
		{"a small size, more than half", 20, pagesOf("0+20/30: 1-13", "19+20/30:"), "too large, size 16"},
		{"the documented size, the same on every page", 25, pagesOf("0+25/90: 1-7", "24+25/90: 25-31"), "too large, size 7"},
		{"the most in the middle", 20, pagesOf("0+20/60: 1-3", "18+20/60: 19-30", "36+20/60: 37"), "too large, size 16"},
		{"the fewest on the first page", 20, pagesOf("0+20/60: 1-3", "18+20/60: 19-30", "36+20/60: 37-48"),
			"too large, size 16"},
		{"the fewest on the first page, and no more than half on any", 30,
			pagesOf("0+20/60: 1-3", "18+20/60: 19-30", "36+20/60: 37-48"), "too large, size 25"},
		{"the fewest in front of the most", 24, pagesOf("0+24/60: 1-3", "18+24/60: 19-23", "36+24/60: 37-41"),
			"too large, size 14"},
		{"pages that are not read yet", 20, append(pagesOf("0+20/60: 1-7"), nil), "too large, size 7"},
		{"none on any page", 20, pagesOf("0+20/60:", "18+20/60:"), "too large, size 10"},
		{"none on any page of two", 2, pagesOf("0+2/60:", "1+2/60:"), "too large, size 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := series{plan: plan{scale: fullScale, size: test.size, again: true}, pages: test.pages}
			wantOutcome(t, outcome(nil, s.smaller(pageOf("7+1/300: 8"), "why")), test.want+", page 7: why")
		})
	}
}
