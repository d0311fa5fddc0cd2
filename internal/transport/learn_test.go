package transport

import (
	"math"
	"testing"
	"time"
)

// TestWhatAPaceLearns: the rate lies between the one while busy and the one with the pause.
func TestWhatAPaceLearns(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name        string
		known       time.Duration // interval before
		accepted    int
		busy, pause time.Duration
		named       bool
		rate        float64       // per second
		arrears     time.Duration // within a millisecond
	}{
		{"between 20 and 16 a second", 0, 10, 500 * ms, 125 * ms, false, math.Sqrt(20 * 16), 0},
		{"a second of a longer pause counts", 0, 10, 500 * ms, 3 * sec, false, math.Sqrt(20 * 10 / 1.5), 0},
		{"a pause of five seconds without a time", 0, 10, 500 * ms, 5 * sec, false, math.Sqrt(20 * 10 / 1.5), 0},
		{"a longer one counts in full", 0, 10, 500 * ms, 5*sec + ms, false, 10 / 5.501, 0},
		{"but one in a second is sent", 0, 10, 500 * ms, time.Minute, false, 1, 0},
		{"a longer one with a time does not", 40 * ms, 10, 500 * ms, 6 * sec, true, math.Sqrt(20 * 10 / 1.5), 0},
		{"no less than half of the known rate", 25 * ms, 10, 500 * ms, 125 * ms, false, 20, 0},
		{"nor after a longer pause without a time", 25 * ms, 10, 500 * ms, 3 * sec, false, 20, 0},
		{"nor after a short one with a time", 25 * ms, 10, 500 * ms, sec - 1, true, 20, 0},
		{"but after a second with a time", 40 * ms, 10, 500 * ms, sec, true, math.Sqrt(20 * 10 / 1.5), 0},
		{"more than the known rate", 400 * ms, 10, 500 * ms, 125 * ms, false, math.Sqrt(20 * 16), 0},
		{"what a pause saved up may be sent at once", 0, 20, sec, sec, true, 20 / math.Sqrt2, sec - 70711*ms/1000},
		{"what a pause of three seconds saved up", 0, 20, sec, 3 * sec, true, 20 / math.Sqrt2, sec - 70711*ms/1000},
		{"nothing without a time", 0, 20, sec, sec, false, 20 / math.Sqrt2, 0},
		{"nothing in less than a second", 0, 20, sec, 900 * ms, true, 20 / math.Sqrt(1.9), 0},
		{"nothing when it was busy for half as long", 0, 20, 500 * ms, sec, true, 40 / math.Sqrt(3), 0},
		{"something when it was busy for longer", 0, 20, 600 * ms, sec, true, 20 / math.Sqrt(0.6*1.6), sec - 49*ms},
		{"nothing when the interval is longer", 0, 1, 4 * sec, sec, true, 1 / math.Sqrt(20), 0},
		{"five seconds with a time", 0, 20, sec, 5 * sec, true, 20 / math.Sqrt2, sec - 70711*ms/1000},
		{"longer: what was accepted takes two seconds", 0, 20, sec, 6 * sec, true, 10, 0},
		{"unless it took longer already", 0, 10, 4 * sec, 6 * sec, true, 10 / math.Sqrt(20), sec - 447*ms},
		{"or a little longer", 0, 10, 2500 * ms, 6 * sec, true, 10 / math.Sqrt(2.5*3.5), sec - 296*ms},
		{"or the pace was known", 40 * ms, 20, sec, 6 * sec, true, 20 / math.Sqrt2, sec - 70711*ms/1000},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := pace{interval: test.known, arrears: time.Hour, gain: 1}
			p.learn(test.accepted, test.busy, test.pause, test.named, 0)
			if got := 1 / p.interval.Seconds(); math.Abs(got-test.rate) > test.rate/10_000 {
				t.Errorf("%.4f requests a second, want %.4f", got, test.rate)
			}
			if diff := p.arrears - test.arrears; diff < -ms || diff > ms || p.arrears < 0 {
				t.Errorf("arrears of %v, want %v", p.arrears, test.arrears)
			}
			pause := min(1, test.pause.Seconds())
			if got, want := 1/p.gain, min(120, 15*float64(test.accepted))+10*pause*test.rate; math.Abs(got-want) > want/1000 {
				t.Errorf("faster by a part in %.2f, want one in %.2f", got, want)
			}
		})
	}
}

// TestASlowPaceQuickensSooner than a fast one, but by a quarter at most.
func TestASlowPaceQuickensSooner(t *testing.T) {
	t.Parallel()
	for before, after := range map[time.Duration]time.Duration{8 * sec: 6 * sec, 5 * sec: 3750 * ms, 2 * sec: 1800 * ms, 100 * ms: 99 * ms} {
		p := pace{interval: before, gain: 0.01}
		p.quicken(time.Time{})
		if diff := p.interval - after; diff < -ms/10 || diff > ms/10 {
			t.Errorf("%v became %v, want %v", before, p.interval, after)
		}
	}
}

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
		s.send(1, 1)
		s.accept(len(s.sent) - 1)
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
			if got := s.th.pace.interval > 0; got != test.pace {
				t.Errorf("a pace was learned: %t, want %t", got, test.pace)
			}
		})
	}
	for busy, learned := range map[time.Duration]bool{ms - 1: false, ms: true} {
		s := newSteps(t, 1)
		s.send(1, 1)
		s.after(busy)
		s.accept(0)
		s.send(1, 1)
		s.refuse(1)
		s.after(100 * ms)
		s.send(1, 1)
		s.accept(2)
		if got := s.th.pace.interval > 0; got != learned {
			t.Errorf("a pace was learned from %v: %t, want %t", busy, got, learned)
		}
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
		s.send(1, 1)
		s.refuseFor(len(s.sent)-1, pause)
		s.after(pause)
		s.send(1, 1)
		s.accept(len(s.sent) - 1)
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

func TestWhatIsLearnedCarefully(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before    time.Duration
		sustained float64
		rate      float64
	}{
		"between the rate while busy and the one before": {25 * ms, 5, 20},
		"what is sustained, if it is more than half":     {25 * ms, 12, 12},
		"what is sustained, if it is more":               {25 * ms, 24, 24},
	} {
		var p pace
		p.learnCarefully(20, 2*sec, test.before, test.sustained)
		if got := 1 / p.interval.Seconds(); math.Abs(got-test.rate) > 0.01 {
			t.Errorf("%s: %.2f a second, want %.2f", name, got, test.rate)
		}
	}
}

// TestARateThatHasRisen is used: the pace doubles every second once nothing was refused for
// five, by one accepted request no more than once.
func TestARateThatHasRisen(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	p := pace{interval: 4 * sec, holdUntil: start}
	for i, test := range []struct{ at, want time.Duration }{
		{-sec, 4 * sec}, {0, 4 * sec}, {sec, 2 * sec}, {2 * sec, sec}, {5 * sec, sec / 2}, {5*sec + sec/2, 353553 * ms / 1000},
	} {
		p.quicken(start.Add(test.at))
		if diff := p.interval - test.want; diff < -ms || diff > ms {
			t.Errorf("after request %d the interval is %v, want %v", i, p.interval, test.want)
		}
	}
	p.interval = 1500 * ms / 1000
	p.quicken(start.Add(20 * sec))
	if p.interval != 0 {
		t.Errorf("an interval of %v is left, want none below a millisecond", p.interval)
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
