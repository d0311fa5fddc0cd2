// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"reflect"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// registerDays is how many nights are read at a time. It is more than the nights that are read again by default, so
// that a Sync without changes reads the register of a small park with one request.
const registerDays = 45

// register reads the nights that may have changed, up to the last night that is over in UTC by both
// clocks. Nights are stored in ascending order, so that the next Sync can continue at the first night that is
// not stored.
func (s *syncer) register(ctx context.Context) error {
	earlier, later := s.clocks()
	over := yesterday(earlier)
	if err := s.readStored(ctx, yesterday(later)); err != nil {
		return err
	}
	for from := s.firstNight(over); from.Compare(over) <= 0; from = from.AddDays(registerDays) {
		to := firstOf(from.AddDays(registerDays-1), over)
		last, err := s.nights(ctx, from, to)
		if err != nil {
			return err
		}
		if last.Compare(to) < 0 { // the clock of the service has gone back
			over = last
		}
	}
	return nil
}

// firstNight returns the first night to read: RereadNights nights before the first one that is not stored, or with
// Full the first of all.
func (s *syncer) firstNight(over types.Date) types.Date {
	config, begin := s.mirror.config, s.stored.begin
	if begin.IsZero() {
		return over.AddDays(1 - defaultRegisterDays)
	}
	again := s.stored.next.AddDays(-config.RereadNights)
	if !config.Full && again.Compare(begin) > 0 {
		return again
	}
	return begin
}

// nights reads the nights from from to to, and stores those that are new or different, each in a transaction.
// It requests one day more, because the service does not document whether DateTo is included. On the nights at
// the end that the service leaves out no guest was present. It returns the last night that is complete: an
// earlier one than to if to is not over by the Date of a response.
func (s *syncer) nights(ctx context.Context, from, to types.Date) (types.Date, error) {
	next := from
	var response reservations.Response
	days := s.client.Reports.PresenceDays(ctx, reservations.PresenceParams{DateFrom: from, DateTo: to.AddDays(1)}, reservations.WithResponseInto(&response))
	for day, err := range days {
		if err != nil {
			return to, err
		}
		if day.Date.Plain().IsZero() {
			return to, errors.New("mirror: the register has an entry without a date")
		}
		to = s.over(to, response)
		if day.Date.Compare(to) > 0 {
			continue // a night that was not asked for, or is not over
		}
		if err := s.storeNight(ctx, day); err != nil {
			return to, err
		}
		next = day.Date.Plain().AddDays(1)
	}
	to = s.over(to, response)
	for ; next.Compare(to) <= 0; next = next.AddDays(1) {
		if err := s.storeNight(ctx, types.PresenceDay{Date: next}); err != nil {
			return to, err
		}
	}
	return to, nil
}

// over returns night, or the last night that is over by both clocks if that is earlier. It reads the clock of the
// service from the response.
func (s *syncer) over(night types.Date, response reservations.Response) types.Date {
	s.hear(response.Header)
	earlier, _ := s.clocks()
	return firstOf(night, yesterday(earlier))
}

// storeNight stores a night, unless the copy already has the same rows for it.
func (s *syncer) storeNight(ctx context.Context, day types.PresenceDay) error {
	result := s.result.copied()
	result.Nights++
	date := day.Date.Plain()
	rows, unread := itemRows(day, s.keep, func(id int64) bool { return s.forgottenReservations[id] })
	for _, field := range unread {
		add(&result.Unread, []string{"register." + field})
	}
	row, _ := dayShape.row(reflect.ValueOf(day), s.keep, nil)
	sum := hash(rows, row)
	if s.stored.hashes[date.String()] == sum {
		s.result = result
		return nil
	}
	result.NightsChanged++
	err := s.conn.inTx(ctx, func(ctx context.Context, t tx) error {
		_, err := t.exec(ctx, "DELETE FROM register_days WHERE organization = ? AND day = ?", t.conn.organization, date.String())
		if err != nil {
			return err
		}
		columns := append([]string{"day"}, append(dayShape.columns(), "hash", "stored_at")...)
		args := append([]any{date.String()}, append(row, sum, s.mirror.clock().UTC().Truncate(time.Microsecond))...)
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
