// SPDX-License-Identifier: MIT

package throttle

import (
	"testing"
	"time"
)

// TestWindow: a number of requests in flight counts as accepted before for a while, and not at all once it has been
// found to be too many. Below that nothing is forgotten.
func TestWindow(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	w := window{size: 4, ceiling: 8, accepted: []int{0, 0, 6, 3, 3}}
	is := func(size, ceiling int, hold time.Duration) {
		t.Helper()
		if w.size != size || w.ceiling != ceiling || hold > 0 && !w.holdUntil.Equal(start.Add(hold)) {
			t.Errorf("the window is %+v, want a size of %d and a ceiling of %d for %v", w, size, ceiling, hold)
		}
	}
	proven := func(level int, want bool) {
		t.Helper()
		if w.proven(level) != want {
			t.Errorf("of 8 requests with %d in flight, or half of what was before, it is proven: %t, want %t", level, !want, want)
		}
	}
	proven(3, true)  // six requests
	proven(3, false) // two
	w.limit(3, start, 100*ms)
	is(3, 8, 0) // the first time the ceiling stays
	w.limit(2, start, 100*ms)
	is(2, 2, shortestHold)
	w.grow(3, 8, start)
	w.grow(3, 8, start)
	proven(2, true) // two, and one of before
	w.accepted = []int{0, 0, 2, 0, 9}
	w.limit(2, start, sec)
	proven(2, false) // two, because those before it was too many are forgotten
	w.limit(5, start, sec)
	is(2, 5, 8*sec) // after a long pause at once, and later the longer it was; but it is no reason to send more
	w = window{size: 2, ceiling: 2, hold: sec}
	w.grow(2, 8, start)
	is(2, 3, sec) // one more, and the next one only after a while
}
