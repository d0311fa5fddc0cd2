// SPDX-License-Identifier: MIT

package throttle

import (
	"math/rand/v2"
	"time"
)

// chance refuses requests at random, whatever their rate.
type chance struct {
	part   float64
	asks   time.Duration // how long it asks a refused request to wait
	random *rand.Rand
}

func (c *chance) wait(time.Time) time.Duration {
	if c.random != nil && c.random.Float64() < c.part { // random is nil for the ideal time, when nothing is refused
		return c.asks
	}
	return 0
}
func (c *chance) take(time.Time) {}
func (c *chance) leave()         {}

// ban refuses all requests for a time after its limit has refused too many requests within ten seconds.
type ban struct {
	limit
	after   int           // how many refusals lead to a ban
	length  time.Duration // of a ban
	refused []time.Time
	until   time.Time
	banned  int
}

func (b *ban) wait(now time.Time) time.Duration {
	if now.Before(b.until) {
		return b.until.Sub(now)
	}
	wait := b.limit.wait(now)
	if wait == 0 {
		return 0
	}
	for len(b.refused) > 0 && now.Sub(b.refused[0]) >= 10*time.Second {
		b.refused = b.refused[1:]
	}
	if b.refused = append(b.refused, now); len(b.refused) < b.after {
		return wait
	}
	b.refused, b.until = nil, now.Add(b.length)
	b.banned++
	return b.length
}

// phases are limits that follow each other. The last has no end, and a nil limit refuses all requests.
type phases struct {
	of    []phase
	begin time.Time
}

type phase struct {
	limit limit
	lasts time.Duration
}

func (p *phases) current(now time.Time) (limit, time.Duration) {
	if p.begin.IsZero() {
		p.begin = now
	}
	since := now.Sub(p.begin)
	for _, phase := range p.of {
		if phase.lasts == 0 || since < phase.lasts {
			return phase.limit, phase.lasts - since
		}
		since -= phase.lasts
	}
	panic("the last phase has an end")
}

func (p *phases) wait(now time.Time) time.Duration {
	l, left := p.current(now)
	if l == nil {
		return left
	}
	if left > 0 {
		return min(left, l.wait(now))
	}
	return l.wait(now)
}

func (p *phases) take(now time.Time) {
	l, _ := p.current(now)
	l.take(now)
}
func (p *phases) leave() {}
