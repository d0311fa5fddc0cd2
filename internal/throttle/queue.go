// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"slices"
	"time"
)

// waiter is a call that waits in the queue. It gets a permit, or a *PausedError if it cannot wait for the end of the pause.
type waiter struct {
	ticket int
	whyNot WhyNot
	done   chan struct{} // is closed when permit or err is set
	permit permit
	err    error
}

// PausedError is the error of a call that was not sent because the pause is longer than the call may wait.
type PausedError struct {
	Reason error // why the call does not wait for the end of the pause
}

func (e *PausedError) Error() string { return "another call was refused, and " + e.Reason.Error() }
func (e *PausedError) Unwrap() error { return e.Reason }

// waitForPermit waits until the call with this ticket may send a request. It fails when ctx ends, or as soon as the call
// cannot wait for the end of a pause.
func (t *Throttle) waitForPermit(ctx context.Context, ticket int, whyNot WhyNot) (permit, error) {
	if err := ctx.Err(); err != nil {
		return permit{}, err
	}
	t.mu.Lock()
	if len(t.waiting) == 0 {
		if p, wait := t.gate.admit(time.Now()); wait == 0 {
			t.mu.Unlock()
			return p, nil
		}
	}
	w := &waiter{ticket: ticket, whyNot: whyNot, done: make(chan struct{})}
	at, _ := slices.BinarySearchFunc(t.waiting, w, func(a, b *waiter) int { return a.ticket - b.ticket })
	t.waiting = slices.Insert(t.waiting, at, w)
	t.dispatch()
	t.mu.Unlock()
	select {
	case <-w.done:
		return w.permit, w.err
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.waiting, w); i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	} else if w.err == nil {
		t.gate.release(w.permit, time.Now())
	}
	t.dispatch()
	return permit{}, ctx.Err()
}

// recheckPermit returns true if no pause has begun since p was given. Otherwise it takes p back.
func (t *Throttle) recheckPermit(p permit) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.pauseNo == t.gate.pauseNo {
		return true
	}
	t.gate.release(p, time.Now())
	t.dispatch()
	return false
}

// changeGate runs f on the gate, and then admits the calls that the gate now permits.
func (t *Throttle) changeGate(f func(*gate)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(t.gate)
	t.dispatch()
}

// dispatch gives a PausedError to the calls that cannot wait until the end of the pause, and admits the next calls that the
// gate permits. It is called whenever the gate or the queue has changed, and when the next call has waited long enough.
func (t *Throttle) dispatch() {
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if len(t.waiting) == 0 {
		return
	}
	if until := t.gate.notBefore; time.Now().Before(until) {
		t.waiting = slices.DeleteFunc(t.waiting, func(w *waiter) bool {
			reason := w.whyNot(until, t.gate.lastAccepted)
			if reason != nil {
				w.err = &PausedError{reason}
				close(w.done)
			}
			return reason != nil
		})
	}
	for len(t.waiting) > 0 {
		p, wait := t.gate.admit(time.Now())
		switch {
		case wait == untilRelease:
			return
		case wait > 0:
			t.timer = time.AfterFunc(wait, func() { t.changeGate(func(*gate) {}) })
			return
		}
		t.waiting[0].permit = p
		close(t.waiting[0].done)
		t.waiting = t.waiting[1:]
	}
}
