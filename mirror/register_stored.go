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
	hashes map[string]string // the hashes of the stored nights, by night
}

// readStored reads which nights are stored. Before that it deletes the nights after over: a clock was ahead when they were
// stored, so that they may be incomplete.
func (s *syncer) readStored(ctx context.Context, over types.Date) error {
	begin := s.mirror.config.RegisterFrom
	s.stored = storedNights{begin: begin, next: begin, hashes: map[string]string{}}
	return s.conn.inTx(ctx, func(ctx context.Context, t tx) error {
		_, err := t.exec(ctx, "DELETE FROM register_days WHERE organization = ? AND day > ?", s.conn.organization, over.String())
		if err != nil {
			return err
		}
		return t.query(ctx, s.stored.add, "SELECT day, hash FROM register_days WHERE organization = ? ORDER BY day", s.conn.organization)
	})
}

// add reads the row of one night. The rows have to come in ascending order.
func (n *storedNights) add(scan func(...any) error) error {
	var value any // a text or a time, depending on the database
	var hash string
	if err := scan(&value, &hash); err != nil {
		return err
	}
	day, err := types.ParseDate(fmt.Sprint(value))
	if at, ok := value.(time.Time); ok {
		day, err = types.DateOf(at), nil
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
