// SPDX-License-Identifier: MIT

package transport

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

func TestThrottleSteps(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		most int
		run  func(s *steps)
	}{
		{"begins with two in flight, and grows by half a window of accepted requests, up to the most", 4, func(s *steps) {
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
			s.learned(false)
			s.send(9, 8)
		}},
		{"a request that is released frees its place and teaches nothing", 8, func(s *steps) {
			s.send(9, 2)
			s.th.release(s.sent[0], s.clock())
			s.window(2)
			s.send(9, 1)
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
			s.pause(sec)
			s.send(9, 1)
			s.th.release(s.sent[1], s.clock())
			s.send(9, 1)
		}},
		{"the end of a probe of an earlier event does not make room for a second", 8, func(s *steps) {
			s.pause(sec)
			s.pause(sec)
			s.send(1, 1)
			old := s.sent[1]
			old.epoch--
			s.th.inFlight++
			s.th.release(old, s.clock())
			s.wait(untilReturn, 0)
		}},
		{"the cool-down doubles when the probe is refused, up to the longest", 8, func(s *steps) {
			want := 100 * ms
			for range 9 {
				s.sendRefused()
				s.wait(want*7/8, want/8)
				s.after(want)
				want = min(2*want, 8*sec)
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
			for range 10 {
				s.sendRefusedFor(sec)
				s.wait(sec, 0)
				s.after(sec)
			}
		}},
		{"less than a second is not believed again and again", 8, func(s *steps) {
			s.sendRefusedFor(600 * ms)
			for range 5 { // 200 ms to 3.2 s
				s.after(4 * sec)
				s.sendRefusedFor(600 * ms)
			}
			s.wait(2800*ms, 400*ms)
		}},
		{"what was closed for long is probed less often the next time", 8, func(s *steps) {
			for range 8 { // 100 ms to 8 s
				s.sendRefused()
				s.after(8 * sec)
			}
			s.sendAccepted()
			if s.th.cooldown != 2*sec {
				s.Fatalf("after 8s the cool-down is %v, want a quarter", s.th.cooldown)
			}
			s.warm(1)
			s.after(9 * sec)
			s.sendRefused()
			s.wait(1750*ms, 250*ms)
		}},
		{"as many were accepted before: it was the rate", 8, func(s *steps) {
			s.warm(30)
			s.send(8, 8)
			s.refuse(30)
			s.accept(31, 32, 33, 34, 35, 36, 37)
			s.after(100 * ms)
			s.sendAccepted()
			s.window(8) // most of them were accepted
			s.learned(true)
		}},
		{"the probe was refused: it was the rate", 8, func(s *steps) {
			s.refuseThird(0)
			s.sendRefused()
			s.after(200 * ms)
			s.sendAccepted()
			s.window(2)
			s.learned(true)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(newSteps(t, test.most))
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
