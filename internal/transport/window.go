// SPDX-License-Identifier: MIT

package transport

import "time"

const (
	// startWindow is what a client begins with, before any response has taught it more.
	startWindow = 2
	// provenAfter is how many requests must have been accepted with as many in flight for
	// a refusal there to be due to the rate rather than to the number in flight.
	provenAfter = 3
	// shortestHold is the least time that the window stays below where it was refused.
	shortestHold = 2 * time.Second
)

// window is how many requests may be in flight.
type window struct {
	size      int
	ceiling   int // up to here it grows with every few requests accepted,
	hold      time.Duration
	holdUntil time.Time // and above it by one, once nothing was refused for so long
	raised    bool      // the ceiling was raised since the last event
	doubted   bool      // the last refusal that seemed due to the number has lowered no ceiling
	grown     int       // requests accepted since the size last grew
	accepted  []int     // requests, by how many were in flight
}

// grow notes a request accepted with so many in flight, and widens the window after
// half a window of them.
func (w *window) grow(level, most int, now time.Time) {
	for len(w.accepted) <= level {
		w.accepted = append(w.accepted, 0)
	}
	w.accepted[level]++
	if w.grown++; 2*w.grown < w.size {
		return
	}
	switch {
	case w.size < w.ceiling:
		w.size++
		w.grown = 0
	case w.ceiling < most && now.After(w.holdUntil):
		w.ceiling++
		w.raised, w.holdUntil = true, now.Add(w.hold)
	}
}

// proven reports whether enough requests were accepted with as many in flight, and
// believes the past half as much from then on.
func (w *window) proven(level int) bool {
	accepted := 0
	for l, n := range w.accepted {
		if l >= level {
			accepted += n
		}
		w.accepted[l] /= 2
	}
	return accepted >= provenAfter
}

// limit narrows the window to what was accepted. The second time it lowers the ceiling too,
// because one refusal may be chance, and at once where a refusal costs a long pause. A try
// above the ceiling that is refused makes the next one later, and the longer the pause that
// a try costs the rarer they are.
func (w *window) limit(accepted int, probe time.Time, pause time.Duration) {
	w.size = min(w.size, max(1, accepted))
	if w.doubted = !w.doubted && pause < maxBurstRefill; w.doubted {
		return
	}
	if w.raised {
		w.hold *= 2
	} else {
		w.hold = max(shortestHold, 8*pause)
	}
	w.raised, w.holdUntil = false, probe.Add(w.hold)
	w.ceiling = max(1, accepted)
	w.accepted = w.accepted[:min(w.ceiling+1, len(w.accepted))]
}
