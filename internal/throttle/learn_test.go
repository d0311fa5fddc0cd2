// SPDX-License-Identifier: MIT

package throttle

import "testing"

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
