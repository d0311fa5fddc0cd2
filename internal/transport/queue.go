// SPDX-License-Identifier: MIT

package transport

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// queue lets the calls of one client through its throttle, first come first served.
type queue struct {
	mu       sync.Mutex
	throttle *throttle
	tickets  atomic.Int64 // the last one that was given to a call
	waiting  []*waiter    // by ticket
	timer    *time.Timer
}

// waiter is a call that waits for its turn.
type waiter struct {
	ticket     int
	turn       chan turn // gets one
	whyNotWait whyNotWait
}

// turn is a permit, or a *PausedError when the call cannot wait for the end of the pause.
type turn struct {
	permit permit
	err    error
}

// whyNotWait returns why a call cannot wait until the end of a pause, or "" if it can. The error is
// context.DeadlineExceeded if the caller's deadline comes first.
type whyNotWait func(until, progress time.Time) (string, error)

// PausedError is the error of a call that was not sent, because an earlier response asked this client to
// wait longer than the call may.
type PausedError struct {
	Reason string // why the call does not wait for the end of the pause
	Err    error  // context.DeadlineExceeded, or nil
}

func (e *PausedError) Error() string { return "another call was refused, and " + e.Reason }
func (e *PausedError) Unwrap() error { return e.Err }

// enter waits until the call may send. It fails at once if the call cannot wait for the end of the
// pause. A call keeps its ticket, and so its place in the queue, for all its attempts.
func (q *queue) enter(ctx context.Context, ticket int, why whyNotWait) (permit, error) {
	if err := ctx.Err(); err != nil {
		return permit{}, err
	}
	q.mu.Lock()
	if len(q.waiting) == 0 {
		if p, wait := q.throttle.admit(time.Now()); wait == 0 {
			q.mu.Unlock()
			return p, nil
		}
	}
	w := &waiter{ticket: ticket, turn: make(chan turn, 1), whyNotWait: why}
	at, _ := slices.BinarySearchFunc(q.waiting, w, func(a, b *waiter) int { return a.ticket - b.ticket })
	q.waiting = slices.Insert(q.waiting, at, w)
	q.dispatch()
	q.mu.Unlock()
	select {
	case turn := <-w.turn:
		return turn.permit, turn.err
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, w); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	} else if turn := <-w.turn; turn.err == nil {
		q.throttle.release(turn.permit, time.Now())
	}
	q.dispatch()
	return permit{}, ctx.Err()
}

// pause returns the end of the shared pause, and when the last request was accepted.
func (q *queue) pause() (until, progress time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.throttle.notBefore, q.throttle.progress
}

// renew returns the permit if no pause has begun since it was given. Otherwise it takes it back.
func (q *queue) renew(p permit) (permit, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if p.epoch == q.throttle.epoch {
		p.progress = q.throttle.progress
		return p, true
	}
	q.throttle.release(p, time.Now())
	q.dispatch()
	return permit{}, false
}

// do calls f with the throttle, and then lets those calls send that the throttle admits.
func (q *queue) do(f func(*throttle)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	f(q.throttle)
	q.dispatch()
}

// dispatch refuses the calls that cannot wait until the end of the pause, and then admits calls in their
// order as long as the throttle permits it. It is called whenever the throttle or the queue has changed.
func (q *queue) dispatch() {
	if q.timer != nil {
		q.timer.Stop()
		q.timer = nil
	}
	if len(q.waiting) == 0 {
		return
	}
	if until := q.throttle.notBefore; time.Now().Before(until) {
		q.waiting = slices.DeleteFunc(q.waiting, func(w *waiter) bool {
			reason, err := w.whyNotWait(until, q.throttle.progress)
			if reason != "" {
				w.turn <- turn{err: &PausedError{reason, err}}
			}
			return reason != ""
		})
	}
	for len(q.waiting) > 0 {
		p, wait := q.throttle.admit(time.Now())
		switch {
		case wait == untilReturn:
			return
		case wait > 0:
			q.timer = time.AfterFunc(wait, func() { q.do(func(*throttle) {}) })
			return
		}
		q.waiting[0].turn <- turn{permit: p}
		q.waiting = q.waiting[1:]
	}
}
