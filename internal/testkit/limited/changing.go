// SPDX-License-Identifier: MIT

package limited

import (
	"math/rand/v2"
	"time"
)

// Chance refuses requests at random, whatever their rate: one in ten with Part 0.1. It asks the client to wait for a second.
type Chance struct {
	Part   float64
	random *rand.Rand // set by Run; without it, nothing is refused
}

func (c *Chance) waitAskedFor(time.Time) time.Duration {
	if c.random != nil && c.random.Float64() < c.Part {
		return time.Second
	}
	return 0
}
func (c *Chance) beginServing(time.Time) {}
func (c *Chance) endServing()            {}

// Ban refuses all requests for a time (Length) after its Limit has refused many of them (Refusals) within ten seconds.
type Ban struct {
	Limit
	Refusals int
	Length   time.Duration
	refused  []time.Time
	until    time.Time
}

func (b *Ban) waitAskedFor(now time.Time) time.Duration {
	if now.Before(b.until) {
		return b.until.Sub(now)
	}
	wait := b.Limit.waitAskedFor(now)
	if wait == 0 {
		return 0
	}
	for len(b.refused) > 0 && now.Sub(b.refused[0]) >= 10*time.Second {
		b.refused = b.refused[1:]
	}
	if b.refused = append(b.refused, now); len(b.refused) < b.Refusals {
		return wait
	}
	b.refused, b.until = nil, now.Add(b.Length)
	return b.Length
}

// Phases are limits that follow each other in time. The last Phase has no end: its field Lasts is 0.
type Phases struct {
	Of    []Phase
	begin time.Time
}

// Phase is a limit that applies for the time Lasts. With a nil Limit, all requests are refused.
type Phase struct {
	Limit Limit
	Lasts time.Duration
}

// currentLimit returns the limit of the current phase, and the time left in this phase: 0 or less if it is the last phase.
func (p *Phases) currentLimit(now time.Time) (l Limit, left time.Duration) {
	if p.begin.IsZero() {
		p.begin = now
	}
	since := now.Sub(p.begin)
	for _, phase := range p.Of {
		if phase.Lasts == 0 || since < phase.Lasts {
			return phase.Limit, phase.Lasts - since
		}
		since -= phase.Lasts
	}
	panic("the last phase has an end")
}

func (p *Phases) waitAskedFor(now time.Time) time.Duration {
	l, left := p.currentLimit(now)
	if l == nil {
		return left
	}
	if left > 0 {
		return min(left, l.waitAskedFor(now))
	}
	return l.waitAskedFor(now)
}

func (p *Phases) beginServing(now time.Time) {
	l, _ := p.currentLimit(now)
	l.beginServing(now)
}

func (p *Phases) endServing() {
	for _, phase := range p.Of {
		if phase.Limit != nil {
			phase.Limit.endServing()
		}
	}
}
