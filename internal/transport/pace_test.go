// SPDX-License-Identifier: MIT

package transport

import (
	"math"
	"testing"
	"time"
)

// TestPaceSteps: one request at a time, so that every 429 is due to the rate.
func TestPaceSteps(t *testing.T) {
	t.Parallel()
	// run sends n requests, one in 50 ms, has one more refused at once, and after the
	// pause the probe accepted.
	run := func(s *steps, n int, pause time.Duration, named bool) {
		s.Helper()
		s.warm(n)
		s.send(1, 1)
		s.th.refuse(s.sent[n], s.clock(), pause, named)
		s.after(pause)
		s.sendAccepted()
	}
	for _, test := range []struct {
		name string
		run  func(s *steps)
	}{
		{"as fast as requests were accepted, from the probe on", func(s *steps) {
			run(s, 10, 125*ms, false) // 10 in 500 ms, or in 625 ms
			s.interval(55_200 * us)   // the mean, and one request faster by a part in 92
			s.wait(55_900*us, 300*us) // one interval from the probe on
		}},
		{"without an accepted request nothing is learned", func(s *steps) {
			s.send(1, 1)
			s.after(50 * ms)
			s.refuse(0)
			s.after(100 * ms)
			s.sendAccepted()
			s.learned(false)
		}},
		{"idle time does not count", func(s *steps) {
			s.warm(5)
			s.after(30 * sec)
			run(s, 5, 125*ms, false)
			s.interval(55_200 * us)
		}},
		{"a request in flight is not idle time", func(s *steps) {
			s.th.most, s.th.window.size = 2, 2
			s.send(1, 1)
			for range 10 {
				s.after(100 * ms)
				s.sendAccepted()
			}
			s.pause(100 * ms)
			s.sendAccepted()
			s.interval(103_700 * us) // 10 in 1 s
		}},
		{"what is accepted after the 429 counts", func(s *steps) {
			s.th.most, s.th.window.size = 8, 8
			s.warm(10)
			s.send(8, 8)
			s.th.refuse(s.sent[10], s.clock(), 125*ms, false)
			for _, i := range []int{11, 12, 13, 17} {
				s.refuse(i)
			}
			s.accept(14, 15, 16)
			s.after(125 * ms)
			s.sendAccepted()
			s.interval(42_600 * us) // 13 in 500 ms
		}},
		{"nothing is saved up while nobody sends", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.after(5 * sec)
			s.sendAccepted()
			s.wait(54_700*us, ms)
		}},
		{"the cool-down of a known pace is one interval", func(s *steps) {
			run(s, 5, 4*sec, true) // one in 100 ms or so
			s.after(sec)
			s.send(1, 1)
			interval := s.th.pace.interval
			s.refuse(len(s.sent) - 1)
			s.wait(interval*7/8, interval/8+ms)
		}},
		{"but half of the first cool-down at least", func(s *steps) {
			s.warm(1)
			s.th.pace.interval = ms
			s.sendRefused()
			s.wait(50*ms*7/8, 50*ms/8)
		}},
		{"cool-downs differ", func(s *steps) {
			seen := map[time.Duration]bool{}
			for range 100 {
				other := newSteps(s.T, 1)
				other.sendRefused()
				seen[other.th.notBefore.Sub(other.start)] = true
			}
			if len(seen) < 50 {
				s.Fatalf("100 clients wait for %d times: they would come back together", len(seen))
			}
		}},
		{"what was saved up in a pause may be sent at once", func(s *steps) {
			run(s, 20, sec, true) // 20 in 1 s or in 2 s: one in 71 ms
			s.th.most, s.th.window.size = 20, 20
			for range 13 { // not two together
				s.after(2 * ms)
				s.send(1, 1)
			}
			s.after(2 * ms)
			s.send(1, 0)
		}},
		{"a minute without a request and the pace is forgotten", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.after(59 * sec)
			s.sendAccepted()
			s.learned(true)
			s.after(61 * sec)
			s.send(1, 1)
			s.learned(false)
		}},
		{"a pause is not idle", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.after(60 * ms)
			s.pause(90 * sec)
			s.send(1, 1)
			s.learned(true)
		}},
		{"only the last ten seconds count", func(s *steps) {
			for range 300 { // 4 per second
				s.warm(1)
				s.after(200 * ms)
			}
			s.warm(200) // 20 per second, for 10 s
			s.sendRefused()
			s.after(100 * ms)
			s.sendAccepted()
			if got := s.th.pace.interval; got < 40*ms || got > 65*ms {
				s.Fatalf("one request in %v: the slow beginning counts", got)
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(newSteps(t, 1))
		})
	}
}

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
		{"what a pause saved up may be sent at once", 0, 20, sec, sec, true, 20 / math.Sqrt2, sec - 70_711*us},
		{"what a pause of three seconds saved up", 0, 20, sec, 3 * sec, true, 20 / math.Sqrt2, sec - 70_711*us},
		{"nothing without a time", 0, 20, sec, sec, false, 20 / math.Sqrt2, 0},
		{"nothing in less than a second", 0, 20, sec, 900 * ms, true, 20 / math.Sqrt(1.9), 0},
		{"nothing when it was busy for half as long", 0, 20, 500 * ms, sec, true, 40 / math.Sqrt(3), 0},
		{"something when it was busy for longer", 0, 20, 600 * ms, sec, true, 20 / math.Sqrt(0.6*1.6), sec - 49*ms},
		{"nothing when the interval is longer", 0, 1, 4 * sec, sec, true, 1 / math.Sqrt(20), 0},
		{"five seconds with a time", 0, 20, sec, 5 * sec, true, 20 / math.Sqrt2, sec - 70_711*us},
		{"longer: what was accepted takes two seconds", 0, 20, sec, 6 * sec, true, 10, 0},
		{"unless it took longer already", 0, 10, 4 * sec, 6 * sec, true, 10 / math.Sqrt(20), sec - 447*ms},
		{"or a little longer", 0, 10, 2500 * ms, 6 * sec, true, 10 / math.Sqrt(2.5*3.5), sec - 296*ms},
		{"or the pace was known", 40 * ms, 20, sec, 6 * sec, true, 20 / math.Sqrt2, sec - 70_711*us},
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
		"nothing, where there was no pace":               {0, 5, 1},
	} {
		p := pace{interval: sec}
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
		{-sec, 4 * sec}, {0, 4 * sec}, {sec, 2 * sec}, {2 * sec, sec}, {5 * sec, sec / 2}, {5*sec + sec/2, 353_553 * us},
	} {
		p.quicken(start.Add(test.at))
		if diff := p.interval - test.want; diff < -ms || diff > ms {
			t.Errorf("after request %d the interval is %v, want %v", i, p.interval, test.want)
		}
	}
	p.interval = 1500 * us
	p.quicken(start.Add(20 * sec))
	if p.interval != 0 {
		t.Errorf("an interval of %v is left, want none below a millisecond", p.interval)
	}
}
