// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// registerDays is how many nights are read at a time.
const registerDays = 31

// register reads the nights that may have changed up to yesterday, the last night that is over
// in UTC. Nights are stored in their order, so that the first one that is not stored tells where
// to go on.
func (s *syncer) register(ctx context.Context) error {
	last := types.DateOf(time.Now().UTC()).AddDays(-1)
	first, err := s.firstNight(ctx, last)
	if err != nil {
		return err
	}
	for from := first; from.Compare(last) <= 0; from = from.AddDays(registerDays) {
		to := from.AddDays(registerDays - 1)
		if to.Compare(last) > 0 {
			to = last
		}
		if err := s.nights(ctx, from, to); err != nil {
			return err
		}
	}
	return nil
}

// firstNight returns where reading begins: some nights before the first that is not stored.
func (s *syncer) firstNight(ctx context.Context, last types.Date) (types.Date, error) {
	config := s.mirror.config
	begin := config.RegisterFrom
	var next types.Date // the first that is not stored
	err := s.conn.inTx(ctx, func(ctx context.Context, t tx) error {
		return t.query(ctx, func(scan func(...any) error) error {
			var value any // a text or a time, depending on the database
			if err := scan(&value); err != nil {
				return err
			}
			day, err := dayOf(value)
			if begin.IsZero() {
				begin = day
			}
			if next.IsZero() {
				next = begin
			}
			if day.Equal(next) {
				next = day.AddDays(1)
			}
			return err
		}, "SELECT day FROM register_days WHERE organization = ? ORDER BY day", s.conn.organization)
	})
	switch {
	case err != nil:
		return begin, err
	case begin.IsZero():
		begin = last.AddDays(1 - defaultRegisterDays)
	}
	if again := next.AddDays(-config.RereadNights); !config.Full && !next.IsZero() && again.Compare(begin) > 0 {
		return again, nil
	}
	return begin, nil
}

func dayOf(value any) (types.Date, error) {
	if at, ok := value.(time.Time); ok {
		return types.DateOf(at), nil
	}
	return types.ParseDate(fmt.Sprint(value))
}

// nights reads some nights and stores those that are new or different, each in a transaction. It
// asks for one day more, because the service does not document whether DateTo is included.
// The days at the end that the service leaves out are nights on which nobody was present.
func (s *syncer) nights(ctx context.Context, from, to types.Date) error {
	next := from
	for day, err := range s.client.Reports.PresenceDays(ctx, reservations.PresenceParams{DateFrom: from, DateTo: to.AddDays(1)}) {
		if err != nil {
			return err
		}
		if day.Date.Plain().IsZero() {
			return errors.New("mirror: the register has an entry without a date")
		}
		if day.Date.Compare(to) > 0 {
			continue // a night that was not asked for, or is not over
		}
		if err := s.storeNight(ctx, day); err != nil {
			return err
		}
		next = day.Date.Plain().AddDays(1)
	}
	for ; next.Compare(to) <= 0; next = next.AddDays(1) {
		if err := s.storeNight(ctx, types.PresenceDay{Date: next}); err != nil {
			return err
		}
	}
	return nil
}

func (s *syncer) storeNight(ctx context.Context, day types.PresenceDay) error {
	result := s.result.copied()
	result.Nights++
	date := day.Date.Plain().String()
	rows, unread := itemRows(day, s.keep, func(id int64) bool { return s.forgottenReservations[id] })
	row, _ := dayShape.row(reflect.ValueOf(day), s.keep, nil)
	for _, field := range unread {
		add(&result.Unread, []string{"register." + field})
	}
	sum := hash(rows, row)
	err := s.conn.inTx(ctx, func(ctx context.Context, t tx) error {
		var before string
		err := t.QueryRowContext(ctx, t.conn.dialect.bind("SELECT hash FROM register_days WHERE organization = ? AND day = ?"),
			t.conn.organization, date).Scan(&before)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("mirror: %w", err)
		}
		if before == sum {
			return nil
		}
		result.NightsChanged++
		if _, err := t.exec(ctx, "DELETE FROM register_days WHERE organization = ? AND day = ?", t.conn.organization, date); err != nil {
			return err
		}
		columns := append([]string{"day"}, append(dayShape.columns(), "hash", "stored_at")...)
		args := append([]any{date}, append(row, sum, time.Now().UTC().Truncate(time.Microsecond))...)
		if err := t.insert(ctx, "register_days", columns, [][]any{args}); err != nil {
			return err
		}
		return t.insert(ctx, "register_items", itemColumns(), rows)
	})
	if err == nil {
		s.result = result
		s.done()
	}
	return err
}
