// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestReadBookings finds the category of each stay, also of one that was booked for other days.
func TestReadBookings(t *testing.T) {
	t.Parallel()
	p := periodOf(t, "2026-08-01", 31)
	stays := []*stay{
		{id: 1, number: "R1", bookedFrom: day(t, "2026-08-03"), bookedTo: day(t, "2026-08-05")},
		{id: 2, number: "R2", bookedFrom: day(t, "2026-05-03"), bookedTo: day(t, "2026-08-05")},
		{id: 3, number: "R3", bookedFrom: day(t, "2026-05-03"), bookedTo: day(t, "2026-05-05")}, // its check-out was forgotten
		{number: "R000004", bookedFrom: day(t, "2026-08-03"), bookedTo: day(t, "2026-08-05")},
		{id: 5, number: "R5", bookedFrom: day(t, "2026-08-03"), bookedTo: day(t, "2026-08-05")}, // it is not in the list
		{id: 6, number: "R6"}, // it is closed, and its category has no name
		{id: 7, number: "R7"}, // it has no category
		{id: 8, number: "R8"}, // its category has a name in another language
	}
	records := []any{}
	for _, id := range []int64{1, 2, 3, 4, 6, 7, 8} {
		records = append(records, reservationstest.NewSummary(id, func(r *types.ReservationSummary) {
			r.Accommodation.Category = &types.SummaryAccommodationCategory{ID: 10 + id%2, Title: []string{"Tents", "Chalets"}[id%2]}
			r.DateFrom, r.DateTo = p.From.AddDays(2).DateTime(), p.From.AddDays(4).DateTime()
			switch id {
			case 2, 3:
				r.DateFrom, r.DateTo = stays[id-1].bookedFrom.DateTime(), stays[id-1].bookedTo.DateTime()
			case 6:
				r.Closed, r.Accommodation.Category = new(true), &types.SummaryAccommodationCategory{ID: 20}
			case 7:
				r.Accommodation.Category = nil
			case 8:
				r.Accommodation.Category.Title = "Zelte"
			}
		}))
	}
	want := "[{11 Chalets} {10 Tents} {11 Chalets} {10 Tents} {0 unknown} {20 20} {0 unknown} {10 Tents}]"
	server, client := reservationstest.New(t)
	server.Put(records...)
	b, err := readBookings(t.Context(), client, &register{period: p, stays: stays})
	if err != nil {
		t.Fatal(err)
	}
	var got []category
	for _, s := range stays {
		got = append(got, b.categoryOf(s))
	}
	if fmt.Sprint(got) != want {
		t.Errorf("got  %v,\nwant %s", got, want)
	}
}
