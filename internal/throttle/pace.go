// SPDX-License-Identifier: MIT

package throttle

import (
	"math"
	"time"
)

const (
	// maxBurstRefill is how long, at most, a service is assumed to save up requests in a pause. The service then
	// accepts the saved requests at once: with a limit of 20 a second, at most 20 requests.
	maxBurstRefill = time.Second
	// minSpread bounds the rate after a long pause that the service named. The service names whole seconds, so the pause may
	// end too early, by a part of a second. After 60 accepted requests and such a pause, the next 60 take 2 s or more,
	// so that most of them are late enough.
	minSpread = 2 * time.Second
	// hold is the time after a pause until the pace begins to double every second. With a shorter hold, more requests are
	// refused. With a longer hold, the client needs longer to use a limit that has become higher.
	hold = 5 * time.Second
	// memory is the longest time for which the gate counts accepted requests (countedFrom, accepted). After 10 s, the older
	// half of this time and half of the requests are forgotten.
	memory = 10 * time.Second
	// stale is the time without a call after which the pace is forgotten.
	stale = time.Minute
	// resolution is the shortest time from which a pace is learned. A shorter interval counts as none.
	resolution = time.Millisecond

	// If one of the following constants is halved or doubled, tests in internal/proof/limits fail, such as those in quotes.

	// maxSlowDown is how many times slower a pace becomes at most after a short pause. With 1, a pace that is too fast stays
	// too fast ("5 a second, 5 saved up, and a 503 to others"). With 4, one refusal by chance costs more ("one in 100 ms for
	// 30 s, then one in 10 ms").
	maxSlowDown = 2
	// floorMargin is how far above the floor rate a measured rate must be. Otherwise the floor rate is used: 10 a second and not
	// 10.9, because the surplus may come from a burst ("5 a second, 5 saved up, and a 503 to others").
	floorMargin = 1.1
	// banMargin is used in place of floorMargin after a ban ("10 a second, 10 saved up, and none for 60 s after 3 refusals").
	banMargin = 2

	// stepsPerCall, mostSteps and stepsPerPause say how slowly the interval shrinks. Each accepted request makes it shorter by
	// one part in n. If the rate was learned from 2 requests, and 5 more would have fitted into the pause at this rate, n is
	// 2*20 + 5*10 = 90. The first product is at most 100. Smaller numbers try a higher rate sooner, but more requests are
	// refused ("one in 50 ms, and a 503 to others", "60 a second, 20 saved up").
	stepsPerCall  = 20
	mostSteps     = 100
	stepsPerPause = 10
)

// pace is how fast requests may be sent.
type pace struct {
	interval  time.Duration // between two requests; 0 if the pace is not bounded
	next      time.Time     // when the next request may be sent
	burst     time.Duration // how much unused time is saved: with 1 s and an interval of 100 ms, 10 requests may be sent at once
	shrink    float64       // by which part every accepted request shortens the interval
	holdUntil time.Time     // after this time the interval halves every second
	spedUp    time.Time     // when the interval was last shortened because holdUntil had passed
}

// noteSent notes that a request is sent. Of the unused time before the request, only as much as burst is saved.
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

// setFromPause sets the pace from the requests that were accepted in the busy time before a pause. The true rate lies
// between two rates. The rate over the busy time is too high, because it includes a burst that the service had saved up.
// The rate over busy time and pause can be too low, because the service saves up no more than a full burst. So the
// geometric mean of the two is used: 17.9 for 20 a second (10 requests in 0.5 s) and 16 a second (with a pause of 125 ms).
// If the mean is less than 1.1 times the floor rate, the floor rate is used.
func (p *pace) setFromPause(accepted int, pause *pause, floor float64) {
	n, idle := float64(accepted), min(pause.length, maxBurstRefill)
	rate := n / math.Sqrt(pause.busy.Seconds()*(pause.busy+idle).Seconds())
	switch {
	case !pause.named && pause.length > longOutage: // all clients share what the service accepts, so send evenly
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
		p.burst = max(0, idle-p.interval) // what the service saved up in the pause, without the probe, may be sent at once
	}
	p.shrink = 1 / (min(mostSteps, stepsPerCall*n) + stepsPerPause*idle.Seconds()*rate)
}

// setAfterBan sets a pace that is too slow rather than too fast, because another refusal may lead to another ban. If the rate
// over the busy time was 4 a second, and the pace was 16, which was too high, the rate is their geometric mean, 8. If the
// mean is lower than twice the floor rate, the floor rate is used.
func (p *pace) setAfterBan(accepted int, busy, before time.Duration, floor float64) {
	rate := math.Sqrt(float64(accepted) / busy.Seconds() / before.Seconds())
	if rate < banMargin*floor {
		rate = floor
	}
	p.setRate(rate)
}

// setRate sets the interval from a rate per second.
func (p *pace) setRate(rate float64) { p.interval = time.Duration(float64(time.Second) / rate) }
