// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"cmp"
	"math/rand/v2"
	"time"
)

// share is what a process keeps to by itself while Redis is away, and for a while after that:
// the rate, divided by the number of processes. It belongs to the call that has its turn.
type share struct {
	interval  time.Duration // between two requests of all processes
	processes int           // as Config says, or 0
	seen      int           // how many Redis knew of, or 0
	seenAt    time.Time

	away  bool
	since time.Time // when Redis was asked and did not respond
	until time.Time // after it came back: until when this process keeps to its share
	sent  time.Time // when the last request was allowed
}

const (
	// unknownProcesses is assumed when neither Config nor Redis says how many there are.
	unknownProcesses = 4
	// remembered is for how long Redis counts a process after its last request; see take.lua.
	remembered = 10 * time.Minute
)

// count returns how many processes are assumed.
func (s *share) count() int {
	return cmp.Or(max(s.processes, s.seen), unknownProcesses)
}

// each returns the time between two requests of this process.
func (s *share) each() time.Duration { return times(s.interval, s.count()) }

// wait returns how long this process has to wait by itself.
func (s *share) wait() time.Duration {
	wait := time.Until(s.sent.Add(s.each()))
	if !s.away {
		wait = min(wait, time.Until(s.until))
	}
	return max(0, wait)
}

// absence returns for how long Redis was away. For as long, another process may still believe that
// it is, and send its share without asking, so that those which know better keep to theirs as well.
func (s *share) absence() time.Duration { return min(time.Since(s.since), longestRetry) }

// lost begins a time without Redis, which was asked at a time. Processes that were quiet do not
// all begin at the same moment.
func (s *share) lost(asked time.Time) {
	if s.away {
		return
	}
	s.away, s.since = true, asked
	if asked.Sub(s.seenAt) > remembered+s.each() { // others may have come since
		s.seen = 0
	}
	if now := time.Now(); now.Sub(s.sent) > s.each() {
		s.sent = now.Add(rand.N(s.each()) - s.each())
	}
}

// back notes a response of Redis, which knows of a number of processes.
func (s *share) back(seen int) {
	now := time.Now()
	if s.away {
		s.seen, s.until = s.count(), now.Add(s.absence())
		s.away = false
	}
	if now.Before(s.until) { // not all of them may have asked again
		seen = max(seen, s.seen)
	}
	s.seen, s.seenAt = seen, now
}
