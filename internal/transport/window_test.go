// SPDX-License-Identifier: MIT

package transport

import (
	"testing"
	"time"
)

// TestWindowForgets: a number of requests in flight counts as accepted before only for a
// while, and not at all once it has been found to be too many.
func TestWindowForgets(t *testing.T) {
	t.Parallel()
	w := window{size: 3, ceiling: 3, accepted: []int{0, 5, 5, 3}}
	if !w.proven(3) {
		t.Error("three requests accepted prove nothing")
	}
	if w.proven(3) {
		t.Error("they prove as much after the next 429")
	}
	w = window{size: 3, ceiling: 3, accepted: []int{0, 5, 5, 2}}
	w.limit(2, time.Time{}, sec)
	w.grow(3, 8, time.Time{})
	if w.proven(3) {
		t.Error("one request accepted counts like three, because two were before it was too many")
	}
}

// TestWindowKeepsWhatHolds: below the number that was too many nothing is forgotten, and
// every hold begins with the step before it.
func TestWindowKeepsWhatHolds(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	at := func(d time.Duration) time.Time { return start.Add(d) }

	w := window{size: 1, ceiling: 8, hold: time.Minute, accepted: []int{0, 0, 6, 6, 6}}
	w.limit(2, start, 100*ms)
	if w.size != 1 || w.ceiling != 8 {
		t.Errorf("a window of one became %+v, want it as it is the first time", w)
	}
	w.limit(2, start, 100*ms)
	if w.size != 1 || w.ceiling != 2 || w.hold != 2*sec || !w.holdUntil.Equal(at(2*sec)) {
		t.Errorf("a window of one became %+v, want it as it is, and a ceiling of 2 for 2s", w)
	}
	for _, want := range []bool{true, true, false} { // 6, 3 and 1
		if w.proven(2) != want {
			t.Errorf("%d requests with two in flight are proof: %t, want %t", w.accepted[2]*2, !want, want)
		}
	}
	fresh := window{size: 3, ceiling: 3}
	for range 2 {
		fresh.grow(3, 3, start)
	}
	if fresh.proven(3) || fresh.proven(1) {
		t.Error("two requests are proof")
	}

	w = window{size: 2, ceiling: 2, hold: 4 * sec, holdUntil: at(4 * sec)}
	for now := time.Duration(0); w.ceiling < 4 && now < time.Minute; now += sec / 10 {
		before := w.ceiling
		w.grow(w.size, 8, at(now))
		if w.ceiling > before && now != time.Duration(before-1)*(4*sec+sec/10) {
			t.Errorf("the ceiling became %d at %v, want it 4s after the step before", w.ceiling, now)
		}
	}
	w.limit(3, at(10*sec), sec)
	if w.hold != 8*sec {
		t.Errorf("after a try that failed the hold is %v, want twice the 4s before", w.hold)
	}
	w.doubted = true
	w.limit(2, at(20*sec), sec/2)
	if w.hold != 4*sec {
		t.Errorf("without a try the hold is %v, want eight pauses", w.hold)
	}
}
