// SPDX-License-Identifier: MIT

package transport

import (
	"math"
	"math/rand/v2"
	"time"
)

// throttle decides when the next request of a client may be sent. It learns two
// quantities from the responses, in learn.go: the window, which is how many requests may
// be in flight, and the pace, which is how fast they may be sent. It has no clock, no lock
// and no goroutine: its callers pass the time.
//
// A refusal begins an event; retry.go says what a refusal is. Nothing is sent until the pause of the
// event is over. Then one request alone is sent, the probe. The others follow when it has been accepted.
type throttle struct {
	most           int           // requests in flight, whatever is learned
	first, longest time.Duration // cool-downs after a refusal that names no time

	inFlight int
	window   window
	pace     pace

	epoch     int // counts events
	event     event
	notBefore time.Time     // the end of the pause
	cooldown  time.Duration // the pause after the next refusal that names no time
	halfOpen  bool          // since the event no probe has been accepted
	probing   bool          // the probe is in flight

	counted  time.Time // since then accepted requests are counted, without idle times
	accepted int       // how many these are
	ended    time.Time // when the last request ended
	progress time.Time // when a request was last accepted

	total     int           // requests accepted ever
	latency   time.Duration // of those, on average
	sent      time.Time     // when the last request was sent
	sustained sustained
	ban       ban
}

// permit is permission to send one request.
type permit struct {
	epoch int
	level int // requests in flight, including this one
	probe bool
	sent  time.Time

	progress time.Time // when a request was last accepted before
}

func newThrottle(most int, first, longest time.Duration) *throttle {
	w := window{size: min(startWindow, most), ceiling: most}
	return &throttle{most: most, first: max(1, first), longest: longest, window: w}
}

// A service that refuses again and again is asked less and less often, whatever time it names and the
// policy says: the cool-down grows from twice leastCooldown to longCooldown at least.
const (
	leastCooldown = time.Millisecond
	longCooldown  = 7500 * time.Millisecond
)

// untilReturn is a wait that ends with the next response.
const untilReturn = time.Duration(math.MaxInt64)

// admit gives permission to send a request, or returns how long to wait before asking again.
func (t *throttle) admit(now time.Time) (permit, time.Duration) {
	switch {
	case now.Before(t.notBefore):
		return permit{}, t.notBefore.Sub(now)
	case t.halfOpen && t.probing, !t.halfOpen && t.inFlight >= t.window.size:
		return permit{}, untilReturn
	case now.Before(t.pace.next):
		return permit{}, t.pace.next.Sub(now)
	case now.Before(t.spread()):
		return permit{}, t.spread().Sub(now)
	}
	t.sent = now
	t.skipIdle(now)
	t.pace.sent(now)
	t.inFlight++
	t.probing = t.halfOpen
	p := permit{epoch: t.epoch, level: t.inFlight, probe: t.probing, sent: now, progress: t.progress}
	return p, 0
}

// spread is when the next request may be sent, at some distance from the one before. A service that
// allows no bursts refuses one of two requests at once, and the throttle would take the number in
// flight for the reason. Before the first refusal there is no distance.
func (t *throttle) spread() time.Time {
	if t.epoch == 0 {
		return time.Time{}
	}
	return t.sent.Add(t.latency / time.Duration(2*t.window.size))
}

// skipIdle leaves the time out of the count in which a request could have been sent, but no call
// was waiting.
func (t *throttle) skipIdle(now time.Time) {
	if t.inFlight > 0 {
		return
	}
	idle := max(0, min(now.Sub(t.ended), now.Sub(t.pace.next), now.Sub(t.notBefore)))
	switch {
	case idle > stale:
		t.counted, t.accepted, t.pace.interval, t.sustained = now, 0, 0, sustained{}
	case !t.halfOpen: // during an event the count has ended
		t.counted = t.counted.Add(idle)
	}
}

// release ends a request whose result says nothing about limits.
func (t *throttle) release(p permit, now time.Time) {
	t.inFlight--
	t.ended = now
	if p.probe && p.epoch == t.epoch {
		t.probing = false
	}
}

// accept ends a request that was not refused.
func (t *throttle) accept(p permit, now time.Time) {
	t.release(p, now)
	t.progress = now
	t.total++
	if t.latency += (now.Sub(p.sent) - t.latency) / 8; t.total == 1 {
		t.latency = now.Sub(p.sent)
	}
	if p.epoch != t.epoch {
		t.accepted++
		t.event.kept++
		t.event.later = t.event.later || p.sent.After(t.event.sent)
		if t.halfOpen && !t.probing && t.event.isolated() {
			t.notBefore = now
			t.reopen(now)
		}
		return
	}
	if t.halfOpen {
		t.reopen(p.sent)
	}
	t.accepted++
	if d := now.Sub(t.counted); d > memory {
		t.counted, t.accepted = t.counted.Add(d/2), t.accepted/2
	}
	t.window.grow(p.level, t.most, now)
	t.pace.quicken(now)
}

// reopen ends an event. Requests are accepted again since the given time.
func (t *throttle) reopen(since time.Time) {
	t.learn(since)
	t.halfOpen, t.counted, t.accepted = false, since, 0
	t.cooldown /= 4 // and not to the first one, because the next event may last as long
}

// serves reports whether a request was accepted within the longest wait of the policy.
func (t *throttle) serves(now time.Time) bool { return now.Sub(t.progress) <= 4*t.longest }

// refuse ends a request that was refused. If named is true, the service asked to wait for the time
// after. The first refusal begins an event. Those of other requests that were in flight then matter
// only if they name a later time.
func (t *throttle) refuse(p permit, now time.Time, after time.Duration, named bool) {
	inFlight := t.inFlight
	t.release(p, now)
	if p.epoch == t.epoch {
		t.epoch++
		begins := !t.halfOpen
		if begins {
			t.halfOpen = true
			t.event = event{at: now, sent: p.sent, named: named, total: t.total, inFlight: inFlight}
			t.event.proven = t.window.proven(p.level)
			first := t.first
			if t.pace.interval > 0 {
				first = max(first/2, t.pace.interval) // enough where the pace is nearly right
			}
			t.cooldown = max(t.cooldown, first)
		} else {
			t.event.proven, t.event.again = true, true // the probe was alone, so its number was not the reason
			t.cooldown = min(2*max(t.cooldown, leastCooldown), max(t.longest, longCooldown))
		}
		if !begins || !named {
			after = max(after, time.Duration((1-rand.Float64()/4)*float64(t.cooldown)))
		}
		if begins {
			t.event.asked = after
		}
	}
	if until := now.Add(after); until.After(t.notBefore) {
		t.notBefore = until
	}
}
