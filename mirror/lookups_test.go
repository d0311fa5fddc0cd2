// SPDX-License-Identifier: MIT

package mirror_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestLookUpsUseAnIndex asks both databases how they find what people look up.
func TestLookUpsUseAnIndex(t *testing.T) {
	t.Parallel()
	const of1, july = "organization = 1 AND ", " BETWEEN '2026-07-01' AND '2026-07-03'"
	tests := []struct{ name, from, index string }{
		{"a reservation by its id", "reservations WHERE organization = 1 AND id = 7", "reservations_pkey"},
		{"a reservation by its number", "reservations WHERE number = 'R7'", "reservations_number"},
		{"its number within an organization", "reservations WHERE organization = 1 AND number = 'R7'", "reservations_number"},
		{"a guest by e-mail", "reservation_guests WHERE email = 'guest7@example.com'", "reservation_guests_email"},
		{"a guest by id", "reservation_guests WHERE organization = 1 AND id = 7", "reservation_guests_id"},
		{"the reservations of a unit", "reservations WHERE accommodation_unit_id = 7", "reservations_accommodation_unit_id"},
		{"arrivals", "reservations WHERE " + of1 + "date_from" + july, "reservations_date_from"},
		{"what was modified", "reservations WHERE " + of1 + "modified_at >= '2099-07-09'", "reservations_modified_at"},
		{"what was stored", "reservations WHERE " + of1 + "stored_at >= '2099-07-09'", "reservations_stored_at"},
		{"who has not paid", "reservations WHERE " + of1 + "BALANCE > 1000000", "reservations_balance"},
		{"the nights of a reservation", "register_items WHERE reservation_id = 7", "register_items_reservation_id"},
		{"the lines of a reservation", "order_lines WHERE organization = 1 AND reservation_id = 7", "order_lines_pkey"},
		{"a night", "register_items WHERE organization = 1 AND day = '2026-07-01'", "register_items_pkey"},
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		isPostgres := strings.HasPrefix(dsn, "postgres")
		night := types.DateOf(time.Now().UTC()).AddDays(-3)
		records, bookings := int64(5), 5
		if isPostgres {
			records, bookings = 500, 200 // for fewer rows it uses no index
		}
		srv := source(t, 0)
		for id := range records {
			srv.Put(withLines(id+1, 1, longAgo))
		}
		srv.SetBookings(reservationstest.Park(1, bookings, night, 3)...)
		m := openMirror(t, dsn, mirror.Config{Organization: 1, RegisterFrom: night})
		sync(t, m, clientOf(t, srv))
		if isPostgres {
			query(t, m.DB(), "ANALYZE") // which the server does by itself after some time
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				from, index := strings.Replace(test.from, "BALANCE", "balance_micros", 1), test.index
				explain, plan := "EXPLAIN QUERY PLAN ", ""
				if table, isKey := strings.CutSuffix(index, "_pkey"); isKey {
					index = "sqlite_autoindex_" + table + "_1"
				}
				if isPostgres {
					from, index = strings.Replace(test.from, "BALANCE", "balance", 1), test.index
					explain = "EXPLAIN "
				}
				for _, row := range query(t, m.DB(), explain+"SELECT * FROM "+from) {
					plan += fmt.Sprintln(row)
				}
				if !strings.Contains(plan, " "+index+" ") {
					t.Errorf("the plan is not to use %s:\n%s", index, plan)
				}
			})
		}
	})
}
