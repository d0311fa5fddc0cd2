package transport

import (
	"math"
	"math/rand/v2"
	"time"
)

// throttle decides when the next request of a client may be sent. It learns two
// quantities from the responses, in learn.go: the window, which is how many requests may
// be in flight, and the pace, which is how fast they may be sent. It has no clock, no lock
// and no goroutine: whoever calls it says what time it is.
//
// A 429 begins an event. Nothing is sent until its pause is over, then one probe alone,
// and the others only when the probe has been accepted.
type throttle struct {
	most           int           // in flight, whatever is learned
	first, longest time.Duration // cool-downs after a 429 that names no time

	inFlight int
	window   window
	pace     pace

	epoch     int // counts events
	event     event
	notBefore time.Time // the end of the pause
	cooldown  time.Duration
	halfOpen  bool // since the event no probe has been accepted
	probing   bool // the probe is in flight

	counted  time.Time // since then requests are counted, idle times left out
	accepted int       // so many
	ended    time.Time // when the last request did
	progress time.Time // of the last response other than a 429
}

// event is what is known of a 429 and of the requests in flight when it arrived.
type event struct {
	at       time.Time
	inFlight int  // the refused one included
	kept     int  // of them accepted nevertheless
	proven   bool // the number in flight is not why it was refused
	named    bool // the 429 named a time
}

// permit is the leave to send one request.
type permit struct {
	epoch int
	level int // requests in flight, this one included
	probe bool
	sent  time.Time
}

func newThrottle(most int, first, longest time.Duration) *throttle {
	return &throttle{most: most, first: max(1, first), longest: longest, window: window{size: min(startWindow, most), ceiling: most}}
}

// trusted is the least time named by the service that is waited for and no longer, even if
// the probe is refused: who comes back at once again and again keeps it closed.
const trusted = time.Second

// untilReturn is a wait that ends with the next response.
const untilReturn = time.Duration(math.MaxInt64)

// admit gives leave to send a request, or tells how long to wait before asking again.
func (t *throttle) admit(now time.Time) (permit, time.Duration) {
	switch {
	case now.Before(t.notBefore):
		return permit{}, t.notBefore.Sub(now)
	case t.halfOpen && t.probing, !t.halfOpen && t.inFlight >= t.window.size:
		return permit{}, untilReturn
	case now.Before(t.pace.next):
		return permit{}, t.pace.next.Sub(now)
	}
	t.skipIdle(now)
	t.pace.sent(now)
	t.inFlight++
	t.probing = t.halfOpen
	return permit{t.epoch, t.inFlight, t.probing, now}, 0
}

// skipIdle leaves the time out of the count in which a request could have been sent but
// nobody wanted to.
func (t *throttle) skipIdle(now time.Time) {
	if t.inFlight > 0 {
		return
	}
	idle := max(0, min(now.Sub(t.ended), now.Sub(t.pace.next), now.Sub(t.notBefore)))
	switch {
	case idle > stale:
		t.counted, t.accepted, t.pace.interval = now, 0, 0
	case !t.halfOpen: // before, the count had ended with the event
		t.counted = t.counted.Add(idle)
	}
}

// neutral ends a request whose outcome tells nothing about limits.
func (t *throttle) neutral(p permit, now time.Time) {
	t.inFlight--
	t.ended = now
	if p.probe && p.epoch == t.epoch {
		t.probing = false
	}
}

// accept ends a request that was not refused.
func (t *throttle) accept(p permit, now time.Time) {
	t.neutral(p, now)
	t.progress = now
	if p.epoch != t.epoch {
		t.accepted++
		t.event.kept++
		return
	}
	if t.halfOpen {
		t.learn(p.sent)
		t.halfOpen, t.counted, t.accepted = false, p.sent, 0
		t.cooldown /= 8 // what is closed for long once may be so again
	}
	t.accepted++
	if d := now.Sub(t.counted); d > memory {
		t.counted, t.accepted = t.counted.Add(d/2), t.accepted/2
	}
	t.window.grow(p.level, t.most, now)
	t.pace.quicken()
}

// refuse ends a request with a 429, which named the time after which to send again or
// none, and returns when the pause is over. The first 429 of an event begins it; those to
// other requests in flight say nothing new unless they name a later time.
func (t *throttle) refuse(p permit, now time.Time, after time.Duration, named bool) time.Time {
	inFlight := t.inFlight
	t.neutral(p, now)
	if p.epoch == t.epoch {
		t.epoch++
		if t.halfOpen {
			t.event.proven = true // the probe was alone
			t.cooldown = min(2*t.cooldown, t.longest)
			named = after >= trusted
		} else {
			t.halfOpen = true
			t.event = event{at: now, inFlight: inFlight, proven: t.window.proven(p.level), named: named}
			t.cooldown = max(t.cooldown, t.firstCooldown())
		}
		if !named {
			after = max(after, time.Duration((1-rand.Float64()/4)*float64(t.cooldown)))
		}
	}
	if until := now.Add(after); until.After(t.notBefore) {
		t.notBefore = until
	}
	return t.notBefore
}

// firstCooldown is one interval of the pace, once there is one.
func (t *throttle) firstCooldown() time.Duration {
	if t.pace.interval == 0 {
		return t.first
	}
	return min(t.longest, max(t.pace.interval, t.first/2))
}
