// SPDX-License-Identifier: MIT

package throttle

import "time"

const (
	// startWindow is the size of the window before the first response. With 1, a client would need longer to reach a high
	// limit. With 4, more requests would be refused at first.
	startWindow = 2
	// provenAfter is how many accepted requests prove that the service allows a number in flight. After 3 requests with 4 in
	// flight, the reason for a later refusal with 4 in flight is taken to be the rate.
	provenAfter = 3
	// shortestHold is how long window.ceiling stays as it is after it was lowered, at least.
	shortestHold = 2 * time.Second
)

// window is how many requests may be in flight.
type window struct {
	size      int
	ceiling   int       // the size grows up to here; the ceiling itself rises more slowly
	holdUntil time.Time // the ceiling does not rise before this time

	ceilingKept bool  // the last call of narrowTo did not lower the ceiling, so the next call does
	sinceGrown  int   // requests accepted since the size last grew
	accepted    []int // accepted[n] is how many requests were accepted with n in flight
}

// noteAccepted counts a request that was accepted with inFlight requests in flight. After size/2 accepted requests, the
// size grows by one: from 4 to 5 after 2 requests.
func (w *window) noteAccepted(inFlight, maxInFlight int, now time.Time) {
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
	case w.ceiling < maxInFlight && now.After(w.holdUntil):
		w.ceiling++
	}
}

// isProven reports whether at least 3 requests were accepted while inFlight or more requests were in flight.
func (w *window) isProven(inFlight int) bool {
	accepted := 0
	for i, n := range w.accepted {
		if i >= inFlight {
			accepted += n
		}
	}
	return accepted >= provenAfter
}

// halveCounts halves the counts of accepted requests, so that old requests count less and less.
func (w *window) halveCounts() {
	for i := range w.accepted {
		w.accepted[i] /= 2
	}
}

// narrowTo narrows the window to the number of requests that the service accepted of those in flight when the pause began. After
// a pause shorter than 1 s, it lowers the ceiling only at every second call, because one refusal may be by chance.
func (w *window) narrowTo(acceptedInFlight int, probeSent time.Time, pause time.Duration) {
	w.size = min(w.size, max(1, acceptedInFlight))
	if w.ceilingKept = !w.ceilingKept && pause < maxBurstRefill; w.ceilingKept {
		return
	}
	w.holdUntil = probeSent.Add(max(shortestHold, 8*pause))
	w.ceiling = max(1, acceptedInFlight)
}
