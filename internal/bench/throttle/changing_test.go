// SPDX-License-Identifier: MIT

package throttle

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// changing are services that do not refuse by one limit that stays as it is, or not with 429.
func changing() []scenario {
	const ms = time.Millisecond
	var all []scenario
	add := func(s scenario) {
		if s.latency == 0 {
			s.latency = 50 * ms
		}
		if s.says == "" {
			s.says = nothing
		}
		all = append(all, s)
	}
	bucket := func(rate, burst float64) func() limit {
		return func() limit { return newBucket(rate, burst, 0) }
	}
	for _, b := range []struct{ rate, burst float64 }{{20, 1}, {10, 1}, {5, 5}, {2, 10}} {
		add(scenario{name: fmt.Sprintf("503, %v/s burst %v", b.rate, b.burst), status: 503, limit: bucket(b.rate, b.burst), time: 1.5})
	}
	add(scenario{name: "connections reset, 5/s burst 5", resets: true, limit: bucket(5, 5), time: 1.5})
	add(scenario{name: "5 % at random", limit: func() limit { return &chance{part: 0.05, asks: time.Second} }, time: 2.5, known: 7.5})
	add(scenario{name: "5 % at random", says: wholeSeconds, limit: func() limit { return &chance{part: 0.05, asks: time.Second} }, time: 1.5, known: 2.6})
	for _, burst := range []float64{1, 10} {
		add(scenario{name: fmt.Sprintf("10/s burst %v, a ban of 60 s after 3", burst), limit: func() limit {
			return &ban{limit: newBucket(10, burst, 0), after: 3, length: time.Minute}
		}, time: 5.5, known: 8.5})
		add(scenario{name: fmt.Sprintf("10/s burst %v, a ban of 60 s after 3", burst), says: wholeSeconds, limit: func() limit {
			return &ban{limit: newBucket(10, burst, 0), after: 3, length: time.Minute}
		}, time: 5.5, known: 5.8})
		add(scenario{name: fmt.Sprintf("10/s burst %v, a ban of 20 s after 10", burst), limit: func() limit {
			return &ban{limit: newBucket(10, burst, 0), after: 10, length: 20 * time.Second}
		}, time: 1.6, known: 4})
	}
	for _, burst := range []float64{1, 20} {
		add(scenario{name: fmt.Sprintf("20/s burst %v, closed for 30 s", burst), limit: func() limit {
			return &phases{of: []phase{{newBucket(20, burst, 0), 5 * time.Second}, {nil, 30 * time.Second}, {newBucket(20, burst, 0), 0}}}
		}, time: 1.6})
	}
	for _, burst := range []float64{1, 5} {
		add(scenario{name: fmt.Sprintf("1/s, then 50/s burst %v", burst), limit: func() limit {
			return &phases{of: []phase{{newBucket(1, 1, 0), 10 * time.Second}, {newBucket(50, burst, 0), 0}}}
		}, time: 2.0})
	}
	add(scenario{name: "5/s, then no limit", limit: func() limit {
		return &phases{of: []phase{{newBucket(5, 1, 0), 10 * time.Second}, {&parallel{}, 0}}}
	}, time: 1.8})
	add(scenario{name: "50/s, then 3/s", limit: func() limit {
		return &phases{of: []phase{{newBucket(50, 5, 0), 2 * time.Second}, {newBucket(3, 3, 0), 0}}}
	}, time: 1.3})
	add(scenario{name: "20/s burst 20, always asks for 5 s", says: fiveSeconds, limit: bucket(20, 20), time: 2.1, known: 3.8})
	return all
}

// TestChanging prints another table and holds the SDK to it.
func TestChanging(t *testing.T) {
	fmt.Println("\n| service | Retry-After | promised | 1 in flight | 4 in flight | 8 in flight |\n|---|---|--:|--:|--:|--:|")
	for _, s := range selected(changing()) {
		row, missed := fmt.Sprintf("| %s | %s | %.2f |", s.name, s.says, s.time), false
		for _, inFlight := range []int{1, 4, 8} {
			var r results
			bans := 0
			eachSeed(t, s, func(w *world) {
				err := walk(sdk(w, inFlight), inFlight, walkRequests)
				bound := s.least(walkRequests, inFlight)
				switch l := w.limit.(type) {
				case *chance:
					if s.says != nothing {
						bound += time.Duration(w.refused) * time.Second
					}
				case *ban:
					bans = max(bans, l.banned)
				}
				r.add(err, w.over(bound), w.refused)
			})
			row += fmt.Sprintf(" %v", r)
			if bans > 0 {
				row += fmt.Sprintf(", banned %d times at most", bans)
			}
			row += " |"
			missed = missed || r.missed(s)
		}
		fmt.Println(row)
		if missed {
			t.Errorf("missed: %s", row)
		}
	}
}

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
