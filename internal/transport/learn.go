// SPDX-License-Identifier: MIT

package transport

import "time"

const (
	// longOutage is a pause so long that the service is closed to all clients.
	longOutage = 5 * time.Second
	// isolatedAfter is how many of the requests in flight must have been accepted for a
	// refusal among them to be an isolated one.
	isolatedAfter = 3
)

// event is what is known of a refusal and of the requests in flight when it arrived.
type event struct {
	at       time.Time
	sent     time.Time     // when the refused request was
	asked    time.Duration // how long the first refusal made the client wait
	named    bool          // the service named that time
	total    int           // requests accepted before
	inFlight int           // the refused one included
	kept     int           // of them accepted nevertheless
	later    bool          // one of those was sent after the refused one
	proven   bool          // the number in flight is not why it was refused
	again    bool          // a probe was refused
}

// most reports whether most of the requests in flight were accepted.
func (e *event) most() bool { return 2*e.kept >= e.inFlight && !e.again }

// isolated reports whether the service still accepts requests, so that nothing is gained by
// a pause: a gateway that refuses requests at random does so.
func (e *event) isolated() bool {
	return e.most() && e.proven && e.later && e.kept >= isolatedAfter && !e.named
}

// learn draws the conclusions from an event that is over, since a time. Where never before so many
// requests were in flight and most were accepted, their number was the reason; otherwise the rate was.
func (t *throttle) learn(since time.Time) {
	e, pause := &t.event, t.notBefore.Sub(t.event.at)
	banned := t.ban.notice(e.asked, pause)
	if e.most() && !e.proven {
		if t.window.limit(e.kept, since, pause); pause < longOutage || t.pace.interval > 0 {
			return
		}
	}
	if !e.most() || pause >= maxBurstRefill {
		t.window.size = max(1, e.inFlight/2)
	}
	t.pace.holdUntil = since.Add(hold)
	busy := e.at.Sub(t.counted)
	if t.accepted == 0 || busy < resolution {
		return
	}
	t.sustained.measure(e)
	before := t.pace.interval
	t.pace.learn(t.accepted, busy, pause, e.named, t.sustained.rate)
	if t.ban.feared() {
		t.pace.gain, t.pace.arrears = 0, 0
		if !banned {
			t.pace.holdUntil = since.Add(max(hold, t.ban.length/4))
			t.pace.learnCarefully(t.accepted, busy, before, t.sustained.rate)
		}
	}
	t.pace.interval = min(t.pace.interval, t.longest)
	t.pace.next = since.Add(t.pace.interval - t.pace.arrears)
}

// ban remembers that a service closed for long because of refusals. Then they must become
// so rare that it does not do so again.
type ban struct {
	length time.Duration // of the last one, and less with every event since
	pause  time.Duration // of the last event
}

// notice takes note of the pause of an event, and reports whether it was a ban: it was long,
// and at first the service asked for far less, or did so the last time.
func (b *ban) notice(asked, pause time.Duration) bool {
	banned := pause > longOutage && (asked < pause/4 || b.pause > 0 && b.pause < pause/4)
	b.pause = pause
	b.length = b.length * 3 / 4
	if banned {
		b.length = pause
	}
	return banned
}

func (b *ban) feared() bool { return b.length > longOutage }

// sustained is the highest rate that the service is known to bear: what it accepted from
// one refusal to another, over the whole time between them. It had nothing saved up at the
// first of them, because it refused a request. It holds until a probe is refused.
type sustained struct {
	rate        float64
	first, last mark
}

// mark is a refusal, and how many requests had been accepted until then.
type mark struct {
	at       time.Time
	accepted int
}

func (s *sustained) measure(e *event) {
	now := mark{e.at, e.total + e.kept}
	if e.again || s.first.at.IsZero() {
		*s = sustained{first: now}
	} else {
		s.rate = max(s.rate, now.since(s.first), now.since(s.last))
	}
	s.last = now
}

// since is the rate between two marks. One request is left out: the first refusal may have
// come just before its time.
func (m mark) since(earlier mark) float64 {
	return float64(m.accepted-earlier.accepted-1) / m.at.Sub(earlier.at).Seconds()
}
