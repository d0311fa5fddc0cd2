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
		err := c.inTx(ctx, func(ctx context.Context, t tx) error {
			if err := t.noteForgotten(ctx, kind, ids); err != nil {
				return err
			}
			if kind == "guest" {
				if ids, err = t.reservationsOf(ctx, ids); err != nil {
					return err
				}
				if err := t.noteForgotten(ctx, "reservation", ids); err != nil {
					return err
				}
			}
			done, err = t.erasePersonal(ctx, ids)
			return err
		})
		if err != nil {
			return err
		}
		return c.dialect.erase(ctx, c)
	})
	return done, err
}

// reservationsOf returns the reservations that have one of the guests. Their ids are stored as well, because the
// register does not name guests, and can show a reservation that the list does not have any more.
func (t tx) reservationsOf(ctx context.Context, guests []int64) (ids []int64, err error) {
	err = query(ctx, t, func(_, id int64) { ids = append(ids, id) },
		"SELECT DISTINCT organization, reservation_id FROM reservation_guests WHERE organization = ? AND id IN ("+t.conn.dialect.ids()+")",
		t.conn.organization, jsonIDs(guests))
	return ids, err
}

// noteForgotten stores the ids of guests or reservations to forget.
func (t tx) noteForgotten(ctx context.Context, kind string, ids []int64) error {
	_, err := t.exec(ctx, "INSERT INTO forgotten (organization, kind, id, forgotten_at) SELECT ?, ?, value, ? FROM ("+t.conn.dialect.ids()+
		") AS listed WHERE TRUE ON CONFLICT (organization, kind, id) DO NOTHING", t.conn.organization, kind, time.Now().UTC(), jsonIDs(ids))
	return err
}

// erasePersonal erases the personal data of reservations, of their lines and of their items of the register.
func (t tx) erasePersonal(ctx context.Context, reservations []int64) (done Forgotten, err error) {
	const ofOrganization = " WHERE organization = ? AND "
	of, ids, organization := " IN ("+t.conn.dialect.ids()+")", jsonIDs(reservations), t.conn.organization
	erased, err := t.exec(ctx, "UPDATE reservations SET "+reservationShape.withoutPersonal()+
		", forgotten = ?"+ofOrganization+"NOT forgotten AND id"+of, true, organization, ids)
	if err != nil {
		return done, err
	}
	for _, table := range lineTables {
		set := "UPDATE " + table.table + " SET " + table.withoutPersonal()
		if _, err := t.exec(ctx, set+ofOrganization+"reservation_id"+of, organization, ids); err != nil {
			return done, err
		}
	}
	items, err := t.exec(ctx, "UPDATE register_items SET "+itemShape.withoutPersonal()+ofOrganization+"reservation_id"+of, organization, ids)
	return Forgotten{int(erased), int(items)}, err
}

// loadForgotten reads the ids of the guests and reservations to forget.
func (s *syncer) loadForgotten(ctx context.Context, t tx) error {
	s.forgottenGuests, s.forgottenReservations = map[int64]bool{}, map[int64]bool{}
	return query(ctx, t, func(kind string, id int64) {
		if kind == "guest" {
			s.forgottenGuests[id] = true
		} else {
			s.forgottenReservations[id] = true
		}
	}, "SELECT kind, id FROM forgotten WHERE organization = ?", s.conn.organization)
}

// isForgotten reports whether a reservation must be forgotten because of its own id or of that of one of its guests.
func (s *syncer) isForgotten(r record) bool {
	return s.forgottenReservations[r.ID] || slices.ContainsFunc(r.guestIDs(), func(id int64) bool { return s.forgottenGuests[id] })
}
