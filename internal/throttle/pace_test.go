// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"testing"
	"time"
)

// TestPaceSteps: one request at a time, so that every 429 is due to the rate.
func TestPaceSteps(t *testing.T) {
	t.Parallel()
	runSteps(t, []stepsTest{
		{"as fast as requests were accepted, which is between 10 in 500 ms and in 625 ms, from the probe on", 1,
			"warm 10, pause ~125ms, succeed, interval 55.2ms, wait 55.9ms 300us"},
		{"without an accepted request nothing is learned", 1, "send, after 50ms, refuse 0, after 100ms, succeed, unlearned"},
		{"idle time does not count", 1, "warm 5, after 30s, warm 5, pause ~125ms, succeed, interval 55.2ms"},
		{"a request in flight is not idle time: 10 in 1 s", 1,
			"open 2, send, " + times(10, "after 100ms, succeed") + "pause 100ms, succeed, interval 103.7ms"},
		{"what is accepted after the 429 counts: 13 in 500 ms", 1,
			"open 8, warm 10, send 8, refuse 10 ~125ms, refuse 11 12 13 17, accept 14 15 16, after 125ms, succeed, interval 42.6ms"},
		{"nothing is saved up while nobody sends", 1, "warm 10, pause ~125ms, succeed, after 5s, succeed, wait 54.7ms 1ms"},
		{"the cool-down of a known pace is one interval, here of 111 ms", 1, "warm 5, pause 4s, succeed, after 1s, fail, wait 97ms 15ms"},
		{"but half of the first cool-down at least", 1, "open 4, warm 10, send 4, accept 10 11 12, refuse 13, after 100ms, succeed, after 100ms, fail, cooldown 50ms"},
		{"what was saved up in a pause may be sent at once, but no two requests together", 1,
			"warm 20, pause 1s, succeed, open 20, " + times(13, "after 2ms, send") + "after 2ms, send 1 0"},
		{"one in ten seconds, and yet no slower than the longest cool-down of 8 s, less a little for a success", 1,
			"open 2, send, after 9s, succeed, after 20s, succeed, pause 100ms, succeed, interval 7.47s"},
		{"a minute without a request and the pace is forgotten", 1,
			"warm 10, pause ~125ms, succeed, after 59s, succeed, learned, after 61s, send, unlearned"},
		{"a pause is not idle", 1, "warm 10, pause ~125ms, succeed, after 60ms, pause 90s, send, learned"},
		{"only the last ten seconds count, with 20 a second after 4 a second", 1,
			times(300, "send, after 250ms, accept -1") + "warm 200, fail, after 100ms, succeed, interval 52ms 13ms"},
	})
}

// TestCoolDownsDiffer, so that clients do not come back together.
func TestCoolDownsDiffer(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for range 100 {
		s := newSteps(t, 1)
		s.run("fail")
		seen[s.th.notBefore.Sub(s.start)] = true
	}
	if len(seen) < 50 {
		t.Errorf("100 clients wait for %d times", len(seen))
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
		sustained   float64       // rate before
		rate        float64       // per second
		arrears     time.Duration // within a millisecond
	}{
		{"between 20 and 16 a second", 0, 10, 500 * ms, 125 * ms, false, 0, math.Sqrt(20 * 16), 0},
		{"a sustained rate a tenth below", 0, 10, 500 * ms, 125 * ms, false, 16, math.Sqrt(20 * 16), 0},
		{"a sustained rate less below", 0, 10, 500 * ms, 125 * ms, false, 17, 17, 0},
		{"a sustained rate above", 0, 10, 500 * ms, 125 * ms, false, 30, 30, 0},
		{"a second of a longer pause counts", 0, 10, 500 * ms, 3 * sec, false, 0, math.Sqrt(20 * 10 / 1.5), 0},
		{"a pause of five seconds without a time", 0, 10, 500 * ms, 5 * sec, false, 0, math.Sqrt(20 * 10 / 1.5), 0},
		{"a longer one counts in full", 0, 10, 500 * ms, 5*sec + ms, false, 0, 10 / 5.501, 0},
		{"but one in a second is sent", 0, 10, 500 * ms, time.Minute, false, 0, 1, 0},
		{"a longer one with a time does not", 40 * ms, 10, 500 * ms, 6 * sec, true, 0, math.Sqrt(20 * 10 / 1.5), 0},
		{"no less than half of the known rate", 25 * ms, 10, 500 * ms, 125 * ms, false, 0, 20, 0},
		{"nor after a longer pause without a time", 25 * ms, 10, 500 * ms, 3 * sec, false, 0, 20, 0},
		{"nor after a short one with a time", 25 * ms, 10, 500 * ms, sec - 1, true, 0, 20, 0},
		{"but after a second with a time", 40 * ms, 10, 500 * ms, sec, true, 0, math.Sqrt(20 * 10 / 1.5), 0},
		{"more than the known rate", 400 * ms, 10, 500 * ms, 125 * ms, false, 0, math.Sqrt(20 * 16), 0},
		{"what a pause saved up may be sent at once", 0, 20, sec, sec, true, 0, 20 / math.Sqrt2, sec - 70_711*us},
		{"what a pause of three seconds saved up", 0, 20, sec, 3 * sec, true, 0, 20 / math.Sqrt2, sec - 70_711*us},
		{"nothing without a time", 0, 20, sec, sec, false, 0, 20 / math.Sqrt2, 0},
		{"nothing in less than a second", 0, 20, sec, 900 * ms, true, 0, 20 / math.Sqrt(1.9), 0},
		{"nothing when it was busy for half as long", 0, 20, 500 * ms, sec, true, 0, 40 / math.Sqrt(3), 0},
		{"something when it was busy for longer", 0, 20, 600 * ms, sec, true, 0, 20 / math.Sqrt(0.6*1.6), sec - 49*ms},
		{"nothing when the interval is longer", 0, 1, 4 * sec, sec, true, 0, 1 / math.Sqrt(20), 0},
		{"five seconds with a time", 0, 20, sec, 5 * sec, true, 0, 20 / math.Sqrt2, sec - 70_711*us},
		{"longer: what was accepted takes two seconds", 0, 20, sec, 6 * sec, true, 0, 10, 0},
		{"unless it took longer already", 0, 10, 4 * sec, 6 * sec, true, 0, 10 / math.Sqrt(20), sec - 447*ms},
		{"or a little longer", 0, 10, 2500 * ms, 6 * sec, true, 0, 10 / math.Sqrt(2.5*3.5), sec - 296*ms},
		{"or the pace was known", 40 * ms, 20, sec, 6 * sec, true, 0, 20 / math.Sqrt2, sec - 70_711*us},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := pace{interval: test.known, burst: time.Hour, shrink: 1}
			p.learn(test.accepted, test.busy, test.pause, test.named, test.sustained)
			if got := 1 / p.interval.Seconds(); math.Abs(got-test.rate) > test.rate/10_000 {
				t.Errorf("%.4f requests a second, want %.4f", got, test.rate)
			}
			if diff := p.burst - test.arrears; diff < -ms || diff > ms || p.burst < 0 {
				t.Errorf("arrears of %v, want %v", p.burst, test.arrears)
			}
			pause := min(1, test.pause.Seconds())
			if got, want := 1/p.shrink, min(120, 15*float64(test.accepted))+10*pause*test.rate; math.Abs(got-want) > want/1000 {
				t.Errorf("faster by a part in %.2f, want one in %.2f", got, want)
			}
		})
	}
}

// TestWhatAPaceLearnsAfterABan: the mean of the rate while busy and the one before, or what is sustained if that is more
// than half of it.
func TestWhatAPaceLearnsAfterABan(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		before          time.Duration
		sustained, rate float64
	}{{25 * ms, 5, 20}, {25 * ms, 12, 12}, {25 * ms, 24, 24}, {0, 5, 1}} {
		p := pace{interval: sec}
		p.learnCarefully(20, 2*sec, test.before, test.sustained)
		if got := 1 / p.interval.Seconds(); math.Abs(got-test.rate) > 0.01 {
			t.Errorf("%+v: %.2f a second", test, got)
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
		p.speedUp(start.Add(test.at))
		if diff := p.interval - test.want; diff < -ms || diff > ms {
			t.Errorf("after request %d the interval is %v, want %v", i, p.interval, test.want)
		}
	}
	p.interval = 1500 * us
	p.speedUp(start.Add(20 * sec))
	if p.interval != 0 {
		t.Errorf("an interval of %v is left, want none below a millisecond", p.interval)
	}
}
