// SPDX-License-Identifier: MIT

package transport

import (
	"testing"
	"time"
)

// steps drive a throttle by hand. Every request sent keeps its permit, by the order in
// which it was sent; the clock starts at 0.
type steps struct {
	*testing.T
	th    *throttle
	start time.Time
	now   time.Duration
	sent  []permit
}

// newSteps has a first cool-down of 100 ms and a longest of 8 s.
func newSteps(t *testing.T, most int) *steps {
	return &steps{T: t, th: newThrottle(most, 100*ms, 8*sec), start: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)}
}

func (s *steps) clock() time.Time { return s.start.Add(s.now) }

// send sends as many requests as the throttle admits, up to n, and wants so many.
func (s *steps) send(n, want int) {
	s.Helper()
	got := 0
	for ; got < n; got++ {
		p, wait := s.th.admit(s.clock())
		if wait > 0 {
			break
		}
		s.sent = append(s.sent, p)
	}
	if got != want {
		s.Fatalf("at %v: %d of %d requests were admitted, want %d", s.now, got, n, want)
	}
}

// wait wants the next request to have to wait so long, within a tolerance.
func (s *steps) wait(want, within time.Duration) {
	s.Helper()
	p, got := s.th.admit(s.clock())
	if got == 0 {
		s.th.release(p, s.clock())
	}
	if got < want-within || got > want+within {
		s.Fatalf("at %v: a request must wait %v, want %v", s.now, got, want)
	}
}

func (s *steps) accept(requests ...int) {
	for _, i := range requests {
		s.th.accept(s.sent[i], s.clock())
	}
}

// refuse refuses a request without a time.
func (s *steps) refuse(i int) { s.th.refuse(s.sent[i], s.clock(), 0, false) }

// refuseFor refuses a request with a time.
func (s *steps) refuseFor(i int, after time.Duration) { s.th.refuse(s.sent[i], s.clock(), after, true) }

// sendAccepted sends a request, which is accepted at once.
func (s *steps) sendAccepted() {
	s.Helper()
	s.send(1, 1)
	s.accept(len(s.sent) - 1)
}

// sendRefused sends a request, which is refused at once without a time.
func (s *steps) sendRefused() {
	s.Helper()
	s.send(1, 1)
	s.refuse(len(s.sent) - 1)
}

// sendRefusedFor sends a request, which is refused at once with a time.
func (s *steps) sendRefusedFor(after time.Duration) {
	s.Helper()
	s.send(1, 1)
	s.refuseFor(len(s.sent)-1, after)
}

// pause sends a request, which is refused with a time, and waits for so long.
func (s *steps) pause(d time.Duration) {
	s.Helper()
	s.sendRefusedFor(d)
	s.after(d)
}

// refuseThird has the third request in flight refused, and the others accepted.
func (s *steps) refuseThird(after time.Duration) {
	s.Helper()
	s.send(2, 2)
	s.after(50 * ms)
	s.accept(0, 1)
	s.send(9, 3)
	s.th.refuse(s.sent[4], s.clock(), after, after > 0)
	s.accept(2, 3)
	s.after(max(after, 100*ms))
}

// after moves the clock.
func (s *steps) after(d time.Duration) { s.now += d }

// warm sends and accepts one request after the other, 50 ms each.
func (s *steps) warm(n int) {
	s.Helper()
	for range n {
		s.send(1, 1)
		s.after(50 * ms)
		s.accept(len(s.sent) - 1)
	}
}

// window wants so many requests to be allowed in flight, when n of them are.
func (s *steps) window(want int) {
	s.Helper()
	if s.th.window.size != want {
		s.Fatalf("at %v: the window is %d, want %d", s.now, s.th.window.size, want)
	}
}

// learned wants a pace to be known, or none.
func (s *steps) learned(want bool) {
	s.Helper()
	if got := s.th.pace.interval; (got > 0) != want {
		s.Fatalf("at %v: one request in %v; want a pace: %t", s.now, got, want)
	}
}

// interval wants the pace to be one request in so long, within a hundredth.
func (s *steps) interval(want time.Duration) {
	s.Helper()
	if got := s.th.pace.interval; got < want-want/100 || got > want+want/100 {
		s.Fatalf("at %v: one request in %v, want %v", s.now, got, want)
	}
}
