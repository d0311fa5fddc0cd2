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
// in UTC. Nights are stored in their order, so that the last stored one tells where to go on.
func (s *syncer) register(ctx context.Context) error {
	last := types.DateOf(time.Now().UTC()).AddDays(-1)
	first, err := s.firstNight(ctx, last)
	if err != nil {
		return err
	}
	for from := first; from.Compare(last) <= 0; {
		to := from.AddDays(registerDays - 1)
		if to.Compare(last) > 0 {
			to = last
		}
		if err := s.nights(ctx, from, to); err != nil {
			return err
		}
		if to.Equal(last) {
			break
		}
		from = to // again, because the service does not document whether DateTo is included
	}
	return nil
}

// firstNight returns where reading begins.
func (s *syncer) firstNight(ctx context.Context, last types.Date) (types.Date, error) {
	config := s.mirror.config
	begin := config.RegisterFrom
	var oldest, newest types.Date
	err := s.conn.inTx(ctx, func(t tx) (err error) {
		if oldest, err = t.day(ctx, "SELECT MIN(day) FROM register_days"); err != nil {
			return err
		}
		newest, err = t.day(ctx, "SELECT MAX(day) FROM register_days")
		return err
	})
	switch {
	case err != nil:
		return begin, err
	case begin.IsZero() && oldest.IsZero():
		begin = last.AddDays(1 - defaultRegisterDays)
	case begin.IsZero():
		begin = oldest
	}
	if config.Full || oldest.IsZero() || begin.Compare(oldest) < 0 {
		return begin, nil
	}
	if again := newest.AddDays(1 - config.RegisterReread); again.Compare(begin) > 0 {
		return again, nil
	}
	return begin, nil
}

// day reads one day, the zero Date when there is none.
func (t tx) day(ctx context.Context, query string) (types.Date, error) {
	var value any // a text or a time, depending on the database
	err := t.QueryRowContext(ctx, query).Scan(&value)
	switch {
	case errors.Is(err, sql.ErrNoRows) || err == nil && value == nil:
		return types.Date{}, nil
	case err != nil:
		return types.Date{}, fmt.Errorf("mirror: %w", err)
	}
	if at, ok := value.(time.Time); ok {
		return types.DateOf(at), nil
	}
	return types.ParseDate(fmt.Sprint(value))
}

// nights reads some nights and stores those that are new or different, each in a transaction.
func (s *syncer) nights(ctx context.Context, from, to types.Date) error {
	for day, err := range s.client.Reports.PresenceDays(ctx, reservations.PresenceParams{DateFrom: from, DateTo: to}) {
		if err != nil {
			return err
		}
		if day.Date.Plain().IsZero() {
			return errors.New("mirror: the register has an entry without a date")
		}
		if day.Date.Compare(to) > 0 {
			continue // a night that is not over
		}
		if err := s.storeNight(ctx, day); err != nil {
			return err
		}
	}
	return nil
}

func (s *syncer) storeNight(ctx context.Context, day types.PresenceDay) error {
	summary := s.summary
	summary.Nights++
	date := day.Date.Plain().String()
	rows := itemRows(day, s.keep, func(id int64) bool { return s.forgottenReservations[id] })
	row := dayShape.row(reflect.ValueOf(day), s.keep)
	sum := hash(rows, row)
	err := s.conn.inTx(ctx, func(t tx) error {
		var before string
		err := t.QueryRowContext(ctx, t.conn.dialect.bind("SELECT hash FROM register_days WHERE day = ?"), date).Scan(&before)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("mirror: %w", err)
		}
		if before == sum {
			return nil
		}
		summary.NightsChanged++
		if _, err := t.exec(ctx, "DELETE FROM register_days WHERE day = ?", date); err != nil {
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
		s.summary = summary
		s.done()
	}
	return err
}
