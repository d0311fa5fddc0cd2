package transport

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// steps drive a throttle by hand. Every request sent keeps its permit, by the order in
// which it was sent; the clock starts at 0.
type steps struct {
	*testing.T
	th    *throttle
	start time.Time
	now   time.Duration
	sent  []permit
}

const ms = time.Millisecond

// newSteps has a first cool-down of 100 ms and a longest of 8 s.
func newSteps(t *testing.T, most int) *steps {
	return &steps{T: t, th: newThrottle(most, 100*ms, 8*sec), start: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)}
}

func (s *steps) clock() time.Time { return s.start.Add(s.now) }

// send sends as many requests as the throttle admits, up to n, and wants so many.
func (s *steps) send(n, want int) {
	s.Helper()
	got := 0
	for ; got < n; got++ {
		p, wait := s.th.admit(s.clock())
		if wait > 0 {
			break
		}
		s.sent = append(s.sent, p)
	}
	if got != want {
		s.Fatalf("at %v: %d of %d requests were admitted, want %d", s.now, got, n, want)
	}
}

// wait wants the next request to have to wait so long, within a tolerance.
func (s *steps) wait(want, within time.Duration) {
	s.Helper()
	p, got := s.th.admit(s.clock())
	if got == 0 {
		s.th.release(p, s.clock())
	}
	if got < want-within || got > want+within {
		s.Fatalf("at %v: a request must wait %v, want %v", s.now, got, want)
	}
}

func (s *steps) accept(requests ...int) {
	for _, i := range requests {
		s.th.accept(s.sent[i], s.clock())
	}
}

// refuse refuses a request without a time.
func (s *steps) refuse(i int) { s.th.refuse(s.sent[i], s.clock(), 0, false) }

// refuseFor refuses a request with a time.
func (s *steps) refuseFor(i int, after time.Duration) { s.th.refuse(s.sent[i], s.clock(), after, true) }

// after moves the clock.
func (s *steps) after(d time.Duration) { s.now += d }

// warm sends and accepts one request after the other, 50 ms each.
func (s *steps) warm(n int) {
	s.Helper()
	for range n {
		s.send(1, 1)
		s.after(50 * ms)
		s.accept(len(s.sent) - 1)
	}
}

// window wants so many requests to be allowed in flight, when n of them are.
func (s *steps) window(want int) {
	s.Helper()
	if s.th.window.size != want {
		s.Fatalf("at %v: the window is %d, want %d", s.now, s.th.window.size, want)
	}
}

// interval wants the pace to be one request in so long, within a hundredth.
func (s *steps) interval(want time.Duration) {
	s.Helper()
	if got := s.th.pace.interval; got < want-want/100 || got > want+want/100 {
		s.Fatalf("at %v: one request in %v, want %v", s.now, got, want)
	}
}

func TestThrottleSteps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		most int
		run  func(s *steps)
	}{
		{"begins with two in flight", 8, func(s *steps) {
			s.send(9, 2)
			s.wait(untilReturn, 0)
		}},
		{"one at a time", 1, func(s *steps) {
			s.send(9, 1)
			s.accept(0)
			s.send(9, 1)
		}},
		{"grows by half a window of accepted requests, up to the most", 4, func(s *steps) {
			s.send(9, 2)
			s.accept(0)
			s.window(3)
			s.accept(1)
			s.window(3)
			s.warm(1)
			s.window(4)
			s.warm(20)
			s.window(4)
			s.send(9, 4)
		}},
		{"without a 429 there is no pace", 8, func(s *steps) {
			s.warm(100)
			s.interval(0)
			s.send(9, 8)
		}},
		{"a release end frees the place and teaches nothing", 8, func(s *steps) {
			s.send(9, 2)
			s.th.release(s.sent[0], s.clock())
			s.window(2)
			s.send(9, 1)
		}},
		{"a 429 pauses for as long as it says", 8, func(s *steps) {
			s.send(2, 2)
			s.refuseFor(0, 7*sec)
			s.wait(7*sec, 0)
			s.after(7*sec - 1)
			s.wait(1, 0)
			s.after(1)
			s.send(9, 1)
		}},
		{"a 429 without a time pauses for the first cool-down", 8, func(s *steps) {
			s.send(1, 1)
			s.refuse(0)
			s.wait(87*ms, 13*ms)
		}},
		{"one probe, alone, although earlier requests are in flight", 8, func(s *steps) {
			s.warm(30)
			s.send(9, 8)
			s.refuseFor(30, sec)
			s.after(sec)
			s.send(9, 1)
			s.wait(untilReturn, 0)
			s.accept(31) // an earlier request opens nothing
			s.wait(untilReturn, 0)
		}},
		{"a probe that ends in nothing leaves its place to another", 8, func(s *steps) {
			s.send(1, 1)
			s.refuseFor(0, sec)
			s.after(sec)
			s.send(9, 1)
			s.th.release(s.sent[1], s.clock())
			s.send(9, 1)
		}},
		{"the end of a probe of an earlier event does not make room for a second", 8, func(s *steps) {
			s.send(1, 1)
			s.refuseFor(0, sec)
			s.after(sec)
			s.send(1, 1)
			old := s.sent[1]
			s.refuseFor(1, sec)
			s.after(sec)
			s.send(1, 1)
			old.epoch--
			s.th.inFlight++
			s.th.release(old, s.clock())
			s.wait(untilReturn, 0)
		}},
		{"the cool-down doubles when the probe is refused, up to the longest", 8, func(s *steps) {
			s.send(1, 1)
			s.refuse(0)
			for i, want := range []time.Duration{100 * ms, 200 * ms, 400 * ms, 800 * ms, 1600 * ms, 3200 * ms, 6400 * ms, 8 * sec, 8 * sec} {
				s.wait(want*7/8, want/8)
				s.after(want)
				s.send(9, 1)
				s.refuse(i + 1)
			}
		}},
		{"other refusals of the event do not double it", 8, func(s *steps) {
			s.warm(30)
			s.send(8, 8)
			for i := range 8 {
				s.refuse(30 + i)
			}
			s.wait(87*ms, 13*ms)
		}},
		{"a later time of the same event counts, an earlier does not", 8, func(s *steps) {
			s.warm(5)
			s.send(3, 3)
			s.refuseFor(5, 5*sec)
			s.refuseFor(6, 50*sec)
			s.wait(50*sec, 0)
			s.refuseFor(7, sec)
			s.wait(50*sec, 0)
		}},
		{"a time named again is kept again", 8, func(s *steps) {
			s.send(1, 1)
			s.refuseFor(0, sec)
			for i := range 9 {
				s.wait(sec, 0)
				s.after(sec)
				s.send(1, 1)
				s.refuseFor(i+1, sec)
			}
		}},
		{"at once is believed only once", 8, func(s *steps) {
			s.send(1, 1)
			s.refuseFor(0, 0)
			s.send(1, 1)
			s.refuseFor(1, 0)
			s.wait(175*ms, 25*ms)
		}},
		{"a time longer than the cool-down is kept, however short", 8, func(s *steps) {
			s.send(1, 1)
			s.refuseFor(0, 900*ms)
			s.after(900 * ms)
			s.send(1, 1)
			s.refuseFor(1, 900*ms)
			s.wait(900*ms, 0)
		}},
		{"less than a second is not believed again and again", 8, func(s *steps) {
			s.send(1, 1)
			s.refuseFor(0, 600*ms)
			for i := range 5 { // 200 ms to 3.2 s
				s.after(4 * sec)
				s.send(1, 1)
				s.refuseFor(i+1, 600*ms)
			}
			s.wait(2800*ms, 400*ms)
		}},
		{"what was closed for long is probed less often the next time", 8, func(s *steps) {
			s.send(1, 1)
			for i := range 8 { // 100 ms to 8 s
				s.refuse(i)
				s.after(8 * sec)
				s.send(1, 1)
			}
			s.accept(8)
			if s.th.cooldown != 2*sec {
				s.Fatalf("after 8s the cool-down is %v, want a quarter", s.th.cooldown)
			}
			s.warm(1)
			s.after(9 * sec)
			s.send(1, 1)
			s.refuse(10)
			s.wait(1750*ms, 250*ms)
		}},
		{"one refusal may be chance: the window may grow again", 8, func(s *steps) {
			s.send(2, 2)
			s.after(50 * ms)
			s.accept(0, 1)
			s.send(9, 3)
			s.refuse(4)
			s.accept(2, 3)
			s.after(100 * ms)
			s.send(1, 1)
			s.accept(5)
			s.after(50 * ms)
			s.warm(1)
			s.window(3)
		}},
		{"most were accepted: the window ends below what was refused", 8, func(s *steps) {
			s.th.window.doubted = true
			s.send(2, 2)
			s.after(50 * ms)
			s.accept(0, 1)
			s.send(9, 3)
			s.refuse(4)
			s.after(50 * ms)
			s.accept(2, 3)
			s.after(100 * ms)
			s.send(9, 1)
			s.accept(5)
			s.window(2)
			s.interval(0)
			s.after(50 * ms)
			s.warm(19)
			s.window(2)
		}},
		{"the window tries one more after a hold, which doubles when the try fails", 8, func(s *steps) {
			limitAtTwo(s)
			held := s.untilThree()
			if held < 2*sec || held > 2200*ms {
				s.Fatalf("held for %v, want 2s", held)
			}
			s.failAtThree()
			if held := s.untilThree(); held < 4*sec || held > 4300*ms {
				s.Fatalf("held for %v, want 4s", held)
			}
		}},
		{"the hold is eight pauses at least", 8, func(s *steps) {
			s.send(2, 2)
			s.after(50 * ms)
			s.accept(0, 1)
			s.send(9, 3)
			s.refuseFor(4, sec)
			s.accept(2, 3)
			s.after(sec)
			s.send(1, 1)
			s.accept(5)
			s.after(50 * ms)
			if held := s.untilThree(); held < 8*sec || held > 8200*ms {
				s.Fatalf("held for %v, want 8s", held)
			}
		}},
		{"as many were accepted before: it was the rate", 8, func(s *steps) {
			s.warm(30)
			s.fill(8, 100*ms)
			s.window(8) // most of them were accepted
			if s.th.pace.interval == 0 {
				s.Fatal("there is no pace")
			}
		}},
		{"most were refused: it was the rate", 8, func(s *steps) {
			s.send(2, 2)
			s.after(50 * ms)
			s.accept(0)
			s.send(9, 2)
			s.refuse(1)
			s.refuse(2)
			s.refuse(3)
			s.after(100 * ms)
			s.send(9, 1)
			s.after(50 * ms)
			s.accept(4)
			s.window(2) // one, and one more for the probe
		}},
		{"the probe was refused: it was the rate", 8, func(s *steps) {
			s.send(2, 2)
			s.after(50 * ms)
			s.accept(0, 1)
			s.send(9, 3)
			s.refuse(4)
			s.accept(2, 3)
			s.after(100 * ms)
			s.send(1, 1)
			s.refuse(5)
			s.after(200 * ms)
			s.send(1, 1)
			s.accept(6)
			s.window(2)
			if s.th.pace.interval == 0 {
				s.Fatal("there is no pace")
			}
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(newSteps(t, test.most))
		})
	}
}

// limitAtTwo lets a third request in flight be refused.
func limitAtTwo(s *steps) {
	s.Helper()
	s.th.window.doubted = true
	s.send(2, 2)
	s.after(50 * ms)
	s.accept(0, 1)
	s.send(9, 3)
	s.refuse(4)
	s.accept(2, 3)
	s.after(100 * ms)
	s.send(1, 1)
	s.accept(5)
	s.window(2)
	s.after(50 * ms)
}

// untilThree sends until three may be in flight, and returns how long that took.
func (s *steps) untilThree() time.Duration {
	s.Helper()
	began := s.now
	for s.th.window.size < 3 {
		s.warm(1)
	}
	return s.now - began
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
	s.send(1, 1)
	s.accept(n + 3)
	s.window(2)
	s.after(50 * ms)
}

// fill sends as many requests as may be in flight, has the first refused, the others
// accepted, and the probe too.
func (s *steps) fill(want int, pause time.Duration) {
	s.Helper()
	n := len(s.sent)
	s.send(want, want)
	s.refuse(n)
	for i := range want - 1 {
		s.accept(n + 1 + i)
	}
	s.after(pause)
	s.send(1, 1)
	s.accept(n + want)
}

// TestPaceSteps: one request at a time, so that every 429 is due to the rate.
func TestPaceSteps(t *testing.T) {
	t.Parallel()
	// run sends n requests, one in 50 ms, has one more refused at once, and after the
	// pause the probe accepted.
	run := func(s *steps, n int, pause time.Duration, named bool) {
		s.Helper()
		s.warm(n)
		s.send(1, 1)
		refused := len(s.sent) - 1
		s.th.refuse(s.sent[refused], s.clock(), pause, named)
		s.after(pause)
		s.send(1, 1)
		s.accept(len(s.sent) - 1)
	}
	for _, test := range []struct {
		name string
		run  func(s *steps)
	}{
		{"as fast as requests were accepted", func(s *steps) {
			run(s, 10, 125*ms, false)     // 10 in 500 ms, or in 625 ms
			s.interval(55200 * ms / 1000) // the mean, and one request faster by a part in 92
		}},
		{"the next request waits one interval from the probe on", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.wait(55900*ms/1000, 300*ms/1000)
		}},
		{"no more than a second of a pause counts", func(s *steps) {
			run(s, 10, 4*sec, true) // 10 in 500 ms, or in 1500 ms
			s.interval(85900 * ms / 1000)
		}},
		{"a service closed for long is sent to evenly", func(s *steps) {
			s.warm(10)
			for i, cooldown := range []time.Duration{100 * ms, 200 * ms, 400 * ms, 800 * ms, 1600 * ms, 3200 * ms} {
				s.send(1, 1)
				s.refuse(10 + i)
				s.after(cooldown)
			}
			s.send(1, 1)
			s.accept(16)
			if got := s.th.pace.interval; got < 580*ms || got > 680*ms {
				s.Fatalf("one request in %v; 10 in 6 s to 7 s, and faster by a part in 33, are one in 620ms", got)
			}
		}},
		{"after a long pause that was named, what was accepted before takes two seconds", func(s *steps) {
			run(s, 10, 6*sec, true)        // 10 in 500 ms, but no faster than 10 in 2 s
			s.interval(198100 * ms / 1000) // and faster by a part in 104
		}},
		{"a rate learned from less than a moment is none", func(s *steps) {
			s.send(1, 1)
			s.accept(0)
			s.send(1, 1)
			s.refuse(1)
			s.after(100 * ms)
			s.send(1, 1)
			s.accept(2)
			s.interval(0)
		}},
		{"without an accepted request nothing is learned", func(s *steps) {
			s.send(1, 1)
			s.after(50 * ms)
			s.refuse(0)
			s.after(100 * ms)
			s.send(1, 1)
			s.accept(1)
			s.interval(0)
		}},
		{"idle time does not count", func(s *steps) {
			s.warm(5)
			s.after(30 * sec)
			run(s, 5, 125*ms, false)
			s.interval(55200 * ms / 1000)
		}},
		{"a request in flight is not idle time", func(s *steps) {
			s.th.most, s.th.window.size = 2, 2
			s.send(1, 1)
			for range 10 {
				s.after(100 * ms)
				s.send(1, 1)
				s.accept(len(s.sent) - 1)
			}
			s.send(1, 1)
			s.th.refuse(s.sent[len(s.sent)-1], s.clock(), 100*ms, false)
			s.after(100 * ms)
			s.send(1, 1)
			s.accept(len(s.sent) - 1)
			s.interval(103700 * ms / 1000) // 10 in 1 s
		}},
		{"what is accepted after the 429 counts", func(s *steps) {
			s.th.most, s.th.window.size = 8, 8
			s.warm(10)
			s.send(8, 8)
			s.th.refuse(s.sent[10], s.clock(), 125*ms, false)
			s.refuse(11)
			s.refuse(12)
			s.refuse(13)
			s.accept(14, 15, 16)
			s.refuse(17)
			s.after(125 * ms)
			s.send(1, 1)
			s.accept(18)
			s.interval(42600 * ms / 1000) // 13 in 500 ms
		}},
		{"a second 429 lowers a pace by half at most", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.after(60 * ms)
			before := s.th.pace.interval
			s.send(1, 1)
			for range 4 { // the pause makes it look slower than it is
				s.refuse(len(s.sent) - 1)
				s.after(sec)
				s.send(1, 1)
			}
			s.accept(len(s.sent) - 1)
			s.interval(before * 2 * 99 / 100)
		}},
		{"nothing is saved up while nobody sends", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.after(5 * sec)
			s.send(1, 1)
			s.accept(len(s.sent) - 1)
			s.wait(54700*ms/1000, ms)
		}},
		{"nor after a pause without a time that follows one with a time", func(s *steps) {
			run(s, 20, sec, true)
			s.after(50 * ms)
			s.warm(5)
			s.send(1, 1)
			s.refuse(len(s.sent) - 1)
			s.after(sec)
			s.send(1, 1)
			s.accept(len(s.sent) - 1)
			if _, wait := s.th.admit(s.clock()); wait < 40*ms {
				s.Fatalf("the next request waits %v, want an interval", wait)
			}
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
			s.send(1, 1)
			s.refuse(1)
			s.wait(50*ms*7/8, 50*ms/8)
		}},
		{"cool-downs differ", func(s *steps) {
			seen := map[time.Duration]bool{}
			for range 100 {
				other := newSteps(s.T, 1)
				other.send(1, 1)
				other.refuse(0)
				_, wait := other.th.admit(other.clock())
				seen[wait] = true
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
		{"every accepted request quickens the pace", func(s *steps) {
			run(s, 10, 125*ms, false)
			before := s.th.pace.interval
			for range 50 {
				s.after(60 * ms)
				s.send(1, 1)
				s.accept(len(s.sent) - 1)
			}
			if s.th.pace.interval > before*80/100 || s.th.pace.interval < before*7/10 {
				s.Fatalf("50 requests made %v to %v", before, s.th.pace.interval)
			}
		}},
		{"the dearer a refusal, the slower", func(s *steps) {
			run(s, 20, sec, true)
			before := s.th.pace.interval
			for range 50 {
				s.after(80 * ms)
				s.send(1, 1)
				s.accept(len(s.sent) - 1)
			}
			if s.th.pace.interval < before*80/100 || s.th.pace.interval > before*90/100 {
				s.Fatalf("50 requests made %v to %v", before, s.th.pace.interval)
			}
		}},
		{"a minute without a request and the pace is forgotten", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.after(59 * sec)
			s.send(1, 1)
			s.accept(len(s.sent) - 1)
			if s.th.pace.interval == 0 {
				s.Fatal("the pace is forgotten before")
			}
			s.after(61 * sec)
			s.send(1, 1)
			s.interval(0)
		}},
		{"a pause is not idle", func(s *steps) {
			run(s, 10, 125*ms, false)
			s.after(60 * ms)
			s.send(1, 1)
			s.refuseFor(len(s.sent)-1, 90*sec)
			s.after(90 * sec)
			s.send(1, 1)
			if s.th.pace.interval == 0 {
				s.Fatal("the pace is forgotten")
			}
		}},
		{"only the last ten seconds count", func(s *steps) {
			for range 300 { // 5 per second
				s.send(1, 1)
				s.after(200 * ms)
				s.accept(len(s.sent) - 1)
			}
			s.warm(200) // 20 per second, for 10 s
			s.send(1, 1)
			s.refuse(500)
			s.after(100 * ms)
			s.send(1, 1)
			s.accept(501)
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

// TestThrottleNeverLosesCount: whatever happens, in whatever order, requests in flight are
// counted right and somebody can always go on.
func TestThrottleNeverLosesCount(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, 1))
			s := newSteps(t, 1+random.IntN(9))
			var inFlight []permit
			for range 500 {
				s.after(time.Duration(random.IntN(100)) * ms)
				p, wait := s.th.admit(s.clock())
				switch {
				case wait == 0:
					inFlight = append(inFlight, p)
				case wait == untilReturn && len(inFlight) == 0:
					t.Fatalf("seed %d: at %v everybody waits for a request, and none is in flight", seed, s.now)
				}
				if len(inFlight) > s.th.most {
					t.Fatalf("seed %d: %d in flight, at most %d may be", seed, len(inFlight), s.th.most)
				}
				if len(inFlight) > 0 && random.IntN(2) == 0 {
					i := random.IntN(len(inFlight))
					p, now := inFlight[i], s.clock()
					inFlight = append(inFlight[:i:i], inFlight[i+1:]...)
					switch random.IntN(6) {
					case 0:
						s.th.release(p, now)
					case 1:
						s.th.refuse(p, now, 0, false)
					case 2:
						s.th.refuse(p, now, time.Duration(random.IntN(3000))*ms, true)
					default:
						s.th.accept(p, now)
					}
				}
				if s.th.inFlight != len(inFlight) || s.th.window.size < 1 || s.th.window.size > s.th.most || s.th.pace.interval < 0 || s.th.pace.interval > s.th.longest {
					t.Fatalf("seed %d: at %v %d requests are in flight: %+v", seed, s.now, len(inFlight), s.th)
				}
			}
		})
	}
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
