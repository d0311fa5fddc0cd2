// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// stateRegister is the name of the state that holds a settledNights.
const stateRegister = "register"

// settledNights is how far nights were read when they were over. Nights can be stored beyond it, by clocks that
// were ahead.
type settledNights struct{ Through types.Date }

// storedNights are the nights in the copy when a Sync begins.
type storedNights struct {
	begin   types.Date        // the first to read; zero when the copy and its settings name none
	next    types.Date        // the first after it that is not stored, or not settled
	last    types.Date        // the last that is stored
	hashes  map[string]string // by the night
	settled settledNights
}

// readStored reads which nights are stored. It deletes those after latest, which are over by neither clock:
// clocks were ahead when they were stored.
func (s *syncer) readStored(ctx context.Context, latest types.Date) error {
	begin := s.mirror.config.RegisterFrom
	s.stored = storedNights{begin: begin, next: begin, hashes: map[string]string{}}
	isSettled, err := s.states.get(stateRegister, &s.stored.settled)
	if err != nil {
		return err
	}
	err = s.conn.direct(ctx, func(ctx context.Context, t tx) error {
		return t.query(ctx, s.stored.add, "SELECT day, hash FROM register_days WHERE organization = ? ORDER BY day", s.conn.organization)
	})
	if isSettled {
		s.stored.next = firstOf(s.stored.next, s.stored.settled.Through.AddDays(1))
	}
	if err != nil || s.stored.last.Compare(latest) <= 0 {
		return err
	}
	return s.conn.inTx(ctx, func(ctx context.Context, t tx) error {
		_, err := t.exec(ctx, "DELETE FROM register_days WHERE organization = ? AND day > ?", s.conn.organization, latest.String())
		return err
	})
}

// add reads one night.
func (n *storedNights) add(scan func(...any) error) error {
	var value any // a text or a time, depending on the database
	var hash string
	if err := scan(&value, &hash); err != nil {
		return err
	}
	day, err := dayOf(value)
	if n.begin.IsZero() {
		n.begin, n.next = day, day
	}
	if day.Equal(n.next) {
		n.next = day.AddDays(1)
	}
	n.last, n.hashes[day.String()] = day, hash
	return err
}

func dayOf(value any) (types.Date, error) {
	if at, ok := value.(time.Time); ok {
		return types.DateOf(at), nil
	}
	return types.ParseDate(fmt.Sprint(value))
}

// settle stores how far nights were read: up to last, or as far as before where that is further. It is not further
// than latest: then clocks were ahead.
func (s *syncer) settle(ctx context.Context, last, latest types.Date) error {
	before := s.stored.settled.Through
	through := firstOf(before, latest)
	if through.Compare(last) < 0 {
		through = last
	}
	if through.Equal(before) {
		return nil
	}
	s.stored.settled.Through = through
	return s.conn.inTx(ctx, func(ctx context.Context, t tx) error { return t.put(ctx, stateRegister, s.stored.settled) })
}

// yesterday is the last night that is over at a time.
func yesterday(at time.Time) types.Date { return types.DateOf(at.UTC()).AddDays(-1) }

// firstOf returns the earlier of two days.
func firstOf(a, b types.Date) types.Date {
	if a.Compare(b) < 0 {
		return a
	}
	return b
}
