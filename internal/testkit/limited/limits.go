// SPDX-License-Identifier: MIT

// Package limited has services that limit their clients, in memory and in virtual time. Tests use it, and what compares
// clients.
package limited

import "time"

// A Limit decides which requests a service refuses.
type Limit interface {
	// wait returns how long the service asks a request to wait, or 0 if the request may be served.
	wait(now time.Time) time.Duration
	// take counts a request that is served, and leave counts its end.
	take(now time.Time)
	leave()
}

// Parallel serves at most Most requests at a time, and asks the others to wait for a second. With Most 0 it serves all.
type Parallel struct{ Most, busy int }

func (p *Parallel) wait(time.Time) time.Duration {
	if p.Most > 0 && p.busy >= p.Most {
		return time.Second
	}
	return 0
}
func (p *Parallel) take(time.Time) { p.busy++ }
func (p *Parallel) leave()         { p.busy = max(0, p.busy-1) } // Phases calls it for each of its limits

// Bucket is a token bucket, which is full at first. A Burst of 1 serves one request per interval, as nginx does without a
// burst. A refused request costs Penalty tokens.
type Bucket struct {
	Rate, Burst, Penalty float64 // Rate is tokens per second
	used                 float64
	last                 time.Time
}

func (b *Bucket) wait(now time.Time) time.Duration {
	if !b.last.IsZero() {
		b.used = max(0, b.used-b.Rate*now.Sub(b.last).Seconds())
	}
	b.last = now
	const rounding = 1e-6
	if b.used <= b.Burst-1+rounding {
		return 0
	}
	b.used = min(2*b.Burst, b.used+b.Penalty)
	return time.Duration((1 - b.Burst + b.used) / b.Rate * float64(time.Second))
}
func (b *Bucket) take(time.Time) { b.used++ }
func (b *Bucket) leave()         {}

// Fixed serves at most Most requests in each window of a Length. The windows follow each other.
type Fixed struct {
	Length time.Duration
	Most   int
	Age    time.Duration // of the first window at the first request
	begin  time.Time
	used   int
}

func (f *Fixed) wait(now time.Time) time.Duration {
	if f.begin.IsZero() {
		f.begin = now.Add(-f.Age)
	}
	for now.Sub(f.begin) >= f.Length {
		f.begin, f.used = f.begin.Add(f.Length), 0
	}
	if f.used < f.Most {
		return 0
	}
	return f.Length - now.Sub(f.begin)
}
func (f *Fixed) take(time.Time) { f.used++ }
func (f *Fixed) leave()         {}

// Sliding serves at most Most requests in any span of a Length.
type Sliding struct {
	Length time.Duration
	Most   int
	Others int // requests of others that were served before our first one, evenly over the Length
	served []time.Time
}

func (s *Sliding) wait(now time.Time) time.Duration {
	for i := range s.Others {
		s.served = append(s.served, now.Add(-s.Length+s.Length*time.Duration(i)/time.Duration(s.Others)+1))
	}
	s.Others = 0
	for len(s.served) > 0 && now.Sub(s.served[0]) >= s.Length {
		s.served = s.served[1:]
	}
	if len(s.served) < s.Most {
		return 0
	}
	return s.served[0].Add(s.Length).Sub(now)
}
func (s *Sliding) take(now time.Time) { s.served = append(s.served, now) }
func (s *Sliding) leave()             {}

// Frequency counts requests, also refused ones, as a stick-table of haproxy does: the requests of
// this Period, and the part of the requests of the one before that is not older than a Period.
type Frequency struct {
	Period       time.Duration
	Most         int
	ideal        bool // refused requests do not count
	begin        time.Time
	now, earlier float64
}

func (f *Frequency) wait(now time.Time) time.Duration {
	if f.begin.IsZero() {
		f.begin = now
	}
	for now.Sub(f.begin) >= f.Period {
		f.begin, f.earlier, f.now = f.begin.Add(f.Period), f.now, 0
	}
	left := 1 - float64(now.Sub(f.begin))/float64(f.Period)
	if f.now+1+f.earlier*left <= float64(f.Most) {
		return 0
	}
	if !f.ideal {
		f.now++
	}
	return f.Period / 1000 // when to ask the limit again; haproxy sends no Retry-After to clients
}
func (f *Frequency) take(time.Time) { f.now++ }
func (f *Frequency) leave()         {}

// Every serves a request that all of its limits allow.
type Every []Limit

func (e Every) wait(now time.Time) (longest time.Duration) {
	for _, l := range e {
		longest = max(longest, l.wait(now))
	}
	return longest
}

func (e Every) take(now time.Time) {
	for _, l := range e {
		l.take(now)
	}
}

func (e Every) leave() {
	for _, l := range e {
		l.leave()
	}
}
