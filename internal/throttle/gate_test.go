// SPDX-License-Identifier: MIT

package throttle

import (
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"
)

const sec, ms = time.Second, time.Millisecond

// TestGateNeverLosesCount: whatever happens, in whatever order, the requests in flight are counted right, and if all calls
// wait for the end of a request, there is one in flight. What a gate learns is proven in internal/proof/limits.
func TestGateNeverLosesCount(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 1))
		g, now := newGate(1+random.IntN(9), 100*ms, 8*sec), time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
		var inFlight []permit
		for range 500 {
			now = now.Add(time.Duration(random.IntN(100)) * ms)
			switch p, wait := g.admit(now); {
			case wait == 0:
				inFlight = append(inFlight, p)
			case wait == untilRelease && len(inFlight) == 0:
				t.Fatalf("seed %d: all calls wait for the end of a request, and none is in flight", seed)
			}
			if i := random.IntN(10); i < len(inFlight) {
				p := inFlight[i]
				inFlight = append(inFlight[:i:i], inFlight[i+1:]...)
				switch random.IntN(6) {
				case 0:
					g.release(p, now)
				case 1, 2:
					g.endRefused(p, now, Refusal{After: time.Duration(random.IntN(3000)) * ms, Named: random.IntN(2) == 0})
				default:
					g.endAccepted(p, now)
				}
			}
			if g.inFlight != len(inFlight) || len(inFlight) > g.maxInFlight || g.window.size < 1 || g.window.size > g.maxInFlight ||
				g.pace.interval < 0 || g.pace.interval > 100*sec {
				t.Fatalf("seed %d: %d requests are in flight: %+v", seed, len(inFlight), g)
			}
		}
	}
}

// TestACallThatCannotWaitSaysWhy it does not wait for the end of a pause.
func TestACallThatCannotWaitSaysWhy(t *testing.T) {
	t.Parallel()
	throttle := New(1, sec, sec)
	refused, late := Turn{Throttle: throttle}, Turn{Throttle: throttle}
	itIsLate := errors.New("it is late")
	why := func(_, _ time.Time) error { return itIsLate }
	_, _ = refused.Wait(t.Context(), nil, why)
	refused.Refused(Refusal{After: time.Hour, Named: true, Certain: true})
	_, err := late.Wait(t.Context(), nil, why)
	if want := "another call was refused, and it is late"; !errors.Is(err, itIsLate) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestTimersEndInTheirBubble: a client that was used in a bubble of testing/synctest may be used outside of it.
func TestTimersEndInTheirBubble(t *testing.T) {
	throttle := New(1, ms, ms)
	twice := func(t *testing.T) {
		for range 2 { // the second call waits for the end of the pause
			turn := Turn{Throttle: throttle}
			if _, err := turn.Wait(t.Context(), nil, func(_, _ time.Time) error { return nil }); err != nil {
				t.Fatal(err)
			}
			turn.Refused(Refusal{After: ms, Named: true, Certain: true})
		}
	}
	synctest.Test(t, twice)
	twice(t)
}
