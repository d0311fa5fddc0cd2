// SPDX-License-Identifier: MIT

package throttle

import "time"

// longOutage is the longest pause that a rate limit explains. In a longer one the service is closed to all clients.
const longOutage = 5 * time.Second

// pause is what is known about the current pause: the refusal that began it, and the requests in flight at that time.
type pause struct {
	began          time.Time
	busy           time.Duration // from the time when accepted requests were first counted to the pause
	asked          time.Duration // how long the first refusal made the client wait
	named          bool          // the service named that time
	acceptedBefore int           // all requests that were accepted before the pause
	inFlight       int           // requests in flight when the pause began, including the refused one
	windowProven   bool          // as many requests in flight were accepted before, so their number was not the reason

	acceptedInFlight int // how many of the requests in flight were accepted
	probeRefused     bool
	length           time.Duration // known at the end of the pause
	banned           bool          // it was a ban; known at the end of the pause
}

// mostAccepted reports whether most of the requests in flight were accepted.
func (p *pause) mostAccepted() bool { return 2*p.acceptedInFlight >= p.inFlight && !p.probeRefused }

// learn finds out after a pause which limit the service has, when requests are accepted again since the given time. If the
// number in flight was not proven, and most of the requests in flight were accepted, the service limits the requests at a
// time. Otherwise it limits the rate. For example, with 4 in flight 1 is refused: if 4 in flight were never accepted
// before, the window becomes 3, and else the pace becomes slower. After a pause of 5 s or more
// both happen.
func (g *gate) learn(since time.Time) {
	pause := &g.pause
	pause.length = g.notBefore.Sub(pause.began)
	pause.banned = g.ban.notice(pause.asked, pause.length)
	limitsNumber := pause.mostAccepted() && !pause.windowProven
	if limitsNumber {
		g.window.narrowTo(pause.acceptedInFlight, since, pause.length)
	}
	if !limitsNumber || pause.length >= longOutage {
		if !pause.mostAccepted() || pause.length >= maxBurstRefill { // otherwise a slower pace is enough
			g.window.size = max(1, pause.inFlight/2)
		}
		g.learnRate(since)
	}
}

// learnRate sets the pace from the requests that were accepted before the pause. If there was a ban among the last pauses,
// the pace does not rise, and no requests are sent together.
func (g *gate) learnRate(since time.Time) {
	pause, before := &g.pause, g.pace.interval
	g.pace.holdUntil = since.Add(hold)
	if pause.named {
		pause.busy = max(pause.busy, resolution)
	}
	if g.accepted == 0 || pause.busy < resolution { // a mock that answers in no time has no rate
		return
	}
	g.floor.measure(pause)
	g.pace.setFromPause(g.accepted, pause, g.floor.rate)
	if g.ban.recent() {
		g.pace.shrink, g.pace.burst = 0, 0
		if !pause.banned {
			g.pace.holdUntil = since.Add(max(hold, g.ban.length/4))
			g.pace.setAfterBan(g.accepted, pause.busy, before, g.floor.rate)
		}
	}
	g.pace.next = since.Add(g.pace.interval - g.pace.burst)
}

// ban remembers that a service accepted nothing for long because of repeated refusals. Refusals must then become so rare
// that this does not happen again.
type ban struct {
	length    time.Duration // of the last ban, a quarter less after every later pause
	lastPause time.Duration
}

// notice takes the length of a pause, and reports whether it was a ban: it was long, although the service first asked for
// less than a quarter of it, or although the pause before was shorter than a quarter of it. For example, the service asked
// for 1 s, and refused all probes for 60 s.
func (b *ban) notice(asked, length time.Duration) bool {
	banned := length > longOutage && (asked < length/4 || b.lastPause > 0 && b.lastPause < length/4)
	b.lastPause = length
	b.length = b.length * 3 / 4
	if banned {
		b.length = length
	}
	return banned
}

// recent reports whether there was a ban among the last pauses: a ban of a minute counts for eight of them.
func (b *ban) recent() bool { return b.length > longOutage }

// floorRate is the highest rate that the service has accepted from one refusal to another, over the whole time between
// them. It includes no burst that the service had saved up before, because at the first refusal nothing was left. It is
// valid until a probe is refused. For example, with refusals at 0 s and 2 s and 41 requests accepted between them, it is 20
// a second.
type floorRate struct {
	rate        float64 // per second
	first, last reading
}

// reading is the time of a refusal, and how many requests had been accepted by then.
type reading struct {
	at       time.Time
	accepted int
}

func (f *floorRate) measure(p *pause) {
	now := reading{p.began, p.acceptedBefore + p.acceptedInFlight}
	if p.probeRefused || f.first.at.IsZero() {
		*f = floorRate{first: now}
	} else {
		f.rate = max(f.rate, now.rateSince(f.first), now.rateSince(f.last))
	}
	f.last = now
}

// rateSince returns the rate between two readings. It counts one request less, because the service may have been about to accept
// one at the time of the first refusal.
func (r reading) rateSince(earlier reading) float64 {
	return float64(r.accepted-earlier.accepted-1) / r.at.Sub(earlier.at).Seconds()
}
