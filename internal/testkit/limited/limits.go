// SPDX-License-Identifier: MIT

// Package limited has services in memory that limit their clients, for tests and the benchmarks of the throttle. In a
// testing/synctest bubble, such a service works in virtual time.
package limited

import "time"

// A Limit decides which requests a service refuses.
type Limit interface {
	// waitAskedFor is called for each request. It returns how long the client is asked to wait, or 0 if the request is served.
	waitAskedFor(now time.Time) time.Duration
	beginServing(now time.Time)
	endServing()
}

// Anew returns a function that makes a copy of a limit, for each run of a [Service].
func Anew[L any, P interface {
	*L
	Limit
}](l L) func() Limit {
	return func() Limit { running := l; return P(&running) }
}

// Parallel serves up to Most requests at a time, and refuses others. It asks the client to wait for a second. With Most 0 it
// serves all.
type Parallel struct{ Most, busy int }

func (p *Parallel) waitAskedFor(time.Time) time.Duration {
	if p.Most > 0 && p.busy >= p.Most {
		return time.Second
	}
	return 0
}
func (p *Parallel) beginServing(time.Time) { p.busy++ }
func (p *Parallel) endServing()            { p.busy = max(0, p.busy-1) } // Phases calls endServing also for limits without a request

// Bucket is a token bucket, which is full at first. A served request costs one token. With Rate 2 and Burst 1, it serves a
// request every half second, as nginx does with rate=2r/s.
type Bucket struct {
	Rate    float64 // new tokens per second
	Burst   float64 // how many tokens a full bucket has
	Penalty float64 // how many tokens a refused request costs
	used    float64 // how many tokens the bucket lacks
	last    time.Time
}

func (b *Bucket) waitAskedFor(now time.Time) time.Duration {
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
func (b *Bucket) beginServing(time.Time) { b.used++ }
func (b *Bucket) endServing()            {}

// Fixed serves at most Most requests in each window of the time Length. A window begins when the window before it ends.
type Fixed struct {
	Length time.Duration
	Most   int
	Age    time.Duration // how old the first window is at the first request
	begin  time.Time
	used   int
}

func (f *Fixed) waitAskedFor(now time.Time) time.Duration {
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
func (f *Fixed) beginServing(time.Time) { f.used++ }
func (f *Fixed) endServing()            {}

// Sliding serves at most Most requests in any span of the time Length.
type Sliding struct {
	Length time.Duration
	Most   int
	Others int // requests of other clients, served before the first request and spread over the time Length
	served []time.Time
}

func (s *Sliding) waitAskedFor(now time.Time) time.Duration {
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
func (s *Sliding) beginServing(now time.Time) { s.served = append(s.served, now) }
func (s *Sliding) endServing()                {}

// Frequency counts the requests of a Period, also refused ones, as a stick-table of haproxy does. Frequency adds the count of the
// Period before, with a weight that falls from 1 to 0. A request that would make the sum exceed Most is refused.
type Frequency struct {
	Period           time.Duration
	Most             int
	ideal            bool // only served requests count
	begin            time.Time
	current, earlier float64 // the counts of this Period and of the Period before
}

func (f *Frequency) waitAskedFor(now time.Time) time.Duration {
	if f.begin.IsZero() {
		f.begin = now
	}
	for now.Sub(f.begin) >= f.Period {
		f.begin, f.earlier, f.current = f.begin.Add(f.Period), f.current, 0
	}
	left := 1 - float64(now.Sub(f.begin))/float64(f.Period)
	if f.current+1+f.earlier*left <= float64(f.Most) {
		return 0
	}
	if !f.ideal {
		f.current++
	}
	return f.Period / 1000 // any short time, because haproxy does not say when to ask again
}
func (f *Frequency) beginServing(time.Time) { f.current++ }
func (f *Frequency) endServing()            {}

// Every serves a request that all of its limits allow.
type Every []Limit

func (e Every) waitAskedFor(now time.Time) (longest time.Duration) {
	for _, l := range e {
		longest = max(longest, l.waitAskedFor(now))
	}
	return longest
}

func (e Every) beginServing(now time.Time) {
	for _, l := range e {
		l.beginServing(now)
	}
}

func (e Every) endServing() {
	for _, l := range e {
		l.endServing()
	}
}
