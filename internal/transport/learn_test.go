// SPDX-License-Identifier: MIT

package transport

import (
	"math"
	"testing"
	"time"
)

func TestWhatAnEventTeaches(t *testing.T) {
	t.Parallel()
	// The window is wide open when some of the requests in flight are accepted after the
	// first of them was refused.
	refuseOne := func(s *steps, inFlight, kept int) {
		s.Helper()
		s.warm(2)
		s.th.window.size, s.th.window.doubted = 8, true
		s.send(inFlight, inFlight)
		s.refuse(2)
		for i := range kept {
			s.accept(3 + i)
		}
		for i := kept + 1; i < inFlight; i++ {
			s.refuse(2 + i)
		}
		s.after(100 * ms)
		s.sendAccepted()
	}
	for _, test := range []struct {
		name           string
		inFlight, kept int
		window         int // half, or what was accepted, and one more for the probe if nothing forbids it
		pace           bool
	}{
		{"one of two accepted: their number", 2, 1, 1, false},
		{"two of four accepted: their number", 4, 2, 2, false},
		{"two of five accepted: the rate", 5, 2, 3, true},
		{"one of four accepted: the rate", 4, 1, 3, true},
		{"none of one: the rate", 1, 0, 2, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newSteps(t, 8)
			refuseOne(s, test.inFlight, test.kept)
			s.window(test.window)
			s.learned(test.pace)
		})
	}
	for busy, enough := range map[time.Duration]bool{ms - 1: false, ms: true} {
		s := newSteps(t, 1)
		s.send(1, 1)
		s.after(busy)
		s.accept(0)
		s.sendRefused()
		s.after(100 * ms)
		s.sendAccepted()
		s.learned(enough)
	}
}

// TestWhatIsSustained: from refusal to refusal, until a probe is refused.
func TestWhatIsSustained(t *testing.T) {
	t.Parallel()
	var s sustained
	start := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	for i, e := range []struct {
		at    time.Duration
		total int
		kept  int
		again bool
		rate  float64 // afterwards
	}{
		{0, 30, 0, false, 0},        // what was saved up before is unknown
		{sec, 41, 0, false, 10},     // 11, and one of them may have been in the first second
		{2 * sec, 47, 0, false, 10}, // 6 in a second do not lower it
		{3 * sec, 68, 2, false, 22}, // with those accepted after the refusal, 23 in a second
		{4 * sec, 70, 0, true, 0},   // a probe was refused: the past does not count
		{6 * sec, 81, 0, false, 5},
	} {
		s.measure(&event{at: start.Add(e.at), total: e.total, kept: e.kept, again: e.again})
		if math.Abs(s.rate-e.rate) > 0.01 {
			t.Errorf("after event %d: %.2f a second, want %.2f", i, s.rate, e.rate)
		}
	}
}

// TestWhatIsABan: a long pause, where the service first asked for a short one.
func TestWhatIsABan(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, asked, pause time.Duration
		banned               bool
	}{
		"it asked for less at first": {0, sec, time.Minute, true},
		"it asked for less before":   {sec, time.Minute, time.Minute, true},
		"it always asks for as long": {time.Minute, time.Minute, time.Minute, false},
		"the first of its pauses":    {0, time.Minute, time.Minute, false},
		"it is not long":             {0, sec, 5 * sec, false},
		"it asked for as much":       {0, 15 * sec, time.Minute, false},
	} {
		b := ban{pause: test.before}
		if got := b.notice(test.asked, test.pause); got != test.banned || b.feared() != test.banned {
			t.Errorf("%s: a ban is noticed: %t, feared: %t, want %t", name, got, b.feared(), test.banned)
		}
	}
	b := ban{}
	b.notice(sec, time.Minute)
	for range 8 {
		b.notice(sec, sec)
	}
	if !b.feared() {
		t.Error("a ban is forgotten after eight refusals")
	}
	for range 2 {
		b.notice(sec, sec)
	}
	if b.feared() {
		t.Error("a ban is never forgotten")
	}
}

// TestAfterABan the client tries a higher rate seldom, and a probe only when it is sure to be accepted.
func TestAfterABan(t *testing.T) {
	t.Parallel()
	s := newSteps(t, 1)
	refuse := func(pause time.Duration) {
		s.after(50 * ms)
		s.pause(pause)
		s.sendAccepted()
	}
	s.warm(20)
	refuse(sec)
	for _, pause := range []time.Duration{time.Minute, sec} { // a ban, and a refusal after it
		s.after(10 * sec)
		s.warm(1)
		s.after(10 * sec)
		refuse(pause)
		if s.th.pace.arrears != 0 || s.th.pace.gain != 0 {
			t.Errorf("arrears of %v and a gain of %v, want none", s.th.pace.arrears, s.th.pace.gain)
		}
	}
	if held := s.th.pace.holdUntil.Sub(s.clock()); held < 11*sec || held > 12*sec {
		t.Errorf("the next try is after %v, want three quarters of a quarter of the ban", held)
	}
	if got, want := s.th.firstCooldown(), 2*s.th.pace.interval; got != want {
		t.Errorf("the first cool-down is %v, want two intervals, which are %v", got, want)
	}
}

// TestAnIsolatedRefusal ends when the requests after it are accepted.
func TestAnIsolatedRefusal(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(s *steps) // before the last of three is accepted
		ends   bool
	}{
		"three of four are accepted, one of them sent later": {func(*steps) {}, true},
		"never before so many were in flight":                {func(s *steps) { s.th.event.proven = false }, false},
		"the service named a time":                           {func(s *steps) { s.th.event.named = true }, false},
		"none of them was sent later":                        {func(s *steps) { s.th.event.later, s.th.event.sent = false, s.clock() }, false},
		"most were refused":                                  {func(s *steps) { s.th.event.inFlight = 9 }, false},
		"a probe was refused":                                {func(s *steps) { s.th.event.again = true }, false},
	} {
		s := newSteps(t, 8)
		s.warm(20)
		for range 3 {
			s.send(1, 1)
			s.after(ms)
		}
		s.send(1, 1)
		s.refuse(20)
		s.accept(21, 22)
		test.change(s)
		s.accept(23)
		if ended := !s.th.halfOpen; ended != test.ends {
			t.Errorf("%s: the pause has ended: %t, want %t", name, ended, test.ends)
		}
	}
}

// TestRequestsAreSpread after the first refusal: two in flight, and not together.
func TestRequestsAreSpread(t *testing.T) {
	t.Parallel()
	s := newSteps(t, 8)
	s.warm(20)
	s.send(2, 2)
	s.refuse(20)
	s.accept(21)
	s.after(sec)
	s.send(1, 1)
	s.after(50 * ms)
	s.accept(22)
	s.th.pace.interval, s.th.pace.next = 0, s.clock()
	s.send(9, 1)
	s.wait(s.th.latency/time.Duration(2*s.th.window.size), ms/1000)
}
