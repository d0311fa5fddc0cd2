// SPDX-License-Identifier: MIT

package throttle

import "time"

const (
	// startWindow is the size with which a client begins, before it has seen any response. With 1 a service without limits
	// is used later, and with 4 more requests are refused at first.
	startWindow = 2
	// provenAfter is how many requests prove a number in flight: when 3 requests were accepted while n were in flight, n is
	// proven. A later refusal with n in flight is blamed on the rate.
	provenAfter = 3
	// shortestHold is the least time after a refusal in which the ceiling does not rise.
	shortestHold = 2 * time.Second
)

// window is how many requests may be in flight.
type window struct {
	size      int
	ceiling   int       // up to here the size grows quickly
	holdUntil time.Time // after it the ceiling rises

	firstLimitIgnored bool  // the last refusal because of the number has not lowered the ceiling
	sinceGrown        int   // requests accepted since the size last grew
	accepted          []int // requests, by how many were in flight
}

// countAccepted counts a request that was accepted with inFlight requests in flight. When half as many requests as the size
// have been accepted, it widens the window by one: a window of 4 after 2 requests.
func (w *window) countAccepted(inFlight, most int, now time.Time) {
	for len(w.accepted) <= inFlight {
		w.accepted = append(w.accepted, 0)
	}
	w.accepted[inFlight]++
	if w.sinceGrown++; 2*w.sinceGrown < w.size {
		return
	}
	switch {
	case w.size < w.ceiling:
		w.size++
		w.sinceGrown = 0
	case w.ceiling < most && now.After(w.holdUntil):
		w.ceiling++
	}
}

// proven reports whether enough requests were accepted while inFlight or more were in flight.
func (w *window) proven(inFlight int) bool {
	accepted := 0
	for i, n := range w.accepted {
		if i >= inFlight {
			accepted += n
		}
	}
	return accepted >= provenAfter
}

// halveCounts halves the counts of accepted requests, so that old requests matter less and less.
func (w *window) halveCounts() {
	for i := range w.accepted {
		w.accepted[i] /= 2
	}
}

// narrowTo narrows the window to the number of requests that were accepted. The ceiling follows only the second time, because
// one refusal may be chance, but at once if the pause was long. The longer the pause was, the later the ceiling rises again:
// after a pause of 1 s, 8 s later.
func (w *window) narrowTo(accepted int, probe time.Time, pause time.Duration) {
	w.size = min(w.size, max(1, accepted))
	if w.firstLimitIgnored = !w.firstLimitIgnored && pause < maxBurstRefill; w.firstLimitIgnored {
		return
	}
	w.holdUntil = probe.Add(max(shortestHold, 8*pause))
	w.ceiling = max(1, accepted)
}
