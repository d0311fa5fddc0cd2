// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"math/rand/v2"
	"time"
)

// gate decides when the next request may be sent. It has no clock, no lock and no goroutine: its callers pass the time.
//
// A refusal begins a pause, in which nothing is sent. After it one request alone is sent, the probe. If the probe is
// accepted, the others follow. If it is refused, the pause goes on, and becomes longer each time.
type gate struct {
	maxInFlight                  int
	firstBackoff, longestBackoff time.Duration // pauses after refusals that name no time

	inFlight int
	window   window
	pace     pace

	pauseNo   int // how many pauses there have been
	pause     pause
	notBefore time.Time     // the end of the pause
	backoff   time.Duration // how long the pause is after the next refusal that names no time
	halfOpen  bool          // no probe has been accepted since the pause began
	probing   bool          // the probe is in flight

	countedFrom  time.Time // begin of the count of accepted; moves on while no call waits
	accepted     int       // requests since then
	total        int       // requests that were ever accepted
	meanLatency  time.Duration
	lastSent     time.Time
	lastEnded    time.Time
	lastAccepted time.Time

	floor floorRate
	ban   ban
}

// permit is permission to send one request.
type permit struct {
	pauseNo      int
	inFlightAt   int // requests in flight when it was given, including this one
	probe        bool
	sent         time.Time
	lastAccepted time.Time
}

func newGate(maxInFlight int, first, longest time.Duration) *gate {
	w := window{size: min(startWindow, maxInFlight), ceiling: maxInFlight}
	return &gate{maxInFlight: maxInFlight, firstBackoff: max(1, first), longestBackoff: longest, window: w}
}

// The backoff grows at least from twice leastBackoff to longBackoff, whatever the policy says and the service names. So a service
// that refuses everything is asked less and less often.
const (
	leastBackoff = time.Millisecond
	longBackoff  = 7500 * time.Millisecond
)

// untilReturn is a wait that ends with the next response.
const untilReturn = time.Duration(math.MaxInt64)

// admit gives permission to send a request, or returns how long to wait before asking again.
func (g *gate) admit(now time.Time) (permit, time.Duration) {
	switch {
	case now.Before(g.notBefore):
		return permit{}, g.notBefore.Sub(now)
	case g.halfOpen && g.probing, !g.halfOpen && g.inFlight >= g.window.size:
		return permit{}, untilReturn
	case now.Before(g.pace.next):
		return permit{}, g.pace.next.Sub(now)
	case now.Before(g.gapEnd()):
		return permit{}, g.gapEnd().Sub(now)
	}
	g.skipIdle(now)
	g.lastSent = now
	g.pace.noteSent(now)
	g.inFlight++
	g.probing = g.halfOpen
	return permit{g.pauseNo, g.inFlight, g.probing, now, g.lastAccepted}, 0
}

// gapEnd returns when the next request may be sent so that it does not come together with the one before. A service that
// allows no bursts refuses one of two requests that come together, and their number in flight would seem to be the
// reason. Before the first refusal there is no gap. After it the gap is 10 ms, if responses take 80 ms and the window is 4.
func (g *gate) gapEnd() time.Time {
	if g.pauseNo == 0 {
		return g.lastSent
	}
	return g.lastSent.Add(g.meanLatency / time.Duration(2*g.window.size))
}

// skipIdle leaves out of the count the time in which a request could have been sent, but no call was waiting.
func (g *gate) skipIdle(now time.Time) {
	idle := max(0, min(now.Sub(g.lastEnded), now.Sub(g.notBefore), now.Sub(g.pace.next), now.Sub(g.gapEnd())))
	g.countedFrom = g.countedFrom.Add(idle)
	if idle > stale {
		g.countedFrom, g.accepted, g.pace.interval, g.floor = now, 0, 0, floorRate{}
	}
}

// release ends a request that says nothing about the limit.
func (g *gate) release(p permit, now time.Time) {
	g.inFlight--
	g.lastEnded = now
	if p.probe {
		g.probing = false
	}
}

// accept ends a request that was accepted.
func (g *gate) accept(p permit, now time.Time) {
	g.release(p, now)
	g.lastAccepted = now
	g.total++
	if g.meanLatency += (now.Sub(p.sent) - g.meanLatency) / 8; g.total == 1 {
		g.meanLatency = now.Sub(p.sent)
	}
	if p.pauseNo != g.pauseNo { // it was in flight when the pause began
		g.accepted++
		g.pause.acceptedInFlight++
		return
	}
	if g.halfOpen {
		g.reopen(p.sent)
	}
	g.accepted++
	if d := now.Sub(g.countedFrom); d > memory {
		g.countedFrom, g.accepted = g.countedFrom.Add(d/2), g.accepted/2
	}
	g.window.countAccepted(p.inFlightAt, g.maxInFlight, now)
	g.pace.speedUp(now)
}

// reopen ends a pause. Requests are accepted again since the given time.
func (g *gate) reopen(since time.Time) {
	g.learn(since)
	g.halfOpen, g.countedFrom, g.accepted = false, since, 0
	g.backoff /= 4 // and not to the first one, because the next pause may be as long
}

// serves reports whether a request was accepted within the longest wait of the policy.
func (g *gate) serves(now time.Time) bool { return now.Sub(g.lastAccepted) <= 4*g.longestBackoff }

// refuse ends a request that was refused. The first refusal begins a pause. The refusals of other requests that were in
// flight then matter only if they name a later time.
func (g *gate) refuse(p permit, now time.Time, r Refusal) {
	inFlight := g.inFlight
	g.release(p, now)
	wait := r.After
	if p.pauseNo == g.pauseNo {
		g.pauseNo++
		begins := !g.halfOpen
		if begins {
			g.beginPause(p, now, r, inFlight)
		} else {
			g.pause.probeRefused = true
			g.backoff = min(2*max(g.backoff, leastBackoff), max(g.longestBackoff, longBackoff))
		}
		if !begins || !r.Named {
			wait = max(wait, time.Duration((1-rand.Float64()/4)*float64(g.backoff)))
		}
		if begins {
			g.pause.asked = wait
		}
	}
	if until := now.Add(wait); until.After(g.notBefore) {
		g.notBefore = until
	}
}

// beginPause begins a pause because of a refused request.
func (g *gate) beginPause(p permit, now time.Time, r Refusal, inFlight int) {
	g.halfOpen = true
	g.pause = pause{began: now, busy: now.Sub(g.countedFrom), named: r.Named, acceptedBefore: g.total, inFlight: inFlight}
	g.pause.windowProven = g.window.proven(p.inFlightAt)
	g.window.halveCounts()
	first := g.firstBackoff
	if g.pace.interval > 0 {
		first = max(first/2, g.pace.interval) // enough where the pace is nearly right
	}
	g.backoff = max(g.backoff, first)
}
