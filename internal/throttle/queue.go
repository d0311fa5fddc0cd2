// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// queue lets the calls of one client through the gate, first come first served.
type queue struct {
	lastTicket atomic.Int64

	mu      sync.Mutex
	gate    *gate
	waiting []*waiter // by ticket
	timer   *time.Timer
}

// waiter is a call that waits in the queue.
type waiter struct {
	ticket int
	why    WhyNotWait
	result chan result // gets one
}

// result is a permit, or a *PausedError if the call cannot wait for the end of the pause.
type result struct {
	permit permit
	err    error
}

// PausedError is the error of a call that was not sent, because an earlier response asked this client to wait longer
// than the call may.
type PausedError struct {
	Reason string // why the call does not wait for the end of the pause
	Err    error  // context.DeadlineExceeded, or nil
}

func (e *PausedError) Error() string { return "another call was refused, and " + e.Reason }
func (e *PausedError) Unwrap() error { return e.Err }

// newTicket returns the place of a new call, which is the last.
func (q *queue) newTicket() int { return int(q.lastTicket.Add(1)) }

// enter waits until the call with this ticket may send a request. It fails at once if the call cannot wait for the end of
// the pause.
func (q *queue) enter(ctx context.Context, ticket int, why WhyNotWait) (permit, error) {
	if err := ctx.Err(); err != nil {
		return permit{}, err
	}
	q.mu.Lock()
	if len(q.waiting) == 0 {
		if p, wait := q.gate.admit(time.Now()); wait == 0 {
			q.mu.Unlock()
			return p, nil
		}
	}
	w := &waiter{ticket, why, make(chan result, 1)}
	at, _ := slices.BinarySearchFunc(q.waiting, w, func(a, b *waiter) int { return a.ticket - b.ticket })
	q.waiting = slices.Insert(q.waiting, at, w)
	q.dispatch()
	q.mu.Unlock()
	select {
	case r := <-w.result:
		return r.permit, r.err
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, w); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	} else if r := <-w.result; r.err == nil {
		q.gate.release(r.permit, time.Now())
	}
	q.dispatch()
	return permit{}, ctx.Err()
}

// renew returns the permit if no pause has begun since it was given. Otherwise it takes the permit back.
func (q *queue) renew(p permit) (permit, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p.pauseNo == q.gate.pauseNo {
		p.lastAccepted = q.gate.lastAccepted
		return p, true
	}
	q.gate.release(p, time.Now())
	q.dispatch()
	return permit{}, false
}

// change calls f with the gate, and then lets those calls send that the gate admits.
func (q *queue) change(f func(*gate)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	f(q.gate)
	q.dispatch()
}

// dispatch refuses the calls that cannot wait until the end of the pause, and then admits calls in their order as long as
// the gate permits it. It is called whenever the gate or the queue has changed.
func (q *queue) dispatch() {
	if q.timer != nil {
		q.timer.Stop()
		q.timer = nil
	}
	if len(q.waiting) == 0 {
		return
	}
	if until := q.gate.notBefore; time.Now().Before(until) {
		q.waiting = slices.DeleteFunc(q.waiting, func(w *waiter) bool {
			reason, err := w.why(until, q.gate.lastAccepted)
			if reason != "" {
				w.result <- result{err: &PausedError{reason, err}}
			}
			return reason != ""
		})
	}
	for len(q.waiting) > 0 {
		p, wait := q.gate.admit(time.Now())
		switch {
		case wait == untilReturn:
			return
		case wait > 0:
			q.timer = time.AfterFunc(wait, func() { q.change(func(*gate) {}) })
			return
		}
		q.waiting[0].result <- result{permit: p}
		q.waiting = q.waiting[1:]
	}
}
