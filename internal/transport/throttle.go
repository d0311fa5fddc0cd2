package transport

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// throttle is the pause that all calls of one client share: one 429 holds back every
// goroutine, not only the one that was told.
type throttle struct {
	mu        sync.Mutex
	notBefore time.Time // no attempt begins before this
	event     int       // counts pauses; answers to attempts of an earlier event are late
	streak    int       // pauses in a row without any other answer in between
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

// wait returns once the pause is over, with the event it saw. It fails at once when
// the pause will outlast the call.
func (t *throttle) wait(ctx context.Context, fits func(time.Time) bool) (int, error) {
	for {
		t.mu.Lock()
		until, event := t.notBefore, t.event
		t.mu.Unlock()
		pause := time.Until(until)
		if pause <= 0 {
			return event, ctx.Err()
		}
		if !fits(until) {
			paused := &PausedError{Remaining: pause}
			if deadline, ok := ctx.Deadline(); ok && !until.Before(deadline) {
				paused.Err = context.DeadlineExceeded
			}
			return event, paused
		}
		if err := sleep(ctx, pause); err != nil {
			return event, err
		}
	}
}

// limited notes a 429 to an attempt that began in the given event, and returns when
// the pause ends. after is what the answer asked for; 0 leaves the length to own.
func (t *throttle) limited(event int, after time.Duration, own func(streak int) time.Duration) time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	if event == t.event {
		// The first of its event. Others that were under way at that moment will be
		// refused too; they say nothing new unless they name a later time.
		if after == 0 {
			after = own(t.streak)
		}
		t.event++
		t.streak++
	}
	if until := time.Now().Add(after); until.After(t.notBefore) {
		t.notBefore = until
	}
	return t.notBefore
}

// answered notes an answer other than 429.
func (t *throttle) answered(event int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if event == t.event {
		t.streak = 0
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
