package transport

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// queue lets the calls of one client through its throttle, first come first served.
type queue struct {
	mu       sync.Mutex
	throttle *throttle
	tickets  int
	waiting  []*waiter // by ticket
	timer    *time.Timer
}

// waiter is a call that waits for its turn.
type waiter struct {
	ticket int
	fits   func(until, progress time.Time) bool
	turn   chan permit // of one: closed without a permit when the pause will outlast the call
}

// PausedError says that a call was not sent because an earlier answer asked this
// client to wait for longer than the call may.
type PausedError struct {
	Remaining time.Duration // of the pause
	Err       error         // context.DeadlineExceeded when the caller's deadline comes first; or nil
}

func (e *PausedError) Error() string {
	return fmt.Sprintf("not sent: after a 429 answer this client pauses for another %v, which is longer than the call may wait", e.Remaining.Round(time.Millisecond))
}

func (e *PausedError) Unwrap() error { return e.Err }

// ticket is the place of a call in the queue, which it keeps through all its attempts.
func (q *queue) ticket() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.tickets++
	return q.tickets
}

// enter waits until the call may send, and fails at once when the pause will outlast it.
func (q *queue) enter(ctx context.Context, ticket int, fits func(until, progress time.Time) bool) (permit, error) {
	if err := ctx.Err(); err != nil {
		return permit{}, err
	}
	w := &waiter{ticket, fits, make(chan permit, 1)}
	q.mu.Lock()
	at, _ := slices.BinarySearchFunc(q.waiting, w, func(a, b *waiter) int { return a.ticket - b.ticket })
	q.waiting = slices.Insert(q.waiting, at, w)
	q.dispatch()
	q.mu.Unlock()
	select {
	case p, ok := <-w.turn:
		if !ok {
			return permit{}, q.paused(ctx)
		}
		return p, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.waiting, w); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	} else if p, ok := <-w.turn; ok {
		q.throttle.neutral(p, time.Now())
	}
	q.dispatch()
	return permit{}, ctx.Err()
}

func (q *queue) paused(ctx context.Context) error {
	q.mu.Lock()
	until := q.throttle.notBefore
	q.mu.Unlock()
	e := &PausedError{Remaining: time.Until(until)}
	if deadline, ok := ctx.Deadline(); ok && !until.Before(deadline) {
		e.Err = context.DeadlineExceeded
	}
	return e
}

func (q *queue) progress() time.Time {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.throttle.progress
}

// do tells the throttle something, and lets those in whom it then admits.
func (q *queue) do(f func(*throttle)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	f(q.throttle)
	q.dispatch()
}

// dispatch sends those away whose patience ends before the pause, and admits the first in
// line as long as the throttle does. It is called whenever either may have changed.
func (q *queue) dispatch() {
	if q.timer != nil {
		q.timer.Stop()
	}
	if until := q.throttle.notBefore; time.Now().Before(until) {
		q.waiting = slices.DeleteFunc(q.waiting, func(w *waiter) bool {
			if w.fits(until, q.throttle.progress) {
				return false
			}
			close(w.turn)
			return true
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
		q.waiting[0].turn <- p
		q.waiting = q.waiting[1:]
	}
}
