// SPDX-License-Identifier: MIT

package throttle

import "time"

const (
	// startWindow is the size of the window before the first response. With 1, a client would need longer to reach a high
	// limit. With 4, more requests would be refused at first.
	startWindow = 2
	// provenAfter is after how many accepted requests a number in flight counts as allowed. When 3 requests were accepted while
	// 4 were in flight, the reason for a later refusal with 4 in flight is taken to be the rate.
	provenAfter = 3
	// shortestHold is the shortest time for which a lowered ceiling does not rise.
	shortestHold = 2 * time.Second
)

// window is how many requests may be in flight.
type window struct {
	size      int
	ceiling   int       // the size grows up to here; the ceiling itself rises more slowly
	holdUntil time.Time // the ceiling does not rise before this time

	firstLimitIgnored bool  // the last call of narrowTo did not lower the ceiling, so the next call does
	sinceGrown        int   // requests accepted since the size last grew
	accepted          []int // accepted[n] is how many requests were accepted with n in flight
}

// growOnAccept counts a request that was accepted with inFlight requests in flight. The window grows by one when half as many
// requests as its size were accepted: a window of 4 after 2. If the window is as large as the ceiling, the ceiling grows first,
// up to most.
func (w *window) growOnAccept(inFlight, most int, now time.Time) {
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

// narrowTo narrows the window to the number of requests that were accepted. It lowers the ceiling only after a pause of 1 s
// or more, or at every second call, because one refusal may be by chance. A lowered ceiling does not rise for 8 times the
// length of the pause, but at least 2 s: after a pause of 1 s, for 8 s.
func (w *window) narrowTo(accepted int, probe time.Time, pause time.Duration) {
	w.size = min(w.size, max(1, accepted))
	if w.firstLimitIgnored = !w.firstLimitIgnored && pause < maxBurstRefill; w.firstLimitIgnored {
		return
	}
	w.holdUntil = probe.Add(max(shortestHold, 8*pause))
	w.ceiling = max(1, accepted)
}
