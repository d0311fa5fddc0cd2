// SPDX-License-Identifier: MIT

package throttle

import "time"

const (
	// longOutage is the longest pause that a rate limit explains. In a longer one the service is closed to all clients.
	longOutage = 5 * time.Second
	// isolatedAfter is how many of the requests in flight must have been accepted before a refusal among them counts as
	// isolated.
	isolatedAfter = 3
)

// pause is what is known about a refusal, and about the requests that were in flight when it arrived.
type pause struct {
	began          time.Time
	sent           time.Time     // when the refused request was sent
	asked          time.Duration // how long the first refusal made the client wait
	named          bool          // the service named that time
	acceptedBefore int           // requests
	inFlight       int           // requests, including the refused one

	acceptedInFlight int  // how many of the requests in flight were accepted
	acceptedLater    bool // one of them was sent after the refused one
	windowProven     bool // as many requests in flight were accepted before, so their number was not the reason
	probeRefused     bool
}

// mostAccepted reports whether most of the requests in flight were accepted.
func (p *pause) mostAccepted() bool { return 2*p.acceptedInFlight >= p.inFlight && !p.probeRefused }

// isolated reports whether the service still accepts requests, so that a pause would not help. A gateway that refuses
// requests at random is an example.
func (p *pause) isolated() bool {
	return p.mostAccepted() && p.windowProven && p.acceptedLater && p.acceptedInFlight >= isolatedAfter && !p.named
}

// learn adapts window and pace after a pause, which was over at the time since. If so many requests had hardly been in
// flight before, and most of them were accepted, the service limits the requests at a time. Otherwise it limits the rate.
func (g *gate) learn(since time.Time) {
	p, length := &g.pause, g.notBefore.Sub(g.pause.began)
	banned := g.ban.notice(p.asked, length)
	if p.mostAccepted() && !p.windowProven {
		if g.window.limit(p.acceptedInFlight, since, length); length < longOutage || g.pace.interval > 0 {
			return
		}
	}
	if !p.mostAccepted() || length >= maxBurstRefill {
		g.window.size = max(1, p.inFlight/2)
	}
	g.pace.holdUntil = since.Add(hold)
	busy := p.began.Sub(g.countedFrom)
	if p.named { // a mock responds in no time
		busy = max(busy, resolution)
	}
	if g.accepted == 0 || busy < resolution {
		return
	}
	g.floor.measure(p)
	before := g.pace.interval
	g.pace.learn(g.accepted, busy, length, p.named, g.floor.rate)
	if g.ban.recent() {
		g.pace.shrink, g.pace.burst = 0, 0
		if !banned {
			g.pace.holdUntil = since.Add(max(hold, g.ban.length/4))
			g.pace.learnCarefully(g.accepted, busy, before, g.floor.rate)
		}
	}
	g.pace.interval = min(g.pace.interval, g.longestBackoff)
	g.pace.next = since.Add(g.pace.interval - g.pace.burst)
}

// ban remembers that a service accepted nothing for long because of repeated refusals. Then refusals must become so
// rare that this does not happen again.
type ban struct {
	length    time.Duration // of the last ban, a quarter less after every later pause
	lastPause time.Duration
}

// notice takes the length of a pause, and reports whether it was a ban: it was long, although the service first asked
// for far less, or although the pause before was far shorter.
func (b *ban) notice(asked, length time.Duration) bool {
	banned := length > longOutage && (asked < length/4 || b.lastPause > 0 && b.lastPause < length/4)
	b.lastPause = length
	b.length = b.length * 3 / 4
	if banned {
		b.length = length
	}
	return banned
}

func (b *ban) recent() bool { return b.length > longOutage }

// floorRate is the highest rate that the service has accepted from one refusal to another, over the whole time between
// them. It includes no burst that the service had saved up before, because at the first refusal nothing was left. It is
// valid until a probe is refused.
type floorRate struct {
	rate        float64
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
		f.rate = max(f.rate, now.since(f.first), now.since(f.last))
	}
	f.last = now
}

// since returns the rate between two readings. It counts one request less, because the service may have been about to
// accept one at the time of the first refusal.
func (r reading) since(earlier reading) float64 {
	return float64(r.accepted-earlier.accepted-1) / r.at.Sub(earlier.at).Seconds()
}
