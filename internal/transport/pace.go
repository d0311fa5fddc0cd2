// SPDX-License-Identifier: MIT

package transport

import (
	"math"
	"time"
)

const (
	// maxBurstRefill bounds the part of a pause during which a service is believed to save up
	// requests that it then accepts at once.
	maxBurstRefill = time.Second
	// minSpread is the least time over which is sent, after a long pause that the service named, what
	// it accepted before: its pauses end at whole seconds, for another client maybe at a later one.
	minSpread = 2 * time.Second
	// hold is how long after a refusal the pace begins to double every second. So a rate that has
	// risen is used within ten seconds.
	hold = 5 * time.Second
	// rampUp is the time in which a slow pace more than doubles.
	rampUp = 20 * time.Second
	// memory bounds the time over which accepted requests are counted.
	memory = 10 * time.Second
	// stale is how long nothing must have been sent for the pace to be forgotten.
	stale = time.Minute
	// resolution is the shortest time that a pace is learned from.
	resolution = time.Millisecond
)

// pace is how fast requests may be sent.
type pace struct {
	interval  time.Duration // between two of them; 0 until a refusal has taught it
	next      time.Time     // when the next one may be sent
	arrears   time.Duration // how far next may lie in the past
	gain      float64       // the part by which the interval shrinks with every request accepted
	holdUntil time.Time     // then it shrinks by half in a second
	quickened time.Time     // when it last did
}

func (p *pace) sent(now time.Time) {
	if earliest := now.Add(-p.arrears); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.interval)
}

// quicken notes an accepted request. One alone does not more than double the pace.
func (p *pace) quicken(now time.Time) {
	from := p.holdUntil
	if p.quickened.After(from) {
		from = p.quickened
	}
	if now.After(from) {
		p.quickened = now
		p.interval = time.Duration(float64(p.interval) * max(0.5, math.Pow(0.5, now.Sub(from).Seconds())))
	}
	if p.interval < resolution {
		p.interval = 0
	}
	if p.gain > 0 {
		gain := max(p.gain, min(0.25, p.interval.Seconds()/rampUp.Seconds()))
		p.interval -= time.Duration(gain * float64(p.interval))
	}
}

// learn takes the rate from the requests accepted while the client was busy and before it
// paused. It lies between the rate while busy, which counts what the service had saved up
// before, and the rate with the pause, in which it may have saved up more than it keeps.
// The geometric mean of the two comes close where nothing more is known. It is not below the
// rate that is known to be sustained, and is that rate where it is close to it.
func (p *pace) learn(accepted int, busy, pause time.Duration, named bool, sustained float64) {
	n, idle := float64(accepted), min(pause, maxBurstRefill)
	rate := n / math.Sqrt(busy.Seconds()*(busy+idle).Seconds())
	switch {
	case !named && pause > longOutage: // sent to evenly, so that other clients get their part
		rate = max(1, n/(busy+pause).Seconds())
	case p.interval > 0 && (!named || pause < maxBurstRefill):
		rate = max(rate, 0.5/p.interval.Seconds()) // little was saved up: it is not far off
	}
	spread := named && pause > longOutage && p.interval == 0 && rate > n/minSpread.Seconds()
	if spread {
		rate = n / minSpread.Seconds()
	}
	if rate < 1.1*sustained {
		rate = sustained
	}
	p.set(rate)
	p.arrears = 0
	if named && pause >= maxBurstRefill && !spread && busy > idle/2 {
		p.arrears = max(0, idle-p.interval) // what was saved up, save for the probe, may be sent at once
	}
	// What was learned from few requests is soon doubted. A refusal costs the requests of its
	// pause: the more they are, the rarer it must be.
	p.gain = 1 / (min(120, 15*n) + 10*idle.Seconds()*rate)
}

// learnCarefully takes a rate that is too low rather than too high, because another refusal
// may bring another ban: the geometric mean of the rate while busy, most of which was slower,
// and of the pace before, which was too fast; or the sustained rate, unless it is far below.
func (p *pace) learnCarefully(accepted int, busy, before time.Duration, sustained float64) {
	if before == 0 {
		return
	}
	rate := math.Sqrt(float64(accepted) / busy.Seconds() / before.Seconds())
	if rate < 1.8*sustained {
		rate = sustained
	}
	p.set(rate)
}

func (p *pace) set(rate float64) { p.interval = time.Duration(float64(time.Second) / rate) }
