// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"fmt"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// storedNights are the nights in the copy when a Sync begins.
type storedNights struct {
	begin  types.Date        // RegisterFrom or else the first stored night; zero when there is neither
	next   types.Date        // the first night from begin on that is not stored
	latest types.Date        // the last night that is over by at least one of the two clocks
	ahead  bool              // nights after latest are stored
	hashes map[string]string // the hashes of the stored nights up to latest, by night
}

// readStored reads which nights are stored. It deletes the nights after latest, which are over by neither clock: the
// clocks were ahead when they were stored, so that they may be incomplete.
func (s *syncer) readStored(ctx context.Context, latest types.Date) error {
	begin := s.mirror.config.RegisterFrom
	s.stored = storedNights{begin: begin, next: begin, latest: latest, hashes: map[string]string{}}
	err := s.conn.direct(ctx, func(ctx context.Context, t tx) error {
		return t.query(ctx, s.stored.add, "SELECT day, hash FROM register_days WHERE organization = ? ORDER BY day", s.conn.organization)
	})
	if err != nil || !s.stored.ahead {
		return err
	}
	return s.conn.inTx(ctx, func(ctx context.Context, t tx) error {
		_, err := t.exec(ctx, "DELETE FROM register_days WHERE organization = ? AND day > ?", s.conn.organization, latest.String())
		return err
	})
}

// add reads the row of one night. The rows have to come in ascending order.
func (n *storedNights) add(scan func(...any) error) error {
	var value any // a text or a time, depending on the database
	var hash string
	if err := scan(&value, &hash); err != nil {
		return err
	}
	day, err := dayOf(value)
	if day.Compare(n.latest) > 0 {
		n.ahead = true
		return err
	}
	if n.begin.IsZero() {
		n.begin, n.next = day, day
	}
	if day.Equal(n.next) {
		n.next = day.AddDays(1)
	}
	n.hashes[day.String()] = hash
	return err
}

func dayOf(value any) (types.Date, error) {
	if at, ok := value.(time.Time); ok {
		return types.DateOf(at), nil
	}
	return types.ParseDate(fmt.Sprint(value))
}

// yesterday returns the last night that is over at a time, in UTC.
func yesterday(at time.Time) types.Date { return types.DateOf(at.UTC()).AddDays(-1) }

// firstOf returns the earlier of two days.
func firstOf(a, b types.Date) types.Date {
	if a.Compare(b) < 0 {
		return a
	}
	return b
}
