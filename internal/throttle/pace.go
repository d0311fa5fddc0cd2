// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"time"
)

const (
	// maxBurstRefill is the longest time for which a service is assumed to save up requests in a pause. With a limit of 20 a
	// second, the service accepts at most 20 requests at once after the pause.
	maxBurstRefill = time.Second
	// minSpread is the shortest time in which as many requests are sent as were accepted before a long pause that the service named:
	// 60 are sent at 30 a second or slower. The service names whole seconds, so the pause may end a little too early, and 60 sent
	// at once may be refused.
	minSpread = 2 * time.Second
	// holdFor is the time after a pause until the pace begins to double every second. With a shorter time, more requests are
	// refused. With a longer time, the client needs longer to use a limit that has become higher.
	holdFor = 5 * time.Second
	// memory is the longest time for which the gate counts accepted requests. Then it halves both the time and the count.
	memory = 10 * time.Second
	// stale is the time without a call after which the pace is forgotten.
	stale = time.Minute
	// resolution is the shortest interval: a shorter one becomes 0, which is no interval. It is also the shortest busy time of a
	// pause (pause.busy) from which a rate is learned.
	resolution = time.Millisecond

	// If one of the following constants is halved or doubled, rows of internal/proof/limits fail, such as those quoted.

	// maxSlowDown is the most by which the rate is divided after a short pause. With 1, a pace that is too fast stays too fast:
	// see the row "5 a second, 5 saved up, and a 503 to others". With 4, a single refusal makes the client too slow: see the row
	// "one in 100 ms for 30 s, then one in 10 ms".
	maxSlowDown = 2
	// If a measured rate is less than floorMargin times the floor rate (floorRate), the floor rate is used. With a floor rate of
	// 10, a measured rate below 11 is not used: it may come from a burst ("5 a second, 5 saved up, and a 503 to others").
	floorMargin = 1.1
	// banMargin is used in place of floorMargin after a ban ("10 a second, 10 saved up, and none for 60 s after 3 refusals").
	banMargin = 2

	// After a pause, every accepted request shortens the interval by 1/n. n is the sum of 20 for each request accepted before the
	// pause (all together at most 100) and 10 for each request that fits into the pause. With smaller numbers, a higher rate is
	// tried sooner, but more is refused ("one in 50 ms, and a 503 to others", "60 a second, 20 saved up").
	stepsPerAccepted = 20
	mostSteps        = 100
	stepsPerPause    = 10
)

// pace is how fast requests may be sent.
type pace struct {
	interval  time.Duration // between two requests; 0 if the pace is not bounded
	next      time.Time     // when the next request may be sent
	burst     time.Duration // the most unused time that is saved; requests that use it need no interval
	shrink    float64       // the part of the interval that every accepted request takes away
	holdUntil time.Time     // after this time the interval halves every second
	spedUp    time.Time     // when the interval was last shortened because holdUntil had passed
}

// noteSent moves next on by one interval. If next is further in the past than burst, it is first set to now-burst. While next is
// in the past, requests are sent without an interval.
func (p *pace) noteSent(now time.Time) {
	if earliest := now.Add(-p.burst); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.interval)
}

// speedUp raises the pace a little after an accepted request. From holdUntil on, it also doubles the pace every second.
func (p *pace) speedUp(now time.Time) {
	from := p.holdUntil
	if p.spedUp.After(from) {
		from = p.spedUp
	}
	if now.After(from) {
		p.spedUp = now
		p.interval = time.Duration(float64(p.interval) * math.Pow(0.5, now.Sub(from).Seconds()))
	}
	if p.interval < resolution {
		p.interval = 0
	}
	p.interval -= time.Duration(p.shrink * float64(p.interval))
}

// setFromPause sets the pace to the geometric mean of two rates: without and with the pause. 10 requests in 0.5 s are 20 a
// second, and with a pause of 125 ms they are 16 a second, so the pace is 17.9. The first rate is too high, because it includes
// a burst that the service had saved up. The second can be too low, because in a long pause the service saves up no more than a
// full burst.
func (p *pace) setFromPause(accepted int, pause *pause, floor float64) {
	n, idle := float64(accepted), min(pause.length, maxBurstRefill)
	rate := n / math.Sqrt(pause.busy.Seconds()*(pause.busy+idle).Seconds())
	switch {
	case !pause.named && pause.length > longOutage: // all clients were refused, and now share the limit
		rate = max(1, n/(pause.busy+pause.length).Seconds())
	case p.interval > 0 && (!pause.named || pause.length < maxBurstRefill): // after a short pause, the last pace was not far off
		rate = max(rate, 1/(maxSlowDown*p.interval.Seconds()))
	}
	if pause.named && pause.length > longOutage {
		rate = min(rate, n/minSpread.Seconds())
	}
	if rate < floorMargin*floor {
		rate = floor
	}
	p.setRate(rate)
	p.burst = 0
	if pause.named && pause.busy > idle/2 {
		p.burst = max(0, idle-p.interval) // the requests saved up in the pause, less the probe, may be sent at once
	}
	p.shrink = 1 / (min(mostSteps, stepsPerAccepted*n) + stepsPerPause*idle.Seconds()*rate)
}

// setAfterBan sets the pace to the geometric mean of two rates: the rate of the accepted requests, and the rate set before the
// pause, which was too high. A pace that is too slow is better than another refusal, which may lead to another ban.
func (p *pace) setAfterBan(accepted int, busy, before time.Duration, floor float64) {
	rate := math.Sqrt(float64(accepted) / busy.Seconds() / before.Seconds())
	if rate < banMargin*floor {
		rate = floor
	}
	p.setRate(rate)
}

// setRate sets the interval from a rate per second.
func (p *pace) setRate(rate float64) { p.interval = time.Duration(float64(time.Second) / rate) }
