// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Forgotten counts what a call of ForgetGuests or ForgetReservations has erased.
type Forgotten struct {
	Reservations int // reservations that were emptied, without those that were forgotten before
	Items        int // items of the register of all these reservations, also of those that were forgotten before
}

// ForgetGuests erases personal data of guests from the copy, and later Syncs do not store it again. It empties the
// columns that Redact leaves empty, in every reservation that has a guest with one of these ids, and in its lines and
// its items of the register. It does so for all guests of these reservations, because free text can contain any of
// their names. Amounts, dates, counts and countries stay, so that all sums are as before.
//
// The ids are kept, so that no later Sync brings the data back, also in new reservations of the same guests. The
// register does not name guests: if the copy does not have a reservation, its items stay as they are until a Sync reads
// the reservation. After ForgetGuests has returned without an error, an SQLite file does not contain the data any more;
// PostgreSQL keeps it in dead rows until VACUUM FULL. Backups do not change.
//
// It fails with ErrRunning while a Sync or another Forget is at work; nothing was then erased. It also fails if another
// program reads the SQLite file for too long: the rows are erased then, but the files can still contain the data until
// another call returns without an error.
func (m *Mirror) ForgetGuests(ctx context.Context, ids ...int64) (Forgotten, error) {
	return m.forget(ctx, "guest", ids)
}

// ForgetReservations does what [Mirror.ForgetGuests] does for single reservations, by their ids.
func (m *Mirror) ForgetReservations(ctx context.Context, ids ...int64) (Forgotten, error) {
	return m.forget(ctx, "reservation", ids)
}

func (m *Mirror) forget(ctx context.Context, kind string, ids []int64) (done Forgotten, err error) {
	for _, id := range ids {
		if id <= 0 {
			return done, fmt.Errorf("mirror: %d is not the id of a %s", id, kind)
		}
	}
	err = m.locked(ctx, func(c *conn) error {
		err := c.inTx(ctx, func(t *tx) {
			t.noteForgotten(kind, ids)
			if kind == "guest" {
				ids = t.reservationsOf(ids)
				t.noteForgotten("reservation", ids)
			}
			done = t.erasePersonal(ids)
		})
		if err != nil {
			done = Forgotten{}
			return err
		}
		return c.dialect.erase(ctx, c)
	})
	return done, err
}

// reservationsOf returns the reservations that have one of the guests. Their ids are stored as well, because the
// register does not name guests, and can show a reservation that the list does not have any more.
func (t *tx) reservationsOf(guests []int64) (ids []int64) {
	query(t, func(_, id int64) { ids = append(ids, id) },
		"SELECT DISTINCT organization, reservation_id FROM reservation_guests WHERE organization = ? AND id"+t.in(), t.conn.organization, jsonIDs(guests))
	return ids
}

// noteForgotten stores the ids of guests or reservations to forget.
func (t *tx) noteForgotten(kind string, ids []int64) {
	t.exec("INSERT INTO forgotten (organization, kind, id, forgotten_at) SELECT ?, ?, value, ? FROM ("+t.conn.dialect.ids()+
		") AS listed WHERE TRUE ON CONFLICT (organization, kind, id) DO NOTHING", kind, time.Now().UTC(), jsonIDs(ids))
}

// erasePersonal erases the personal data of reservations, of their lines and of their items of the register.
func (t *tx) erasePersonal(reservations []int64) Forgotten {
	erase := func(table, set, condition string) int {
		return int(t.exec("UPDATE "+table+" SET "+set+" WHERE organization = ? AND "+condition+t.in(), jsonIDs(reservations)))
	}
	erased := erase("reservations", reservationShape.withoutPersonal()+", forgotten = TRUE", "NOT forgotten AND id")
	for _, table := range lineTables {
		erase(table.table, table.withoutPersonal(), table.positions()+" AND reservation_id")
	}
	return Forgotten{erased, erase("register_items", itemShape.withoutPersonal(), "reservation_id")}
}

// loadForgotten reads the ids of the guests and reservations to forget.
func (s *syncer) loadForgotten(t *tx) {
	s.forgottenGuests, s.forgottenReservations = map[int64]bool{}, map[int64]bool{}
	query(t, func(kind string, id int64) {
		if kind == "guest" {
			s.forgottenGuests[id] = true
		} else {
			s.forgottenReservations[id] = true
		}
	}, "SELECT kind, id FROM forgotten WHERE organization = ?", t.conn.organization)
}

// isForgotten reports whether a reservation must be forgotten because of its own id or of that of one of its guests.
func (s *syncer) isForgotten(r record) bool {
	return s.forgottenReservations[r.ID] || slices.ContainsFunc(r.guestIDs(), func(id int64) bool { return s.forgottenGuests[id] })
}
