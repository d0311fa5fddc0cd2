// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"time"
)

const (
	// maxBurstRefill is the longest part of a pause in which a service is assumed to save up a burst,
	// requests that it then accepts at once.
	maxBurstRefill = time.Second
	// minSpread is the least time over which the client spreads, after a long pause that the service named,
	// as many requests as it accepted before. Such pauses end at whole seconds, for other clients maybe later.
	minSpread = 2 * time.Second
	// hold is the time after a refusal until the pace doubles every second. So the client uses a rate
	// that has risen within ten seconds.
	hold = 5 * time.Second
	// memory bounds the time over which accepted requests are counted.
	memory = 10 * time.Second
	// stale is the idle time after which the pace is forgotten.
	stale = time.Minute
	// resolution is the shortest time that a pace is learned from.
	resolution = time.Millisecond
)

// pace is how fast requests may be sent.
type pace struct {
	interval  time.Duration // between two requests; 0 until a refusal
	next      time.Time     // when the next one may be sent
	burst     time.Duration // how far next may lie in the past, so that requests may follow at once
	shrink    float64       // the part of the interval that every accepted request takes off
	holdUntil time.Time     // from then on the interval halves every second
	spedUp    time.Time     // when it last did so
}

func (p *pace) sent(now time.Time) {
	if earliest := now.Add(-p.burst); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.interval)
}

// speedUp raises the pace after an accepted request, at most to the double.
func (p *pace) speedUp(now time.Time) {
	from := p.holdUntil
	if p.spedUp.After(from) {
		from = p.spedUp
	}
	if now.After(from) {
		p.spedUp = now
		p.interval = time.Duration(float64(p.interval) * max(0.5, math.Pow(0.5, now.Sub(from).Seconds())))
	}
	if p.interval < resolution {
		p.interval = 0
	}
	p.interval -= time.Duration(p.shrink * float64(p.interval))
}

// learn computes the rate from the requests that were accepted while the client was busy, before the
// pause. The true rate lies between two others: the rate over the busy time, which is too high by the
// burst that the service had saved up before, and the rate over busy time and pause, which can be too
// low, because a service saves up only so much. Without more knowledge their geometric mean is close.
// The result is the floor rate instead if it would be below it or little above.
func (p *pace) learn(accepted int, busy, pause time.Duration, named bool, floor float64) {
	n, idle := float64(accepted), min(pause, maxBurstRefill)
	rate := n / math.Sqrt(busy.Seconds()*(busy+idle).Seconds())
	switch {
	case !named && pause > longOutage: // all clients share what the service accepts, so send evenly
		rate = max(1, n/(busy+pause).Seconds())
	case p.interval > 0 && (!named || pause < maxBurstRefill):
		rate = max(rate, 0.5/p.interval.Seconds()) // the pause was short, so the pace was not far off
	}
	spread := named && pause > longOutage && p.interval == 0 && rate > n/minSpread.Seconds()
	if spread {
		rate = n / minSpread.Seconds()
	}
	if rate < 1.1*floor {
		rate = floor
	}
	p.set(rate)
	p.burst = 0
	if named && pause >= maxBurstRefill && !spread && busy > idle/2 {
		p.burst = max(0, idle-p.interval) // the burst saved up in the pause, less the probe, may be sent at once
	}
	// The fewer requests a rate was learned from, the sooner a higher one is tried. And the more requests
	// the pause of another refusal would cost, the later.
	p.shrink = 1 / (min(120, 15*n) + 10*idle.Seconds()*rate)
}

// learnCarefully computes a rate that is too low rather than too high, because another refusal may lead
// to another ban. It is the geometric mean of the rate over the busy time, most of which was slower, and
// the pace before, which was too fast; or the floor rate, unless that is far below.
func (p *pace) learnCarefully(accepted int, busy, before time.Duration, floor float64) {
	if before == 0 {
		return
	}
	rate := math.Sqrt(float64(accepted) / busy.Seconds() / before.Seconds())
	if rate < 1.8*floor {
		rate = floor
	}
	p.set(rate)
}

func (p *pace) set(rate float64) { p.interval = time.Duration(float64(time.Second) / rate) }
