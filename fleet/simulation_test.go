// SPDX-License-Identifier: MIT

package fleet

import (
	"container/heap"
	"math/rand/v2"
	"slices"
	"time"
)

// simulation is a night of a fleet in virtual time. The schedule is that of Run, workers take parks by the
// rules of takeStatement, and a sync is nothing but a time that passes.
type simulation struct {
	parks         int
	workers       int           // processes, each with defaultWorkers syncs at a time
	parksPerLimit int           // that share a rate limit
	rate          float64       // requests per second of a limit
	requests      int           // of a sync
	latency       time.Duration // of a request
	unavailable   int           // one sync in so many finds its service away; 0 is none
	killed        time.Duration // after the window has begun, half of the workers are; 0 is never

	random  *rand.Rand
	now     time.Time
	events  events
	waiting []*simulated // those that have waited longest first
	crew    []*simulatedWorker
	open    map[int]int // parks that are taken, by limit

	statements int // without those of the copy
	pickups    []time.Duration
	orphaned   []time.Duration // from the death of a worker until another one has taken its park
	done       int             // syncs
	last       time.Time       // end of the last one
}

// simulatedWorker is a process.
type simulatedWorker struct {
	isDead bool
	taken  map[*simulated]bool
}

// simulated is a park.
type simulated struct {
	Park
	history
	limit    int
	due      time.Time
	orphaned time.Time // when its worker was killed
	began    []time.Time
}

// simulatedNight is the window of all parks, which begins at windowBegins.
var (
	simulatedNight = Window{From: "22:00", To: "06:00"}
	windowBegins   = time.Date(2026, 1, 10, 22, 0, 0, 0, time.UTC)
)

func (s *simulation) run() (parks []*simulated) {
	s.random, s.open = rand.New(rand.NewPCG(1, 2)), map[int]int{}
	s.now = windowBegins.Add(-time.Minute)
	for i := range s.parks {
		p := &simulated{Park: Park{Window: simulatedNight}, limit: i / s.parksPerLimit}
		s.schedule(p)
		parks = append(parks, p)
	}
	for range s.workers {
		w := &simulatedWorker{taken: map[*simulated]bool{}}
		s.crew = append(s.crew, w)
		s.look(w)
		s.prolong(w)
	}
	if s.killed > 0 {
		s.after(time.Minute+s.killed, s.kill)
	}
	for end := s.now.Add(9 * time.Hour); s.events[0].at.Before(end); {
		e := heap.Pop(&s.events).(event)
		s.now = e.at
		e.happen()
	}
	return parks
}

// schedule lets a park wait from its next sync on.
func (s *simulation) schedule(p *simulated) {
	p.due = next(p.Park, p.history, s.now)
	s.after(p.due.Sub(s.now), func() { s.waiting = append(s.waiting, p) })
}

// look lets a worker look for parks each second or two while none waits for it.
func (s *simulation) look(w *simulatedWorker) {
	if w.isDead {
		return
	}
	for s.take(w) {
	}
	s.after(lookInterval+time.Duration(s.random.Int64N(int64(lookInterval))), func() { s.look(w) })
}

// prolong counts the statements that prolong leases.
func (s *simulation) prolong(w *simulatedWorker) {
	if w.isDead {
		return
	}
	if len(w.taken) > 0 && s.done < s.parks {
		s.statements++
	}
	s.after(defaultLease/3, func() { s.prolong(w) })
}

// take gives a worker the park that has waited longest, but for those whose limit enough others use.
func (s *simulation) take(w *simulatedWorker) bool {
	if len(w.taken) == defaultWorkers {
		return false
	}
	i := slices.IndexFunc(s.waiting, func(p *simulated) bool { return s.open[p.limit] < defaultPerLimit })
	if i < 0 {
		if s.done < s.parks {
			s.statements += 2 // which find no park and no newer version
		}
		return false
	}
	p := s.waiting[i]
	s.waiting = slices.Delete(s.waiting, i, i+1)
	s.statements++
	if at := next(p.Park, p.history, s.now); !at.Equal(s.now) {
		s.statements++
		s.schedule(p) // after the end of its window
		return true
	}
	s.open[p.limit]++
	s.pickups = append(s.pickups, s.now.Sub(p.due))
	if !p.orphaned.IsZero() {
		s.orphaned, p.orphaned = append(s.orphaned, s.now.Sub(p.orphaned)), time.Time{}
	}
	w.taken[p] = true
	p.began = append(p.began, s.now)
	slowest := max(s.latency, time.Duration(float64(min(s.parksPerLimit, defaultPerLimit))/s.rate*float64(time.Second)))
	mean := time.Duration(s.requests) * slowest
	s.after(mean/2+time.Duration(s.random.Int64N(int64(mean))), func() { s.finish(w, p) })
	return true
}

// finish ends a sync, after which the worker takes another park.
func (s *simulation) finish(w *simulatedWorker, p *simulated) {
	if w.isDead {
		return
	}
	outcome := Done
	if s.unavailable > 0 && s.random.IntN(s.unavailable) == 0 {
		outcome = Unavailable
	}
	delete(w.taken, p)
	s.statements++
	s.open[p.limit]--
	p.history = p.after(p.began[len(p.began)-1], s.now, outcome, nil)
	if outcome == Done {
		s.done++
		s.last = s.now
	}
	s.schedule(p)
	s.take(w)
}

// kill kills half of the workers. When their leases are over, their parks go before those that began to wait later.
func (s *simulation) kill() {
	for _, w := range s.crew[:s.workers/2] {
		w.isDead = true
		for p := range w.taken {
			p.orphaned = s.now
			s.after(defaultLease-time.Duration(s.random.Int64N(int64(defaultLease/3))), func() {
				s.open[p.limit]--
				before := func(waiting *simulated, due time.Time) int { return waiting.due.Compare(due) }
				i, _ := slices.BinarySearchFunc(s.waiting, p.due, before)
				s.waiting = slices.Insert(s.waiting, i, p)
			})
		}
	}
}

// after lets something happen after a time.
func (s *simulation) after(d time.Duration, happen func()) {
	heap.Push(&s.events, event{s.now.Add(d), happen})
}

// event is what happens at an instant.
type event struct {
	at     time.Time
	happen func()
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(a, b int) bool { return e[a].at.Before(e[b].at) }
func (e events) Swap(a, b int)      { e[a], e[b] = e[b], e[a] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}
