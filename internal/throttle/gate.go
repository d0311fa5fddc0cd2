// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"math/rand/v2"
	"time"
)

// gate decides when the next request may be sent. It has no clock, no lock and no goroutine: its callers pass the time.
//
// A refusal begins a pause, in which nothing is sent. Then one request is sent alone, the probe. If it is
// accepted, other requests follow. Each refused probe makes the pause longer, for example by 0.5 s, 1 s and 2 s.
type gate struct {
	maxInFlight                  int
	firstBackoff, longestBackoff time.Duration // set by the client: the first and the longest pause after refusals that name no time

	inFlight int
	window   window
	pace     pace

	pauseNo     int // grows by one when a pause begins, and when a refused probe makes a pause longer
	pause       pause
	notBefore   time.Time     // the end of the pause
	backoff     time.Duration // the length of the pause after the next refusal that names no time
	awaitsProbe bool          // a pause has begun, and no probe has been accepted since
	probing     bool          // the probe is in flight

	countedFrom  time.Time // the start of the count in accepted; idle time moves it forward
	accepted     int       // requests accepted since countedFrom
	total        int       // all requests that were ever accepted
	meanLatency  time.Duration
	lastSent     time.Time
	lastEnded    time.Time
	lastAccepted time.Time

	floor floorRate
	ban   ban
}

// permit is permission to send one request.
type permit struct {
	pauseNo    int // gate.pauseNo when the permit was given
	inFlightAt int // requests in flight when the permit was given, including this request
	probe      bool
	sent       time.Time
}

func newGate(maxInFlight int, first, longest time.Duration) *gate {
	w := window{size: min(startWindow, maxInFlight), ceiling: maxInFlight}
	return &gate{maxInFlight: maxInFlight, firstBackoff: first, longestBackoff: longest, window: w}
}

// A refused probe doubles gate.backoff, from at least 1 ms (leastBackoff) up to gate.longestBackoff, or up to 7.5 s (longBackoff)
// if that is longer. So a service that refuses everything gets fewer requests, also from a client that is set to short pauses.
const (
	leastBackoff = time.Millisecond
	longBackoff  = 7500 * time.Millisecond
)

// untilRelease is the wait that admit returns if a request in flight must end first.
const untilRelease = time.Duration(math.MaxInt64)

// admit returns a permit and 0, or no permit and how long to wait before calling admit again.
func (g *gate) admit(now time.Time) (permit, time.Duration) {
	switch {
	case now.Before(g.notBefore):
		return permit{}, g.notBefore.Sub(now)
	case g.awaitsProbe && g.probing, !g.awaitsProbe && g.inFlight >= g.window.size:
		return permit{}, untilRelease
	case now.Before(g.pace.next):
		return permit{}, g.pace.next.Sub(now)
	case now.Before(g.gapEnd()):
		return permit{}, g.gapEnd().Sub(now)
	}
	g.excludeIdleTime(now)
	g.lastSent = now
	g.pace.noteSent(now)
	g.inFlight++
	g.probing = g.awaitsProbe
	return permit{g.pauseNo, g.inFlight, g.probing, now}, 0
}

// gapEnd returns when the gap after the last request ends. Without a gap, a service that allows no bursts would refuse one of
// two requests that come together, which looks like a limit on the requests in flight.
func (g *gate) gapEnd() time.Time {
	if g.pauseNo == 0 {
		return g.lastSent
	}
	return g.lastSent.Add(g.meanLatency / time.Duration(2*g.window.size))
}

// excludeIdleTime moves countedFrom on by the idle time, in which the gate would have admitted a request, but no call waited. If
// the idle time is longer than a minute, excludeIdleTime forgets the pace.
func (g *gate) excludeIdleTime(now time.Time) {
	idle := max(0, min(now.Sub(g.lastEnded), now.Sub(g.notBefore), now.Sub(g.pace.next), now.Sub(g.gapEnd())))
	g.countedFrom = g.countedFrom.Add(idle)
	if idle > stale {
		g.countedFrom, g.accepted, g.pace.interval, g.floor = now, 0, 0, floorRate{}
	}
}

// release takes back the permit of a request that has ended, and learns nothing. endAccepted and endRefused call it first.
func (g *gate) release(p permit, now time.Time) {
	g.inFlight--
	g.lastEnded = now
	if p.probe {
		g.probing = false
	}
}

func (g *gate) endAccepted(p permit, now time.Time) {
	g.release(p, now)
	g.lastAccepted = now
	g.total++
	g.meanLatency += (now.Sub(p.sent) - g.meanLatency) / 8
	if g.total == 1 {
		g.meanLatency = now.Sub(p.sent)
	}
	if p.pauseNo != g.pauseNo { // the request was in flight when the pause began
		g.accepted++
		g.pause.acceptedInFlight++
		return
	}
	if g.awaitsProbe {
		g.endPause(p.sent)
	}
	g.accepted++
	if d := now.Sub(g.countedFrom); d > memory {
		g.countedFrom, g.accepted = g.countedFrom.Add(d/2), g.accepted/2
	}
	g.window.noteAccepted(p.inFlightAt, g.maxInFlight, now)
	g.pace.speedUp(now)
}

// endPause ends a pause because a probe was accepted. since is the time at which the probe was sent.
func (g *gate) endPause(since time.Time) {
	g.learnLimit(since)
	g.awaitsProbe, g.countedFrom, g.accepted = false, since, 0
	g.backoff /= 4 // does not go back to firstBackoff at once, because the next pause may be as long as this one
}

// endRefused ends a request that was refused. The first refusal begins a pause, and a refused probe makes the pause longer. The
// refusal of a request from before the pause makes the pause longer only if the refusal asks for a later end.
func (g *gate) endRefused(p permit, now time.Time, r Refusal) {
	inFlight := g.inFlight
	g.release(p, now)
	wait := r.After
	if p.pauseNo == g.pauseNo {
		g.pauseNo++
		begins := !g.awaitsProbe
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

func (g *gate) beginPause(p permit, now time.Time, r Refusal, inFlight int) {
	g.awaitsProbe = true
	g.pause = pause{began: now, busy: now.Sub(g.countedFrom), named: r.Named, acceptedBefore: g.total, inFlight: inFlight}
	g.pause.windowProven = g.window.isProven(p.inFlightAt)
	g.window.halveCounts()
	first := g.firstBackoff
	if g.pace.interval > 0 {
		first = max(first/2, g.pace.interval) // half is enough, because a pace was learned before
	}
	g.backoff = max(g.backoff, first)
}
