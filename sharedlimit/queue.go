// SPDX-License-Identifier: MIT

package sharedlimit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"
)

// queue lets the calls of a process ask for a slot one after the other, in the order in which they come. So a process
// holds at most one slot, and a process with many calls under way gets no more of the rate than one with few. A call that
// cannot be sent before its deadline leaves the queue at once, at any position.
type queue struct {
	mu      sync.Mutex
	taken   bool // a call has its turn
	waiting []*waiter
	pace    pace
}

// pace is what is known of the times at which the calls of this process may be sent.
type pace struct {
	first    time.Time     // the earliest time for the call that has its turn
	interval time.Duration // between two calls
	burst    time.Duration // how far before its time a call may be sent
}

type waiter struct {
	deadline time.Time     // zero for none
	turn     chan struct{} // closed when it is its turn, or after err was set
	err      error
}

// enter waits until it is the turn of this call. Unless it fails, leave must follow.
func (q *queue) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q.mu.Lock()
	if !q.taken {
		q.taken = true
		q.mu.Unlock()
		return nil
	}
	w := &waiter{turn: make(chan struct{})}
	w.deadline, _ = ctx.Deadline()
	if err := q.pace.tooLate(len(q.waiting)+1, w.deadline); err != nil {
		q.mu.Unlock()
		return err
	}
	q.waiting = append(q.waiting, w)
	q.mu.Unlock()
	select {
	case <-w.turn:
		return w.err
	case <-ctx.Done():
	}
	q.mu.Lock()
	i := slices.Index(q.waiting, w)
	if i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
	q.mu.Unlock()
	if i < 0 && w.err == nil { // it has got its turn meanwhile
		q.leave()
	}
	return ctx.Err()
}

// check returns an error if a call that entered now could not be sent before its deadline.
func (q *queue) check(deadline time.Time) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !q.taken {
		return nil
	}
	return q.pace.tooLate(len(q.waiting)+1, deadline)
}

// leave gives the turn to the next call.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.taken = false
		return
	}
	close(q.waiting[0].turn)
	q.waiting = slices.Delete(q.waiting, 0, 1)
}

// expect sets the pace, and ends the wait of each call whose deadline is then too early.
func (q *queue) expect(p pace) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pace = p
	place := 1
	q.waiting = slices.DeleteFunc(q.waiting, func(w *waiter) bool {
		if w.err = p.tooLate(place, w.deadline); w.err != nil {
			close(w.turn)
			return true
		}
		place++
		return false
	})
}

// tooLate returns an error if the call at a place of the queue cannot be sent before its deadline.
// The call that has its turn is at place 0.
func (p pace) tooLate(place int, deadline time.Time) error {
	if deadline.IsZero() {
		return nil
	}
	earliest := p.first.Add(max(0, times(p.interval, place)-p.burst))
	if !earliest.After(deadline) {
		return nil
	}
	return fmt.Errorf("sharedlimit: the next request may be sent in %v, after the deadline of the call: %w",
		time.Until(earliest).Round(time.Millisecond), context.DeadlineExceeded)
}

// times multiplies, and returns forever when that would be longer.
func times(d time.Duration, n int) time.Duration {
	return time.Duration(math.Min(float64(d)*float64(n), float64(forever)))
}
