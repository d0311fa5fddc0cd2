// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"reflect"
	"regexp"
	"slices"
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
	over, ever := s.yesterday(), false
	if err := s.conn.direct(ctx, func(t *tx) { ever, s.isFull = s.lastRead(t, stateRegister) }); err != nil {
		return err
	}
	s.conn.isFirst = !ever
	if err := s.readStored(ctx, over); err != nil {
		return err
	}
	for from := s.firstNight(over); from.Compare(over) <= 0; from = from.AddDays(registerDays) {
		to := from.AddDays(registerDays - 1)
		if to.Compare(over) > 0 {
			to = over
		}
		if err := s.nights(ctx, from, to); err != nil {
			return err
		}
	}
	if ever && !s.isFull {
		return nil
	}
	return s.conn.direct(ctx, func(t *tx) { t.put(stateRegister, s.began) })
}

// firstNight returns the first night to read: RereadNights nights before the first one that is not stored, or with
// isFull the first of all.
func (s *syncer) firstNight(over types.Date) types.Date {
	config, begin := s.mirror.config, s.stored.begin
	if begin.IsZero() {
		return over.AddDays(1 - 365)
	}
	again := s.stored.next.AddDays(-config.RereadNights)
	if !s.isFull && again.Compare(begin) > 0 {
		return again
	}
	return begin
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
		s.result = s.result.copied()
		s.result.count(name)
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
	result := s.result.copied()
	result.Nights++
	rows, unread := itemRows(day, s.keep, func(id int64) bool { return s.forgottenReservations[id] })
	row, fields := dayShape.row(reflect.ValueOf(day), s.keep, nil)
	for _, field := range slices.Concat(unread, fields) {
		result.count("register." + field)
	}
	sum := hash(rows, row)
	if s.stored.hashes[day.Date.String()] == sum {
		s.result = result
		return nil
	}
	result.NightsChanged++
	err := s.conn.inTx(ctx, func(t *tx) {
		t.watchNight(day.Date, func() {
			t.exec("DELETE FROM register_days WHERE organization = ? AND day = ?", day.Date.String())
			columns := append([]string{"day"}, append(dayShape.columns(), "hash", "stored_at")...)
			args := append([]any{day.Date.String()}, append(row, sum, s.mirror.now().UTC().Truncate(time.Microsecond))...)
			t.insert("register_days", columns, [][]any{args})
			t.insert("register_items", append([]string{"day", "position"}, itemShape.columns()...), rows)
		})
	})
	if err == nil {
		s.result = result
		s.done()
	}
	return err
}

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
	return s.conn.inTx(ctx, func(t *tx) {
		var early []types.Date
		query(t, func(text, hash string) {
			night, _ := types.ParseDate(text) // as this package has stored it
			if night.Compare(over) > 0 {
				early = append(early, night)
				return
			}
			s.stored.add(night, hash)
		}, "SELECT CAST(day AS TEXT), hash FROM register_days WHERE organization = ? ORDER BY day", t.conn.organization)
		for _, night := range early {
			t.watchNight(night, func() { t.exec("DELETE FROM register_days WHERE organization = ? AND day = ?", night.String()) })
		}
	})
}

// add notes a night. The nights have to come in ascending order.
func (n *storedNights) add(day types.Date, hash string) {
	if n.begin.IsZero() {
		n.begin, n.next = day, day
	}
	if day == n.next {
		n.next = day.AddDays(1)
	}
	n.hashes[day.String()] = hash
}
