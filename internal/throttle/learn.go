// SPDX-License-Identifier: MIT

package throttle

import "time"

// longOutage is the longest pause that a rate limit can explain. In a longer pause the service is taken to refuse all clients.
const longOutage = 5 * time.Second

// pause is what is known about the current pause: the refusal that began it, and the requests in flight at that time.
type pause struct {
	began          time.Time
	busy           time.Duration // how long gate.accepted had been counted when the pause began
	asked          time.Duration // the time to wait after the refusal that began the pause
	named          bool          // the service named a time to wait in that refusal
	acceptedBefore int           // how many requests were ever accepted before the pause
	inFlight       int           // requests in flight when the pause began, including the refused request
	windowProven   bool          // before, requests were accepted with as many in flight as when the refused request was sent

	acceptedInFlight int // how many of the requests in flight were accepted
	probeRefused     bool
	length           time.Duration // known at the end of the pause
	banned           bool          // the pause was a ban; known at its end
}

// isMild reports whether at least half of the requests in flight were accepted, such as 2 of 4, and no probe was refused.
func (p *pause) isMild() bool { return 2*p.acceptedInFlight >= p.inFlight && !p.probeRefused }

// learnLimit decides, at the end of a pause, whether the service limits the requests in flight or the rate. since is when the
// accepted probe was sent.
func (g *gate) learnLimit(since time.Time) {
	pause := &g.pause
	pause.length = g.notBefore.Sub(pause.began)
	pause.banned = g.ban.notePause(pause.asked, pause.length)
	limitsInFlight := pause.isMild() && !pause.windowProven
	if limitsInFlight {
		g.window.narrowTo(pause.acceptedInFlight, since, pause.length)
	}
	if !limitsInFlight || pause.length >= longOutage {
		if !pause.isMild() || pause.length >= maxBurstRefill {
			g.window.size = max(1, pause.inFlight/2) // a slower pace alone would not be enough
		}
		g.learnRate(since)
	}
}

// learnRate sets the pace from the requests that were accepted before the pause. After a recent ban, the pace does not rise
// before holdUntil.
func (g *gate) learnRate(since time.Time) {
	pause, before := &g.pause, g.pace.interval
	g.pace.holdUntil = since.Add(holdFor)
	if pause.named {
		pause.busy = max(pause.busy, resolution)
	}
	if g.accepted == 0 || pause.busy < resolution { // no rate can be learned from a mock that responds in no time
		return
	}
	g.floor.update(pause)
	g.pace.setFromPause(g.accepted, pause, g.floor.rate)
	if g.ban.isRecent() {
		g.pace.shrink, g.pace.burst = 0, 0
		if !pause.banned {
			g.pace.holdUntil = since.Add(max(holdFor, g.ban.length/4))
			if before > 0 { // after a minute without a call it is 0
				g.pace.setAfterBan(g.accepted, pause.busy, before, g.floor.rate)
			}
		}
	}
	g.pace.next = since.Add(g.pace.interval - g.pace.burst)
}

// ban remembers that the service accepted nothing for a long time, because this client had been refused too often. After a
// ban the client sends more slowly, because further refusals may lead to another ban.
type ban struct {
	length    time.Duration // the length of the last ban, less a quarter for every pause since
	lastPause time.Duration
}

// notePause notes the length of a pause, and returns whether the pause was a ban: far longer than the service asked for, or
// than the pause before. For example, the service asked for 1 s, and refused all probes for 60 s.
func (b *ban) notePause(asked, length time.Duration) bool {
	banned := length > longOutage && (asked < length/4 || b.lastPause > 0 && b.lastPause < length/4)
	b.lastPause = length
	b.length = b.length * 3 / 4
	if banned {
		b.length = length
	}
	return banned
}

// isRecent reports whether there was a ban among the last pauses. A ban of a minute stays recent for eight more pauses.
func (b *ban) isRecent() bool { return b.length > longOutage }

// floorRate is the highest rate that the service has accepted between two refusals. This rate includes no saved-up burst,
// because the first refusal shows that the burst was used up. A rate from before a refused probe is forgotten.
type floorRate struct {
	rate        float64 // requests per second
	first, last sample
}

// sample is the time of a refusal, and how many requests had been accepted by then.
type sample struct {
	at       time.Time
	accepted int
}

// update measures the rate up to the refusal that began pause p. If a probe was refused in p, update forgets what was before p.
func (f *floorRate) update(p *pause) {
	now := sample{p.began, p.acceptedBefore + p.acceptedInFlight}
	if p.probeRefused || f.first.at.IsZero() {
		*f = floorRate{first: now}
	} else {
		f.rate = max(f.rate, now.rateSince(f.first), now.rateSince(f.last))
	}
	f.last = now
}

// rateSince returns the rate between two samples. It leaves out the first request that was accepted after the earlier
// sample, because the service may accept one request at any moment, however low its rate is.
func (s sample) rateSince(earlier sample) float64 {
	return float64(s.accepted-earlier.accepted-1) / s.at.Sub(earlier.at).Seconds()
}
