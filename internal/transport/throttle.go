package transport

import (
	"math"
	"math/rand/v2"
	"time"
)

const (
	// startWindow is what a client begins with, before any response has taught it more.
	startWindow = 2
	// provenAfter is how many requests must have been accepted with as many in flight for
	// a 429 there to be due to the rate rather than to the number in flight.
	provenAfter = 3
	// shortestHold is how long the window stays where it was last accepted.
	shortestHold = 2 * time.Second
	// savedUp bounds the part of a pause during which a service is believed to save up
	// requests that it will then accept at once.
	savedUp = time.Second
	// memory bounds the time over which accepted requests are counted.
	memory = 10 * time.Second
	// stale is how long nothing must have been sent for the pace to be forgotten.
	stale = time.Minute
	// resolution is the shortest time that a rate is learned from.
	resolution = time.Millisecond
)

// throttle decides when the next request of a client may be sent. It learns two
// quantities from the responses: the window, which is how many requests may be in flight,
// and the pace, which is how fast they may be sent. It has no clock, no lock and no
// goroutine: whoever calls it says what time it is.
//
// A 429 begins an event. Nothing is sent until its pause is over, then one probe alone,
// and only when the probe has been accepted the others.
type throttle struct {
	most           int           // in flight, whatever is learned
	first, longest time.Duration // cool-downs after a 429 that names no time

	inFlight  int
	window    int // at most so many in flight
	ceiling   int // up to here the window grows with every few requests accepted,
	hold      time.Duration
	holdUntil time.Time // and above it by one, once nothing was refused for so long
	raised    bool      // the ceiling was raised since the last event
	grown     int       // requests accepted since the window last grew
	served    []int     // requests accepted, by how many were in flight

	interval time.Duration // between two requests; 0 is no pace
	next     time.Time     // when the pace allows the next request
	arrears  time.Duration // how far next may lie in the past
	gain     float64       // by this part the interval shrinks with every request accepted

	epoch     int // counts events
	event     event
	notBefore time.Time // the end of the pause
	cooldown  time.Duration
	halfOpen  bool // since the event no probe has been accepted
	probing   bool // the probe is in flight

	opened   time.Time // since then requests are counted, idle times left out
	accepted int       // so many
	ended    time.Time // when the last request did
	progress time.Time // of the last response other than a 429
}

// event is what is known of a 429 and of the requests in flight when it arrived.
type event struct {
	at       time.Time
	inFlight int  // the refused one included
	kept     int  // of them accepted nevertheless
	proven   bool // as many in flight had been accepted before
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
	return &throttle{most: most, first: max(1, first), longest: longest, window: min(startWindow, most), ceiling: most}
}

// untilReturn is a wait that ends with the next response.
const untilReturn = time.Duration(math.MaxInt64)

// admit gives leave to send a request, or tells how long to wait before asking again.
func (t *throttle) admit(now time.Time) (permit, time.Duration) {
	switch {
	case now.Before(t.notBefore):
		return permit{}, t.notBefore.Sub(now)
	case t.halfOpen && t.probing, !t.halfOpen && t.inFlight >= t.window:
		return permit{}, untilReturn
	case now.Before(t.next):
		return permit{}, t.next.Sub(now)
	}
	t.skipIdle(now)
	if earliest := now.Add(-t.arrears); t.next.Before(earliest) {
		t.next = earliest
	}
	t.next = t.next.Add(t.interval)
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
	idle := min(now.Sub(t.ended), now.Sub(t.next), now.Sub(t.notBefore))
	t.opened = t.opened.Add(max(0, idle))
	if idle > stale {
		t.opened, t.accepted, t.interval = now, 0, 0
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
		t.halfOpen, t.opened, t.accepted = false, p.sent, 0
		t.cooldown /= 8 // what is closed for long once may be so again
	}
	t.accepted++
	if counted := now.Sub(t.opened); counted > memory {
		t.opened, t.accepted = t.opened.Add(counted/2), t.accepted/2
	}
	for len(t.served) <= p.level {
		t.served = append(t.served, 0)
	}
	t.served[p.level]++
	t.interval -= time.Duration(t.gain * float64(t.interval))
	t.grow(now)
}

// grow widens the window after half a window of accepted requests.
func (t *throttle) grow(now time.Time) {
	if t.grown++; 2*t.grown < t.window {
		return
	}
	switch {
	case t.window < t.ceiling:
		t.window, t.grown = t.window+1, 0
	case t.ceiling < t.most && now.After(t.holdUntil):
		t.ceiling++
		t.raised, t.holdUntil = true, now.Add(t.hold)
	}
}

// refuse ends a request with a 429, which named the time after which to send again or
// none, and returns when the pause is over. The first 429 of an event begins it; the
// others that were in flight say nothing new unless they name a later time.
func (t *throttle) refuse(p permit, now time.Time, after time.Duration, named bool) time.Time {
	inFlight := t.inFlight
	t.neutral(p, now)
	if p.epoch == t.epoch {
		t.epoch++
		if t.halfOpen {
			t.cooldown = min(2*t.cooldown, t.longest)
			named = named && after > 0 // at once, but not again and again
		} else {
			t.begin(p, event{at: now, inFlight: inFlight, named: named})
		}
		if !named {
			after = time.Duration((1 - rand.Float64()/4) * float64(t.cooldown))
		}
	}
	if until := now.Add(after); until.After(t.notBefore) {
		t.notBefore = until
	}
	return t.notBefore
}

// begin notes an event.
func (t *throttle) begin(p permit, e event) {
	accepted := 0
	for level, n := range t.served {
		if level >= p.level {
			accepted += n
		}
		t.served[level] /= 2
	}
	e.proven = accepted >= provenAfter
	t.event, t.halfOpen = e, true
	least := t.first
	if t.interval > 0 {
		least = max(t.interval, t.first/2)
	}
	t.cooldown = max(t.cooldown, least)
}

// learn draws the conclusions from an event once a probe, sent at that time, has been
// accepted.
func (t *throttle) learn(probe time.Time) {
	e, pause := t.event, probe.Sub(t.event.at)
	if e.inFlight > 1 && 2*e.kept >= e.inFlight && !e.proven {
		t.learnWindow(probe, pause)
		return
	}
	t.window = max(1, e.inFlight/2)
	if t.accepted > 0 && e.at.Sub(t.opened) >= resolution {
		t.learnPace(probe, pause)
	}
}

// learnWindow: most of what was in flight was accepted, and never before were so many in
// flight. A try above the ceiling that fails makes the next one later, and the longer
// the pause that it costs the rarer they are.
func (t *throttle) learnWindow(probe time.Time, pause time.Duration) {
	if t.raised {
		t.hold *= 2
	} else {
		t.hold = max(shortestHold, 8*pause)
	}
	t.raised, t.holdUntil = false, probe.Add(t.hold)
	t.ceiling = t.event.kept
	t.window = min(t.window, t.ceiling)
	t.served = t.served[:min(t.ceiling+1, len(t.served))]
}

// learnPace takes the rate from what was accepted since the event before. It lies
// between the rate while requests were sent and the rate with the pause, in which a
// service may have saved up; where both are known too roughly, their geometric mean does.
func (t *throttle) learnPace(probe time.Time, pause time.Duration) {
	busy := t.event.at.Sub(t.opened).Seconds()
	idle := min(pause, savedUp).Seconds()
	rate := float64(t.accepted) / math.Sqrt(busy*(busy+idle))
	t.arrears = 0
	switch {
	case !t.event.named && t.interval > 0:
		rate = max(rate, 0.75/t.interval.Seconds()) // the service named no time to save up in
	case t.event.named && busy > idle/2:
		t.arrears = min(pause, savedUp) // what it has saved up may be sent at once
	}
	t.interval = time.Duration(float64(time.Second) / rate)
	t.next = probe.Add(t.interval - t.arrears)
	// A refusal costs the requests of its pause: the more they are, the rarer they must be.
	t.gain = 1 / (80 + 10*idle*rate)
}
