// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"testing"
	"time"
)

func TestWhatAnEventTeaches(t *testing.T) {
	t.Parallel()
	const wide, end = "warm 2, open 8, doubt, ", "after 100ms, succeed, "
	const one = "accept 0, fail, after 100ms, succeed, "
	// The window is half, or what was accepted, and one more for the probe if nothing forbids it.
	runSteps(t, []stepsTest{
		{"one of two accepted: their number", 8, wide + "send 2, refuse 2, accept 3, " + end + "window 1, unlearned"},
		{"two of four accepted: their number", 8, wide + "send 4, refuse 2, accept 3 4, refuse 5, " + end + "window 2, unlearned"},
		{"two of five accepted: the rate", 8, wide + "send 5, refuse 2, accept 3 4, refuse 5 6, " + end + "window 3, learned"},
		{"one of four accepted: the rate", 8, wide + "send 4, refuse 2, accept 3, refuse 4 5, " + end + "window 3, learned"},
		{"none of one: the rate", 8, wide + "send, refuse 2, " + end + "window 2, learned"},
		{"busy for less than a millisecond: nothing", 1, "send, after 999999ns, " + one + "unlearned"},
		{"no time, but a wait that is named: the rate", 1, "send, accept 0, fail 1s, after 1s, succeed, learned"},
		{"busy for a millisecond: the rate", 1, "send, after 1ms, " + one + "learned"},
	})
}

// TestWhatIsSustained: from refusal to refusal, until a probe is refused.
func TestWhatIsSustained(t *testing.T) {
	t.Parallel()
	var s floorRate
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
		s.measure(&pause{began: start.Add(e.at), acceptedBefore: e.total, acceptedInFlight: e.kept, probeRefused: e.again})
		if math.Abs(s.rate-e.rate) > 0.01 {
			t.Errorf("after event %d: %.2f a second, want %.2f", i, s.rate, e.rate)
		}
	}
}

// TestWhatIsABan: a long pause, where the service first asked for a short one. It is feared for some refusals more.
func TestWhatIsABan(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before, asked, pause time.Duration
		banned               bool
	}{
		"it asked for less at first": {0, sec, time.Minute, true},
		"it asked for less before":   {sec, time.Minute, time.Minute, true},
		"it asked for a quarter":     {15 * sec, time.Minute, time.Minute, false},
		"the first of its pauses":    {0, time.Minute, time.Minute, false},
		"it is not long":             {0, sec, 5 * sec, false},
		"it asked for as much":       {0, 15 * sec, time.Minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			b, feared := ban{lastPause: test.before}, 0
			got := b.notice(test.asked, test.pause)
			for ; b.recent(); feared++ {
				b.notice(sec, sec)
			}
			if want := map[bool]int{true: 9}[test.banned]; got != test.banned || feared != want {
				t.Errorf("a ban is noticed: %t, and feared for %d refusals; want %t and %d", got, feared, test.banned, want)
			}
		})
	}
}

// TestAfterABan the client tries a higher rate seldom. A long pause is none if the service asked for it at the first
// refusal.
func TestAfterABan(t *testing.T) {
	t.Parallel()
	s := newSteps(t, 1)
	if s.run("warm 20, after 50ms, pause 1m, succeed"); s.th.ban.recent() {
		t.Error("a pause of a minute that was asked for is taken for a ban")
	}
	s = newSteps(t, 1)
	s.run("warm 20, after 50ms, pause 1s, succeed")
	for _, pause := range []string{"1m", "1s"} { // a ban, and a refusal after it
		s.run("after 10s, warm 1, after 10.05s, pause " + pause + ", succeed")
		if s.th.pace.burst != 0 || s.th.pace.shrink != 0 {
			t.Errorf("arrears of %v and a gain of %v, want none", s.th.pace.burst, s.th.pace.shrink)
		}
	}
	if held := s.th.pace.holdUntil.Sub(s.clock()); held < 11*sec || held > 12*sec {
		t.Errorf("the next try is after %v, want three quarters of a quarter of the ban", held)
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
		"never before so many were in flight":                {func(s *steps) { s.th.pause.windowProven = false }, false},
		"the service named a time":                           {func(s *steps) { s.th.pause.named = true }, false},
		"none of them was sent later":                        {func(s *steps) { s.th.pause.acceptedLater, s.th.pause.sent = false, s.clock() }, false},
		"most were refused":                                  {func(s *steps) { s.th.pause.inFlight = 9 }, false},
		"a probe was refused":                                {func(s *steps) { s.th.pause.probeRefused = true }, false},
	} {
		s := newSteps(t, 8)
		s.run("warm 20, " + times(3, "send, after 1ms") + "send, refuse 20, accept 21 22")
		test.change(s)
		s.run("accept 23")
		if ended := !s.th.halfOpen; ended != test.ends {
			t.Errorf("%s: the event has ended: %t, want %t", name, ended, test.ends)
		}
		if paused := s.th.notBefore.After(s.clock()); paused == test.ends {
			t.Errorf("%s: requests have to wait: %t, want %t", name, paused, !test.ends)
		}
	}
}
