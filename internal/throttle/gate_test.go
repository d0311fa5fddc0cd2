// SPDX-License-Identifier: MIT

package throttle

import (
	"math/rand/v2"
	"testing"
	"time"
)

// third has the third request in flight refused, and the others accepted.
const third = "send 2, after 50ms, accept 0 1, send 9 3, refuse 4, accept 2 3, after 100ms, "

func TestThrottleSteps(t *testing.T) {
	t.Parallel()
	runSteps(t, []stepsTest{
		{"begins with two in flight, and grows by half a window of accepted requests, up to the most", 4,
			"send 9 2, accept 0, window 3, accept 1, window 3, warm 1, window 4, warm 20, window 4, send 9 4"},
		{"without a 429 there is no pace", 8, "warm 100, unlearned, send 9 8"},
		{"a request that is released frees its place and teaches nothing", 8, "send 9 2, release 0, window 2, send 9 1"},
		{"one probe, alone, although earlier requests are in flight, which open nothing", 8,
			"warm 30, send 9 8, refuse 30 1s, after 1s, send 9 1, blocked, accept 31, blocked"},
		{"a probe that ends in nothing leaves its place to another", 8, "pause 1s, send 9 1, release 1, send 9 1"},
		{"the cool-down doubles when the probe is refused, up to the longest", 8,
			"fail, cooldown 100ms, fail, cooldown 200ms, fail, cooldown 400ms, fail, cooldown 800ms, fail, cooldown 1.6s, " +
				"fail, cooldown 3.2s, fail, cooldown 6.4s, fail, cooldown 8s, fail, cooldown 8s"},
		{"other refusals of the event do not double it", 8,
			"warm 30, send 8, refuse 30 31 32 33 34 35 36 37, cooldown 100ms"},
		{"a later time of the same event counts, an earlier does not", 8,
			"warm 5, send 3, refuse 5 5s, refuse 6 50s, wait 50s, refuse 7 1s, wait 50s"},
		{"a long time named again is kept again", 8, times(10, "fail 9s, wait 9s, after 9s")},
		{"less than the cool-down is not believed again and again", 8,
			"fail 2s, wait 2s, " + times(5, "after 4s, fail 2s") + "cooldown 3.2s"},
		{"what was closed for long is probed less often the next time", 8,
			times(8, "fail, after 8s") + "succeed, warm 1, after 9s, fail, cooldown 2s"},
		{"as many were accepted before: it was the rate", 8,
			"warm 30, send 8, refuse 30, accept 31 32 33 34 35 36 37, after 100ms, succeed, window 8, learned"},
		{"the probe was refused: it was the rate", 8, third + "fail, after 200ms, succeed, window 2, learned"},
		{"after the first refusal two are not sent together", 8,
			"warm 20, send 2, refuse 20, accept 21, after 1s, send, after 50ms, accept 22, forget, send 9 1, wait 2.7832ms 1us"},

		{"one refusal may be chance: the window may grow again", 8, third + "succeed, after 50ms, warm 1, window 3"},
		{"the window tries one more after a hold", 8, "doubt, " + third + "succeed, window 2, unlearned, after 50ms, warm 39, window 2, warm 3, window 3"},
	})
}

// TestTheProbeOfAnEarlierEvent does not make room for a second one when it ends.
func TestTheProbeOfAnEarlierEvent(t *testing.T) {
	t.Parallel()
	s := newSteps(t, 8)
	s.run("pause 1s, pause 1s, send")
	s.sent[1].pauseNo--
	s.th.inFlight++
	s.run("release 1, blocked")
}

// TestThrottleNeverLosesCount: whatever happens, in whatever order, requests in flight are
// counted right and somebody can always go on.
func TestThrottleNeverLosesCount(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		s := newSteps(t, 1+random.IntN(9))
		var inFlight []permit
		for range 500 {
			s.now += time.Duration(random.IntN(100)) * ms
			p, wait := s.th.admit(s.clock())
			switch {
			case wait == 0:
				inFlight = append(inFlight, p)
			case wait == untilReturn && len(inFlight) == 0:
				t.Fatalf("seed %d: at %v everybody waits for a request, and none is in flight", seed, s.now)
			}
			if i := random.IntN(10); i < len(inFlight) {
				p, named := inFlight[i], random.IntN(2) == 0
				inFlight = append(inFlight[:i:i], inFlight[i+1:]...)
				switch random.IntN(6) {
				case 0:
					s.th.release(p, s.clock())
				case 1, 2:
					s.th.refuse(p, s.clock(), Refusal{After: time.Duration(random.IntN(3000)) * ms, Named: named})
				default:
					s.th.accept(p, s.clock())
				}
			}
			if s.th.inFlight != len(inFlight) || len(inFlight) > s.th.maxInFlight || s.th.window.size < 1 || s.th.window.size > s.th.maxInFlight ||
				s.th.pace.interval < 0 || s.th.pace.interval > s.th.longestBackoff {
				t.Fatalf("seed %d: at %v %d requests are in flight: %+v", seed, s.now, len(inFlight), s.th)
			}
		}
	}
}
