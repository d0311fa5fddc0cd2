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
	if w.size != 2 {
		t.Errorf("two of three were accepted, and the window is %d", w.size)
	}
	w.grow(3, 8, time.Time{})
	if w.proven(3) {
		t.Error("one request accepted counts like three, because two were before it was too many")
	}
}

// TestWindowKeepsWhatHolds: below the number that was too many nothing is forgotten.
func TestWindowKeepsWhatHolds(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	w := window{size: 1, ceiling: 8, hold: time.Minute, accepted: []int{0, 0, 6, 6, 6}}
	w.limit(2, start, 100*ms)
	if w.size != 1 || w.ceiling != 8 {
		t.Errorf("a window of one became %+v, want it as it is the first time", w)
	}
	w.limit(2, start, 100*ms)
	if w.size != 1 || w.ceiling != 2 || w.hold != 2*sec || !w.holdUntil.Equal(start.Add(2*sec)) {
		t.Errorf("a window of one became %+v, want it as it is, and a ceiling of 2 for 2s", w)
	}
	for _, want := range []bool{true, true, false} { // 6, 3 and 1
		if w.proven(2) != want {
			t.Errorf("%d requests with two in flight are proof: %t, want %t", w.accepted[2]*2, !want, want)
		}
	}
	w.limit(2, start, sec/2)
	w.limit(2, start, sec/2)
	if w.hold != 4*sec {
		t.Errorf("the hold is %v, want eight pauses", w.hold)
	}
}
