// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"cmp"
	"math/rand/v2"
	"time"
)

// share is the limit that a process keeps to by itself while Redis is away, and for a while after that: the rate, divided
// by the number of processes. Only the call that has its turn may use it.
type share struct {
	interval  time.Duration // between two requests of all processes
	processes int           // as Config says, or 0
	seen      int           // how many Redis knew of, or 0
	seenAt    time.Time

	away  bool
	since time.Time // when Redis was asked and did not respond
	until time.Time // until when this process keeps to its share after Redis came back
	sent  time.Time // when the last request was allowed
}

const (
	// unknownProcesses is the number of processes when neither Config nor Redis says how many there are.
	unknownProcesses = 4
	// remembered is for how long Redis counts a process after its last request; see take.lua.
	remembered = 10 * time.Minute
)

// count returns the number of processes to divide the rate by.
func (s *share) count() int { return cmp.Or(max(s.processes, s.seen), unknownProcesses) }

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

// absence returns for how long Redis was away, at most longestRetry. After Redis is back, another process may need this
// time to notice it, and sends its share meanwhile without asking. So a process that uses Redis again does so as well.
func (s *share) absence() time.Duration { return min(time.Since(s.since), longestRetry) }

// lost begins a time without Redis, which did not respond when it was asked. A process that was quiet waits
// for a random part of its interval, so that not all processes begin at the same moment.
func (s *share) lost(asked time.Time) {
	if s.away {
		return
	}
	s.away, s.since = true, asked
	if asked.Sub(s.seenAt) > remembered+s.each() { // the number is too old: other processes may have come since
		s.seen = 0
	}
	if now := time.Now(); now.Sub(s.sent) > s.each() {
		s.sent = now.Add(rand.N(s.each()) - s.each())
	}
}

// back notes a response of Redis. seen is the number of processes that Redis has counted.
func (s *share) back(seen int) {
	now := time.Now()
	if s.away {
		s.seen, s.until, s.away = s.count(), now.Add(s.absence()), false
	}
	if now.Before(s.until) { // some processes may not have asked Redis again yet
		seen = max(seen, s.seen)
	}
	s.seen, s.seenAt = seen, now
}
