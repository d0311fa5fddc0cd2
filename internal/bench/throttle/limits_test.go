// SPDX-License-Identifier: MIT

// Package throttle measures how clients fare with services that limit them. The services are
// modelled in virtual time, which is exact and repeatable.
package throttle

import "time"

// limit decides which requests a service refuses. It is not safe for concurrent use.
type limit interface {
	// wait returns how long the service asks a request to wait, or 0 if the request may be served.
	wait(now time.Time) time.Duration
	// take counts a request that is served, and leave counts its end.
	take(now time.Time)
	leave()
}

// parallel serves at most so many requests at a time, and asks the others to wait for a
// second. With most 0 it serves all.
type parallel struct{ most, busy int }

func (p *parallel) wait(time.Time) time.Duration {
	if p.most > 0 && p.busy >= p.most {
		return time.Second
	}
	return 0
}
func (p *parallel) take(time.Time) { p.busy++ }
func (p *parallel) leave()         { p.busy-- }

// bucket is a token bucket. A burst of 1 serves one request per interval, as nginx does
// without a burst. A refused request costs penalty tokens.
type bucket struct {
	rate, burst, penalty float64
	tokens               float64
	last                 time.Time
}

func newBucket(rate, burst, penalty float64) *bucket {
	return &bucket{rate: rate, burst: burst, penalty: penalty, tokens: burst}
}

func (b *bucket) wait(now time.Time) time.Duration {
	if !b.last.IsZero() {
		b.tokens = min(b.burst, b.tokens+b.rate*now.Sub(b.last).Seconds())
	}
	b.last = now
	const rounding = 1e-6
	if b.tokens >= 1-rounding {
		return 0
	}
	b.tokens = max(-b.burst, b.tokens-b.penalty)
	return time.Duration((1 - b.tokens) / b.rate * float64(time.Second))
}
func (b *bucket) take(time.Time) { b.tokens-- }
func (b *bucket) leave()         {}

// fixed serves at most so many requests in each window of a length. The windows follow each other.
type fixed struct {
	length time.Duration
	most   int
	old    time.Duration // the age of the first window at the first request
	begin  time.Time
	used   int
}

func (f *fixed) wait(now time.Time) time.Duration {
	if f.begin.IsZero() {
		f.begin = now.Add(-f.old)
	}
	for now.Sub(f.begin) >= f.length {
		f.begin, f.used = f.begin.Add(f.length), 0
	}
	if f.used < f.most {
		return 0
	}
	return f.length - now.Sub(f.begin)
}
func (f *fixed) take(time.Time) { f.used++ }
func (f *fixed) leave()         {}

// sliding serves at most so many requests in any span of a length.
type sliding struct {
	length time.Duration
	most   int
	spent  int // requests of others that were served before our first one, evenly over the length
	served []time.Time
}

func (s *sliding) wait(now time.Time) time.Duration {
	for i := range s.spent {
		s.served = append(s.served, now.Add(-s.length+s.length*time.Duration(i)/time.Duration(s.spent)+1))
	}
	s.spent = 0
	for len(s.served) > 0 && now.Sub(s.served[0]) >= s.length {
		s.served = s.served[1:]
	}
	if len(s.served) < s.most {
		return 0
	}
	return s.served[0].Add(s.length).Sub(now)
}
func (s *sliding) take(now time.Time) { s.served = append(s.served, now) }
func (s *sliding) leave()             {}

// frequency counts requests, also refused ones, as a stick-table of haproxy does: the requests of
// this period, and the part of the requests of the period before that is not older than a period.
type frequency struct {
	period       time.Duration
	most         int
	ideal        bool // refused requests do not count
	begin        time.Time
	now, earlier float64
}

func (f *frequency) wait(now time.Time) time.Duration {
	if f.begin.IsZero() {
		f.begin = now
	}
	for now.Sub(f.begin) >= f.period {
		f.begin, f.earlier, f.now = f.begin.Add(f.period), f.now, 0
	}
	left := 1 - float64(now.Sub(f.begin))/float64(f.period)
	if f.now+1+f.earlier*left <= float64(f.most) {
		return 0
	}
	if !f.ideal {
		f.now++
	}
	return f.period / 1000 // when to ask the limit again; haproxy sends no Retry-After to clients
}
func (f *frequency) take(time.Time) { f.now++ }
func (f *frequency) leave()         {}

// every serves a request that all of its limits allow.
type every []limit

func (e every) wait(now time.Time) (longest time.Duration) {
	for _, l := range e {
		longest = max(longest, l.wait(now))
	}
	return longest
}
func (e every) take(now time.Time) {
	for _, l := range e {
		l.take(now)
	}
}
func (e every) leave() {
	for _, l := range e {
		l.leave()
	}
}
