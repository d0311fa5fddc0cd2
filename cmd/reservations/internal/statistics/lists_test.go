// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestLists: what is left out is in no number, and is listed; and so is what is counted and may be wrong.
func TestLists(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, from, to, out string // booked from and to, and the check-out
		source              string
		maxMonths           int
		exclude             []string
		want                string
	}{
		{"a guest", "2026-08-03", "2026-08-05", "2026-08-05 10:00", "web", 0, nil, "+1 -1 2 [] [] []"},
		{"an owner", "2026-08-03", "2026-08-05", "2026-08-05 10:00", "owner", 0, nil, "+1 -1 2 [{R7 owner 2026-08-03 2026-08-05 2 false}] [] []"},
		{
			"an owner who is left out", "2026-08-03", "2026-08-05", "2026-08-05 10:00", "owner-invite", 0, []string{"owner", "owner-invite"},
			"+0 -0 0 [{R7 owner-invite 2026-08-03 2026-08-05 2 true}] [] []",
		},
		{
			"another source that is left out", "2026-08-03", "2026-08-05", "2026-08-05 10:00", "web", 0, []string{"web"},
			"+0 -0 0 [{R7 web 2026-08-03 2026-08-05 2 true}] [] []",
		},
		{"a year", "2026-08-03", "2027-08-03", "", "web", 0, nil, "+1 -0 29 [] [] []"},
		{"over a year", "2026-08-03", "2027-08-04", "", "web", 0, nil, "+1 -0 29 [] [{R7 web 2026-08-03 2027-08-04 29 false}] []"},
		{"over a year, left out", "2026-08-03", "2027-08-04", "", "web", 12, nil, "+0 -0 0 [] [{R7 web 2026-08-03 2027-08-04 29 true}] []"},
		{"two months", "2026-07-03", "2026-09-03", "", "web", 2, nil, "+0 -0 31 [] [] []"},
		{"over two months", "2026-07-03", "2026-09-04", "", "web", 2, nil, "+0 -0 0 [] [{R7 web 2026-07-03 2026-09-04 31 true}] []"},
		{"longer than booked", "2026-06-03", "2026-06-05", "", "web", 2, nil, "+0 -0 0 [] [{R7 web 2026-06-03 2026-06-05 31 true}] []"},
		{"after the booked departure", "2026-08-03", "2026-08-30", "", "web", 0, nil, "+1 -0 29 [] [] [{R7 2026-08-30 2}]"},
		{"one night after it", "2026-08-03", "2026-08-05", "2026-08-06 10:00", "web", 0, nil, "+1 -1 3 [] [] [{R7 2026-08-05 1}]"},
		{"long after it", "2026-07-03", "2026-07-05", "", "web", 0, nil, "+0 -0 31 [] [] [{R7 2026-07-05 31}]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			park := reservationstest.Booking{
				ID: 7, Number: "R7", DateFrom: day(t, test.from), DateTo: day(t, test.to),
				Stays: []reservationstest.Stay{{Persons: 1, CheckIn: at(t, test.from+" 15:00"), CheckOut: at(t, test.out)}},
			}
			c := &rules{home: "NL", maxMonths: test.maxMonths, excludeSources: test.exclude}
			c.bookings = &bookings{map[any]booking{int64(7): {source: test.source}}, nil}
			r, err := c.count(registerOf(t, periodOf(t, "2026-08"), park))
			if err != nil {
				t.Fatal(err)
			}
			n := r.Months[0].Total
			got := fmt.Sprintf("+%d -%d %d %v %v %v", n.Arrivals, n.Departures, n.Nights, r.Sources, r.LongStays, r.AfterBookedDeparture)
			if got != test.want {
				t.Errorf("got  %s,\nwant %s", got, test.want)
			}
		})
	}
}
