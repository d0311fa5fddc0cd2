// SPDX-License-Identifier: MIT

package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	reservations "github.com/reservationkit/reservations-go"
)

// Delivery says how messages are delivered.
type Delivery struct {
	// Send sends one message. It makes a single request with a client that has
	// [reservations.NoRetry], because the outbox retries, and returns the error of the SDK as
	// it is or wrapped. The request is not cancelled with the context of Deliver.
	Send func(context.Context, Message) error
	// Hold holds a message that may have arrived. Otherwise it is sent again.
	Hold bool
	// Patience is how long Deliver retries without any progress while the service cannot be
	// reached, limits the rate or fails. 0 means for ever.
	Patience time.Duration
	// Watch is how often to look for new messages after all have been delivered. With 0
	// Deliver returns then.
	Watch time.Duration
	// Log, if not nil, is called for each error. The State of the message says what becomes of
	// it: waiting, held or refused, or delivered when only the response could not be read.
	Log func(Message, error)
	// Pause, if not nil, is called before each wait for the next attempt.
	Pause func(time.Duration)
}

// The waits between attempts double from the first up to the longest.
const firstWait, longestWait = time.Second, time.Minute

// ErrBusy says that another program delivers from the outbox.
var ErrBusy = errors.New("another program is delivering from it")

var errInterrupted = errors.New("the program ended while it was sending this message, so it may have arrived")

// Deliver sends the messages that wait, one after the other, in the order in which they were
// accepted. A message that has to wait keeps the later ones waiting; one that is refused or
// held does not. It returns nil when no message waits, the error of the context, an error
// that wraps [ErrBusy], or an error that says why a message waits.
func (b *Outbox) Deliver(ctx context.Context, d Delivery) error {
	for {
		if err := b.deliver(ctx, d); err != nil {
			return err
		}
		// A program that added a message just before the lock was released has left it to this one.
		if _, found, err := b.next(ctx); err != nil || !found {
			return err
		}
	}
}

func (b *Outbox) deliver(ctx context.Context, d Delivery) error {
	unlock, err := b.lock()
	if err != nil {
		return err
	}
	defer unlock()
	if err := b.settle(ctx, d); err != nil {
		return err
	}
	wait, progress := firstWait, time.Now()
	for {
		m, waited, err := b.await(ctx, d.Watch)
		if err != nil || m == nil {
			return err
		}
		if waited {
			progress = time.Now()
		}
		v, sendErr, err := b.send(ctx, *m, d)
		switch {
		case err != nil:
			return err
		case v == arrived || v == refused || v == uncertain && d.Hold:
			wait, progress = firstWait, time.Now()
			continue
		}
		pause := max(wait, retryAfter(sendErr))
		if v == stop || d.isOver(time.Since(progress)+pause) {
			return fmt.Errorf("message %d waits in %s: %w", m.ID, b.name, sendErr)
		}
		if err := d.pause(ctx, pause); err != nil {
			return err
		}
		wait = min(2*wait, longestWait)
	}
}

// pause waits for the next attempt.
func (d Delivery) pause(ctx context.Context, wait time.Duration) error {
	if d.Pause != nil {
		d.Pause(wait)
	}
	return sleep(ctx, wait)
}

// isOver reports whether the patience with failures ends before this much time has passed.
func (d Delivery) isOver(passed time.Duration) bool { return d.Patience > 0 && passed > d.Patience }

// await returns the oldest message that is to be sent, and whether it has waited for one. When there
// is none, it waits for the time watch and looks again, or returns nil if watch is 0.
func (b *Outbox) await(ctx context.Context, watch time.Duration) (m *Message, waited bool, err error) {
	for {
		m, found, err := b.next(ctx)
		if err != nil || !found && watch == 0 {
			return nil, waited, err
		}
		if found {
			return &m, waited, nil
		}
		waited = true
		if err := sleep(ctx, watch); err != nil {
			return nil, waited, err
		}
	}
}

// send makes one attempt and stores its result. An attempt that has begun is not cancelled,
// because then it would be uncertain whether the message has arrived.
func (b *Outbox) send(ctx context.Context, m Message, d Delivery) (v verdict, sendErr, err error) {
	if err := ctx.Err(); err != nil {
		return 0, nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if err := b.exec(ctx, "UPDATE messages SET state = 'sending', tries = tries + 1 WHERE id = ?", m.ID); err != nil {
		return 0, nil, err
	}
	m.Tries++
	sendErr = d.Send(ctx, m)
	v = judge(sendErr)
	switch {
	case v == arrived:
		m.State = "delivered"
		err = b.exec(ctx, "DELETE FROM messages WHERE id = ?", m.ID)
	case v == refused:
		err = b.keep(ctx, &m, stateRefused, sendErr)
	case v == uncertain && d.Hold:
		err = b.keep(ctx, &m, stateHeld, sendErr)
	default:
		err = b.keep(ctx, &m, stateWaiting, sendErr)
	}
	if sendErr != nil && d.Log != nil {
		d.Log(m, sendErr)
	}
	return v, sendErr, err
}

// keep notes why a message has not been delivered, and what becomes of it.
func (b *Outbox) keep(ctx context.Context, m *Message, state string, problem error) error {
	m.State, m.Problem = state, problem.Error()
	return b.exec(ctx, "UPDATE messages SET state = ?, problem = ? WHERE id = ?", m.State, m.Problem, m.ID)
}

// settle decides about the message that an earlier program was sending when it ended.
func (b *Outbox) settle(ctx context.Context, d Delivery) error {
	state := stateWaiting
	if d.Hold {
		state = stateHeld
	}
	messages, err := b.List(ctx)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if m.State != stateSending {
			continue
		}
		if err := b.keep(ctx, &m, state, errInterrupted); err != nil {
			return err
		}
		if d.Log != nil {
			d.Log(m, errInterrupted)
		}
	}
	return nil
}

// next returns the first message that waits.
func (b *Outbox) next(ctx context.Context) (m Message, found bool, err error) {
	var body string
	row := b.db.QueryRowContext(ctx, "SELECT id, kind, body, state, tries, problem FROM messages WHERE state = 'waiting' ORDER BY id LIMIT 1")
	switch err := row.Scan(&m.ID, &m.Kind, &body, &m.State, &m.Tries, &m.Problem); {
	case errors.Is(err, sql.ErrNoRows):
		return m, false, nil
	case err != nil:
		return m, false, b.failed(err)
	}
	m.Body = json.RawMessage(body)
	return m, true, nil
}

func (b *Outbox) exec(ctx context.Context, statement string, args ...any) error {
	_, err := b.db.ExecContext(ctx, statement, args...)
	return b.failed(err)
}

// retryAfter is how long the service asked to wait, or 0.
func retryAfter(err error) time.Duration {
	var response *reservations.APIError
	if errors.As(err, &response) {
		return response.RetryAfter
	}
	return 0
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
