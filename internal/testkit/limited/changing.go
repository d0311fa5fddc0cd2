// SPDX-License-Identifier: MIT

package limited

import (
	"math/rand/v2"
	"time"
)

// Chance refuses a Part of all requests at random, whatever their rate, and asks them to wait for a second.
type Chance struct {
	Part   float64
	random *rand.Rand // nil for the least time, in which nothing is refused
}

func (c *Chance) wait(time.Time) time.Duration {
	if c.random != nil && c.random.Float64() < c.Part {
		return time.Second
	}
	return 0
}
func (c *Chance) take(time.Time) {}
func (c *Chance) leave()         {}

// Ban refuses all requests for a Length after its Limit has refused After requests within ten seconds.
type Ban struct {
	Limit
	After   int
	Length  time.Duration
	refused []time.Time
	until   time.Time
}

func (b *Ban) wait(now time.Time) time.Duration {
	if now.Before(b.until) {
		return b.until.Sub(now)
	}
	wait := b.Limit.wait(now)
	if wait == 0 {
		return 0
	}
	for len(b.refused) > 0 && now.Sub(b.refused[0]) >= 10*time.Second {
		b.refused = b.refused[1:]
	}
	if b.refused = append(b.refused, now); len(b.refused) < b.After {
		return wait
	}
	b.refused, b.until = nil, now.Add(b.Length)
	return b.Length
}

// Phases are limits that follow each other. The last has no end.
type Phases struct {
	Of    []Phase
	begin time.Time
}

// Phase is a limit for a time. A nil Limit refuses all requests.
type Phase struct {
	Limit Limit
	Lasts time.Duration
}

func (p *Phases) current(now time.Time) (Limit, time.Duration) {
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

func (p *Phases) wait(now time.Time) time.Duration {
	l, left := p.current(now)
	if l == nil {
		return left
	}
	if left > 0 {
		return min(left, l.wait(now))
	}
	return l.wait(now)
}

func (p *Phases) take(now time.Time) {
	l, _ := p.current(now)
	l.take(now)
}

func (p *Phases) leave() {
	for _, phase := range p.Of {
		if phase.Limit != nil {
			phase.Limit.leave()
		}
	}
}
