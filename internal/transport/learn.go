package transport

import (
	"math"
	"time"
)

const (
	// startWindow is what a client begins with, before any response has taught it more.
	startWindow = 2
	// provenAfter is how many requests must have been accepted with as many in flight for
	// a 429 there to be due to the rate rather than to the number in flight.
	provenAfter = 3
	// shortestHold is the least time that the window stays below where it was refused.
	shortestHold = 2 * time.Second
	// savedUp bounds the part of a pause during which a service is believed to save up
	// requests that it then accepts at once.
	savedUp = time.Second
	// closed is a pause without a named time that tells of a service closed to all. It is
	// then sent to evenly, so that other clients with the same key get their part.
	closed = 5 * time.Second
	// shared is the least time over which is sent, after a pause of that length that the
	// service named, what it accepted before: its pauses end at whole seconds, and another
	// client with the same key may be told a later one.
	shared = 2 * time.Second
	// regained is the time in which a slow pace more than doubles.
	regained = 20 * time.Second
	// memory bounds the time over which accepted requests are counted.
	memory = 10 * time.Second
	// stale is how long nothing must have been sent for the pace to be forgotten.
	stale = time.Minute
	// resolution is the shortest time that a pace is learned from.
	resolution = time.Millisecond
)

// window is how many requests may be in flight.
type window struct {
	size      int
	ceiling   int // up to here it grows with every few requests accepted,
	hold      time.Duration
	holdUntil time.Time // and above it by one, once nothing was refused for so long
	raised    bool      // the ceiling was raised since the last event
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

// limit lowers the ceiling to what was accepted. A try above it that is refused makes the
// next one later, and the longer the pause that a try costs the rarer they are.
func (w *window) limit(accepted int, probe time.Time, pause time.Duration) {
	if w.raised {
		w.hold *= 2
	} else {
		w.hold = max(shortestHold, 8*pause)
	}
	w.raised, w.holdUntil = false, probe.Add(w.hold)
	w.ceiling = accepted
	w.size = min(w.size, w.ceiling)
	w.accepted = w.accepted[:min(w.ceiling+1, len(w.accepted))]
}

// pace is how fast requests may be sent.
type pace struct {
	interval time.Duration // between two of them; 0 until a 429 has taught it
	next     time.Time     // when the next one may be sent
	arrears  time.Duration // how far next may lie in the past
	gain     float64       // the part by which the interval shrinks with every request accepted
}

func (p *pace) sent(now time.Time) {
	if earliest := now.Add(-p.arrears); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.interval)
}

func (p *pace) quicken() {
	gain := max(p.gain, min(0.25, p.interval.Seconds()/regained.Seconds()))
	p.interval -= time.Duration(gain * float64(p.interval))
}

// learn draws the conclusions from an event once a probe, sent at that time, has been
// accepted. Where never before so many requests were in flight and most of them were
// accepted, their number was the reason; otherwise the rate was.
func (t *throttle) learn(probe time.Time) {
	e, pause := t.event, t.notBefore.Sub(t.event.at)
	if 2*e.kept >= e.inFlight && !e.proven {
		t.window.limit(e.kept, probe, pause)
		return
	}
	t.window.size = max(1, e.inFlight/2)
	busy := e.at.Sub(t.counted)
	if t.accepted > 0 && busy >= resolution {
		t.pace.learn(t.accepted, busy, pause, e.named)
		t.pace.interval = min(t.pace.interval, t.longest)
		t.pace.next = probe.Add(t.pace.interval - t.pace.arrears)
	}
}

// learn takes the rate from the requests accepted while the client was busy and before it
// paused. It lies between the rate while busy, which counts what the service had saved up
// before, and the rate with the pause, in which it may have saved up more than it keeps.
// The geometric mean of the two comes close where nothing more is known.
func (p *pace) learn(accepted int, busy, pause time.Duration, named bool) {
	n, idle := float64(accepted), min(pause, savedUp)
	rate := n / math.Sqrt(busy.Seconds()*(busy+idle).Seconds())
	switch {
	case !named && pause > closed:
		rate = n / (busy + pause).Seconds()
	case p.interval > 0 && (!named || pause < savedUp):
		rate = max(rate, 0.75/p.interval.Seconds()) // little was saved up: it is not far off
	}
	spread := named && pause > closed && p.interval == 0 && rate > n/shared.Seconds()
	if spread {
		rate = n / shared.Seconds()
	}
	p.interval = time.Duration(float64(time.Second) / rate)
	p.arrears = 0
	if named && pause >= savedUp && !spread && busy > idle/2 {
		p.arrears = max(0, idle-p.interval) // what was saved up, save for the probe, may be sent at once
	}
	// A refusal costs the requests of its pause: the more they are, the rarer it must be.
	p.gain = 1 / (80 + 10*idle.Seconds()*rate)
}
