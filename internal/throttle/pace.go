// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"time"
)

const (
	// maxBurstRefill is how long a service is assumed to save up requests in a pause. After it, the service accepts them at
	// once: with 20 a second, 20 requests at most.
	maxBurstRefill = time.Second
	// minSpread bounds the rate after a long pause that the service named, because such a pause ends at a whole second, and
	// perhaps before the service accepts requests of all clients. If 60 requests were accepted before the pause, they take two seconds after it.
	minSpread = 2 * time.Second
	// hold is the time after a refusal until the pace doubles every second. If it is shorter, more requests are refused. If
	// it is longer, the client uses a rate that has risen later.
	hold = 5 * time.Second
	// memory is the time after which half of the counted requests, and half of their time, are forgotten.
	memory = 10 * time.Second
	// stale is the time without a call after which the pace is forgotten.
	stale = time.Minute
	// resolution is the shortest time that a pace is learned from.
	resolution = time.Millisecond

	// For each of the following a row of the limited services in internal/proof/limits fails when it is halved or doubled.

	// maxSlowDown is how many times slower a pace becomes at most, if the pause was short. With 1 a pace that is too fast
	// stays too fast ("5 a second, and a 503 to others"). With 4 one refusal by chance costs more ("one in 100 ms for 30 s").
	maxSlowDown = 2
	// floorMargin is how many times the floor rate a learned rate must be, or else the floor rate is used. A rate that is
	// only a little higher may come from a burst ("5 a second, and a 503 to others").
	floorMargin = 1.1
	// banMargin does the same after a ban, when the floor rate is safer ("10 a second, and none for 60 s after 3 refusals").
	banMargin = 2

	// stepsPerCall, mostSteps and stepsPerPause say how slowly the interval shrinks: by one part in 20 for each request that
	// the rate was learned from, in 100 at most, and in 10 more for each request that a pause costs. Smaller numbers try
	// a higher rate sooner, and more requests are refused ("20 a second, and a 503 to others", "60 a second, and 20 more").
	// For example, with a rate of 5 a second, learned from 2 requests, and a pause of a second, it is one part in
	// 2*20 + 5*10 = 90.
	stepsPerCall  = 20
	mostSteps     = 100
	stepsPerPause = 10
)

// pace is how fast requests may be sent.
type pace struct {
	interval  time.Duration // between two requests; 0 until a refusal
	next      time.Time     // when the next one may be sent
	burst     time.Duration // how much unused time is saved; requests that fit into it are sent without the interval
	shrink    float64       // every accepted request shortens the interval by this part of it
	holdUntil time.Time     // from then on the interval halves every second
	spedUp    time.Time     // when it last did so
}

// noteSent notes that a request is sent. Time that was not used is lost, apart from the burst.
func (p *pace) noteSent(now time.Time) {
	if earliest := now.Add(-p.burst); p.next.Before(earliest) {
		p.next = earliest
	}
	p.next = p.next.Add(p.interval)
}

// speedUp raises the pace after an accepted request: by a small part, and after the hold it doubles the pace every second.
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

// setFromPause computes the rate from the requests that were accepted while the client was busy, before the pause. The true rate
// lies between two others: the rate over the busy time, which is too high by the burst that the service had saved up
// before, and the rate over busy time and pause, which can be too low, because a service saves up only so much. Their
// geometric mean is close. For example, 10 requests in 0.5 s and a pause of 125 ms are 20 and 16 a second, so the rate is
// 17.9. The result is the floor rate instead if the mean is lower, or hardly higher.
func (p *pace) setFromPause(accepted int, pause *pause, floor float64) {
	n, idle := float64(accepted), min(pause.length, maxBurstRefill)
	rate := n / math.Sqrt(pause.busy.Seconds()*(pause.busy+idle).Seconds())
	switch {
	case !pause.named && pause.length > longOutage: // all clients share what the service accepts, so send evenly
		rate = max(1, n/(pause.busy+pause.length).Seconds())
	case p.interval > 0 && (!pause.named || pause.length < maxBurstRefill): // the pause was short, so the pace was not far off
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
		p.burst = max(0, idle-p.interval) // what the service saved up in the pause, without the probe, may be sent at once
	}
	p.shrink = 1 / (min(mostSteps, stepsPerCall*n) + stepsPerPause*idle.Seconds()*rate)
}

// setAfterBan computes a rate that is too low rather than too high, because another refusal may lead to another ban. It
// is the geometric mean of the rate over the busy time, most of which was slower, and the pace before, which was too fast.
// The floor rate is used instead, unless the mean is at least twice as high.
func (p *pace) setAfterBan(accepted int, busy, before time.Duration, floor float64) {
	rate := math.Sqrt(float64(accepted) / busy.Seconds() / before.Seconds())
	if rate < banMargin*floor {
		rate = floor
	}
	p.setRate(rate)
}

// setRate takes a rate per second.
func (p *pace) setRate(rate float64) { p.interval = time.Duration(float64(time.Second) / rate) }
