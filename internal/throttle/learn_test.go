// SPDX-License-Identifier: MIT

package throttle

import (
	"testing"
	"time"
)

// TestAPauseIsMildIfHalfWereAccepted of the requests in flight, and no probe was refused.
func TestAPauseIsMildIfHalfWereAccepted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		accepted, inFlight int
		probeRefused       bool
		mild               bool
	}{{4, 8, false, true}, {3, 8, false, false}, {3, 6, true, false}, {1, 2, false, true}, {0, 1, false, false}} {
		p := pause{acceptedInFlight: test.accepted, inFlight: test.inFlight, probeRefused: test.probeRefused}
		if p.isMild() != test.mild {
			t.Errorf("%+v is mild: %t", test, p.isMild())
		}
	}
}

// TestARefusalAfterABanAndAnIdleMinuteSetsAPace: the client has no pace after an idle minute, but still remembers the ban.
func TestARefusalAfterABanAndAnIdleMinuteSetsAPace(t *testing.T) {
	now := time.Unix(0, 0)
	g := newGate(8, 125*time.Millisecond, 7500*time.Millisecond)
	g.ban = ban{length: time.Minute, lastPause: time.Second}
	for range 40 {
		p, _ := g.admit(now)
		now = now.Add(50 * time.Millisecond)
		g.endAccepted(p, now)
	}
	p, _ := g.admit(now)
	g.endRefused(p, now, Refusal{After: time.Second, Named: true, Certain: true})
	now = now.Add(time.Second)
	p, _ = g.admit(now)
	g.endAccepted(p, now.Add(50*time.Millisecond))
	if g.pace.interval < 10*time.Millisecond {
		t.Errorf("requests are sent every %v, although 40 in 2 s were too many", g.pace.interval)
	}
}
