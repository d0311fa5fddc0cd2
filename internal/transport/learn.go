// SPDX-License-Identifier: MIT

package transport

import "time"

const (
	// longOutage is the longest pause that a rate limit explains. In a longer one the service is closed
	// to all clients.
	longOutage = 5 * time.Second
	// isolatedAfter is how many of the requests in flight must have been accepted before a refusal
	// among them counts as isolated.
	isolatedAfter = 3
)

// event is what is known about a refusal and the requests in flight when it arrived.
type event struct {
	at       time.Time
	sent     time.Time     // when the refused request was sent
	asked    time.Duration // how long the first refusal made the client wait
	named    bool          // the service named that time
	total    int           // requests accepted before
	inFlight int           // including the refused one
	kept     int           // how many of them were accepted
	later    bool          // one of those was sent after the refused one
	proven   bool          // the number in flight was not the reason for the refusal
	again    bool          // a probe was refused
}

// most reports whether most of the requests in flight were accepted.
func (e *event) most() bool { return 2*e.kept >= e.inFlight && !e.again }

// isolated reports whether the service still accepts requests, so that a pause would not help, as with a
// gateway that refuses requests at random.
func (e *event) isolated() bool {
	return e.most() && e.proven && e.later && e.kept >= isolatedAfter && !e.named
}

// learn adapts window and pace after an event, which was over at the time since. If so many requests had
// hardly been in flight before, and most were accepted, their number was the reason; otherwise the rate was.
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
	if e.named { // a mock responds in no time
		busy = max(busy, resolution)
	}
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

// ban remembers that a service accepted nothing for long because of repeated refusals. Then refusals
// must become so rare that this does not happen again.
type ban struct {
	length time.Duration // of the last ban, a quarter less after every later event
	pause  time.Duration // of the last event
}

// notice takes the pause of an event, and reports whether it was a ban: it was long, although the service
// first asked for far less, or although the pause before was far shorter.
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

// sustained is the highest rate that the service has accepted from one refusal to another, over the
// whole time between them. It includes no burst that the service had saved up before, because at the
// first refusal nothing was left. It is valid until a probe is refused.
type sustained struct {
	rate        float64
	first, last mark
}

// mark is the time of a refusal, and how many requests had been accepted by then.
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

// since is the rate between two marks. It counts one request less, because the service may have been
// about to accept one at the time of the first refusal.
func (m mark) since(earlier mark) float64 {
	return float64(m.accepted-earlier.accepted-1) / m.at.Sub(earlier.at).Seconds()
}
