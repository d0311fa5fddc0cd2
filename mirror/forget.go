// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Forgotten counts what a call of ForgetGuests or ForgetReservations has erased.
type Forgotten struct {
	Reservations int // reservations that were emptied, without those that were forgotten before
	Items        int // items of the register of all these reservations, also of those that were forgotten before
}

// ForgetGuests erases personal data of guests from the copy. It empties the columns that Redact leaves empty, in every
// reservation that has a guest with one of these ids, and in its lines and its items of the register. It does so for all
// guests of these reservations, because free text can contain any of their names. Amounts, dates, counts and countries
// stay, so that all sums are as before.
//
// The ids are kept, so that no later Sync brings the data back, also in new reservations of the same guests. The register
// does not name guests: items of a reservation that the copy does not have stay until a Sync reads the reservation. After
// ForgetGuests an SQLite file does not contain the data any more; PostgreSQL keeps it in dead rows until VACUUM FULL.
//
// It waits for a Sync or another Forget as Sync does; nothing was erased if it fails with ErrRunning. It also fails if
// another program reads the SQLite file for too long: the rows are erased then, but the files can still contain the data
// until another call returns without an error.
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
			if kind == "guest" { // the register does not name guests, and can show a reservation that is not listed any more
				guests := ids
				ids = nil
				query(t, func(_, id int64) { ids = append(ids, id) }, "SELECT DISTINCT organization, reservation_id FROM reservation_guests"+
					" WHERE organization = ? AND id = ANY (?) ORDER BY 2", t.conn.organization, guests)
				t.noteForgotten("reservation", ids)
			}
			for chunk := range slices.Chunk(ids, batchSize) {
				t.watch(chunk, func() { done.Reservations += t.eraseReservations(chunk) })
			}
			done.Items = t.eraseItems(ids)
		})
		if err != nil {
			done = Forgotten{}
			return err
		}
		return c.dialect.erase(ctx, c)
	})
	return done, err
}

func (t *tx) noteForgotten(kind string, ids []int64) {
	t.exec("INSERT INTO forgotten (organization, kind, id, forgotten_at) SELECT ?, ?, value, ? FROM UNNEST(?::bigint[]) AS listed (value)"+
		" WHERE TRUE ON CONFLICT (organization, kind, id) DO NOTHING", kind, time.Now().UTC(), ids)
}

func (t *tx) eraseReservations(ids []int64) (erased int) {
	for _, table := range lineNames {
		set, isOther := shapes[table].withoutPersonal()
		t.exec("UPDATE "+table+" SET "+set+" WHERE organization = ? AND reservation_id = ANY (?) AND "+isOther, ids)
	}
	set, _ := reservationShape.withoutPersonal()
	return int(t.exec("UPDATE reservations SET forgotten = TRUE, "+set+" WHERE organization = ? AND NOT forgotten AND id = ANY (?)", ids))
}

func (t *tx) eraseItems(ids []int64) (erased int) {
	set, _ := itemShape.withoutPersonal()
	nights := map[string][]int64{} // their reservations
	query(t, func(night string, id int64) { nights[night] = append(nights[night], id) },
		"SELECT DISTINCT CAST(day AS TEXT), reservation_id FROM register_items WHERE organization = ? AND reservation_id = ANY (?)", t.conn.organization, ids)
	for _, text := range slices.Sorted(maps.Keys(nights)) {
		night, _ := types.ParseDate(text) // as this package has stored it
		t.watchNight(night, func() {
			erased += int(t.exec("UPDATE register_items SET "+set+" WHERE organization = ? AND day = ? AND reservation_id = ANY (?)", text, nights[text]))
		})
	}
	return erased
}

// loadForgotten reads the ids of the guests and reservations to forget.
func (s *syncer) loadForgotten(t *tx) {
	s.forgotten = map[string]map[int64]bool{"guest": {}, "reservation": {}}
	query(t, func(kind string, id int64) { s.forgotten[kind][id] = true },
		"SELECT kind, id FROM forgotten WHERE organization = ?", t.conn.organization)
}

// isForgotten reports whether a reservation must be forgotten because of its own id or the id of one of its guests.
func (s *syncer) isForgotten(r record) bool {
	return s.forgotten["reservation"][r.ID] || slices.ContainsFunc(r.guestIDs(), func(id int64) bool { return s.forgotten["guest"][id] })
}
