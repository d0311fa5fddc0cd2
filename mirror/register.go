// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"strings"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// registerDays is how many nights are read at a time. It is more than the nights that are read again by default, so
// that a Sync without changes reads the register of a small park with one request.
const registerDays = 45

// register reads the nights that may have changed, up to the last night that is over. Nights are stored in ascending
// order, so that the next Sync can continue at the first night that is not stored.
func (s *syncer) register(ctx context.Context) error {
	over := types.DateOf(s.clock().UTC()).AddDays(-1)
	from, err := s.firstNight(ctx, over)
	if err != nil {
		return err
	}
	for ; from.Compare(over) <= 0; from = from.AddDays(registerDays) {
		to := from.AddDays(registerDays - 1)
		if to.Compare(over) > 0 {
			to = over
		}
		if err := s.nights(ctx, from, to); err != nil {
			return err
		}
	}
	if !s.conn.isFirst && !s.isFull {
		return nil
	}
	return s.conn.inTx(ctx, func(t *tx) { t.put(stateRegister, s.began) })
}

// firstNight returns the first night to read: RereadNights nights before the first one that is not stored, or with
// isFull the first of all. Before that it deletes the nights after over: a clock was ahead when they were stored, so that
// they may be incomplete.
func (s *syncer) firstNight(ctx context.Context, over types.Date) (first types.Date, err error) {
	begin := s.mirror.config.RegisterFrom // or else the first stored night
	next := begin                         // the first night from begin on that is not stored
	s.nightHashes = map[types.Date]string{}
	err = s.conn.inTx(ctx, func(t *tx) {
		s.isFull = s.isDue(t, stateRegister)
		var early []types.Date
		query(t, func(text, hash string) {
			night, _ := types.ParseDate(text) // as this package has stored it
			if night.Compare(over) > 0 {
				early = append(early, night)
				return
			}
			s.nightHashes[night] = hash
			if begin.IsZero() {
				begin, next = night, night
			}
			if night == next {
				next = night.AddDays(1)
			}
		}, "SELECT CAST(day AS TEXT), hash FROM register_days WHERE organization = ? ORDER BY day", t.conn.organization)
		for _, night := range early {
			t.watchNight(night, func() { t.exec("DELETE FROM register_days WHERE organization = ? AND day = ?", night.String()) })
		}
	})
	again := next.AddDays(-s.mirror.config.RereadNights)
	switch {
	case begin.IsZero():
		return over.AddDays(1 - 365), err
	case s.isFull || again.Compare(begin) < 0:
		return begin, err
	}
	return again, err
}

// nights reads the nights from from to to, and stores those that are new or different, each in a transaction. A night
// with a value that cannot be read stays as it was; nights finds it by reading halves of the range.
func (s *syncer) nights(ctx context.Context, from, to types.Date) error {
	days, err := s.client.Reports.Presence(ctx, reservations.PresenceParams{DateFrom: from, DateTo: to})
	name := unreadIn(err)
	if err == nil && days[len(days)-1].Date.IsZero() { // entries without a date come last
		name = "register.date"
	}
	switch {
	case name != "" && from == to:
		s.result = s.result.counting([]string{name})
		return nil
	case name != "":
		middle := from.AddDays(int(to.Midnight().Sub(from.Midnight()) / (48 * time.Hour)))
		if err := s.nights(ctx, from, middle); err != nil {
			return err
		}
		return s.nights(ctx, middle.AddDays(1), to)
	case err != nil:
		return err
	}
	for _, day := range days {
		if err := s.storeNight(ctx, day); err != nil {
			return err
		}
	}
	return nil
}

var indexes = regexp.MustCompile(`\[\d+\]`)

// unreadIn returns the name of the value of a night that an error of the register is about, or "".
func unreadIn(err error) string {
	wrong, ok := errors.AsType[*reservations.DecodeError](err)
	if !ok || wrong.Field == "" {
		return ""
	}
	path := "register" + indexes.ReplaceAllString(wrong.Field, "") // [3].items[2].numOfPersons
	return "register" + path[max(len("register"), strings.LastIndex(path, ".")):]
}

// storeNight stores a night, unless the copy already has the same rows for it.
func (s *syncer) storeNight(ctx context.Context, day types.PresenceDay) error {
	rows, unread := itemRows(day, s.keep, func(id int64) bool { return s.forgotten["reservation"][id] })
	row, fields := dayShape.row(reflect.ValueOf(day), s.keep, nil)
	unread = append(unread, fields...)
	for i, field := range unread {
		unread[i] = "register." + field
	}
	result, sum := s.result.counting(unread), hash(rows, row)
	result.Nights++
	if s.nightHashes[day.Date] == sum {
		s.result = result
		return nil
	}
	result.NightsChanged++
	return s.inTx(ctx, &result, func(t *tx) {
		t.watchNight(day.Date, func() {
			t.exec("DELETE FROM register_days WHERE organization = ? AND day = ?", day.Date.String())
			columns := append([]string{"day"}, append(dayShape.columns(), "hash", "stored_at")...)
			args := append([]any{day.Date.String()}, append(row, sum, s.mirror.now().UTC().Truncate(time.Microsecond))...)
			t.insert("register_days", columns, [][]any{args})
			t.insert("register_items", append([]string{"day", "position"}, itemShape.columns()...), rows)
		})
	})
}
