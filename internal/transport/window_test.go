// SPDX-License-Identifier: MIT

package transport

import (
	"testing"
	"time"
)

// TestWindowSteps: how many requests may be in flight after one of three was refused.
func TestWindowSteps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		run  func(s *steps)
	}{
		{"one refusal may be chance: the window may grow again", func(s *steps) {
			s.refuseThird(0)
			s.sendAccepted()
			s.after(50 * ms)
			s.warm(1)
			s.window(3)
		}},
		{"the window tries one more after a hold, which doubles when the try fails", func(s *steps) {
			s.th.window.doubted = true
			s.refuseThird(0)
			s.sendAccepted()
			s.window(2)
			s.learned(false)
			s.after(50 * ms)
			s.untilThree(2*sec, 2200*ms)
			s.failAtThree()
			s.untilThree(4*sec, 4300*ms)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(newSteps(t, 8))
		})
	}
}

// untilThree sends until three may be in flight, and wants that to take so long.
func (s *steps) untilThree(least, most time.Duration) {
	s.Helper()
	began := s.now
	for s.th.window.size < 3 {
		s.warm(1)
	}
	if held := s.now - began; held < least || held > most {
		s.Fatalf("held for %v, want %v to %v", held, least, most)
	}
}

// failAtThree has the third request in flight refused, and the probe accepted.
func (s *steps) failAtThree() {
	s.Helper()
	n := len(s.sent)
	s.th.window.doubted = true
	for range 3 {
		s.after(50 * ms)
		s.send(1, 1)
	}
	s.refuse(n + 2)
	s.accept(n, n+1)
	s.after(100 * ms)
	s.sendAccepted()
	s.window(2)
	s.after(50 * ms)
}

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
