// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
)

// booked returns a reservation booked from 3 to 6 November.
func booked(number string, stays ...rt.Stay) rt.Booking {
	return rt.Booking{Number: number, DateFrom: day(3), DateTo: day(6), Stays: stays}
}

func adults(n int, in, out time.Time) rt.Stay {
	return rt.Stay{AgeGroup: "Adults", Persons: n, CheckIn: in, CheckOut: out}
}

func children(n int, in, out time.Time) rt.Stay {
	return rt.Stay{AgeGroup: "Children", Persons: n, CheckIn: in, CheckOut: out}
}

// never is a check-in or a check-out that did not happen.
var never time.Time

// TestRules has what each rule says of the register of 2 to 8 November, worked out by hand, and before it
// how many reservations are divided into pages. How they are, in rules 6 to 8, is proved by the walks of
// internal/proof, which have to find the whole register.
func TestRules(t *testing.T) {
	t.Parallel()
	in, out, plain := november("03 14:00"), november("06 10:00"), reservations.PresenceParams{}
	east, west := time.FixedZone("", 60*60), time.FixedZone("", -5*60*60)
	cancelled := func(number string, stays ...rt.Stay) rt.Booking {
		return rt.Booking{Number: number, Cancelled: true, Stays: stays}
	}
	category := func(number string, id int64) rt.Booking {
		return rt.Booking{Number: number, AccommodationCategory: id, Stays: []rt.Stay{adults(1, in, out)}}
	}
	dated := func(from, to int, stays ...rt.Stay) rt.Booking {
		return rt.Booking{DateFrom: day(from), DateTo: day(to), Stays: stays}
	}
	tests := []struct {
		name     string
		query    reservations.PresenceParams
		bookings []rt.Booking
		want     string
	}{
		{"rule 1: only who is checked in", plain, []rt.Booking{
			booked("R1", adults(2, never, never), children(1, in, out)),
			booked("R2", adults(2, never, never)), booked("R3", adults(2, never, out)), booked("R4"),
		}, "4: 03-05: R1 Children 1"},
		{"rule 1: split per age group, in the order of the stays", plain, []rt.Booking{
			booked("R1", adults(2, in, out), children(3, in, out)),
			booked("R2", children(1, in, out), adults(1, in, out)),
		}, "2: 03-05: R1 Adults 2, R1 Children 3, R2 Children 1, R2 Adults 1"},
		{"rule 1: groups of one age group are one item", plain, []rt.Booking{
			booked("R1", adults(2, in, out), children(1, in, out), adults(3, november("04 20:00"), november("05 09:00"))),
		}, "1: 03: R1 Adults 2, R1 Children 1; 04: R1 Adults 5, R1 Children 1; 05: R1 Adults 2, R1 Children 1"},
		{"rule 1: grouped ignores the age groups", reservations.PresenceParams{Grouped: new(true)}, []rt.Booking{
			booked("R1", adults(2, in, out), children(3, november("04 14:00"), out), adults(9, never, never)),
			booked("R2", adults(1, in, november("05 10:00"))),
		}, "2: 03: R1 2, R2 1; 04: R1 5, R2 1; 05: R1 5"},
		{"rule 2: the night of the check-out day does not count", plain, []rt.Booking{
			booked("R1", adults(1, november("03 00:00"), november("04 00:00"))),
			booked("R2", adults(1, november("03 23:59"), november("04 23:59"))),
			booked("R3", adults(1, november("05 08:00"), november("05 18:00"))),
			booked("R4", adults(1, november("05 08:00"), november("04 18:00"))),
		}, "4: 03: R1 Adults 1, R2 Adults 1"},
		{"rule 3: without a check-out on every later night", plain, []rt.Booking{
			booked("R1", adults(1, november("06 22:00"), never), children(1, november("06 22:00"), november("07 09:00"))),
		}, "1: 06: R1 Adults 1, R1 Children 1; 07-08: R1 Adults 1"},
		{"rule 4: days run from midnight UTC, whatever the zone of a registration", plain, []rt.Booking{
			booked("R1", adults(1, november("03 23:30").In(east), november("04 23:59").In(east))),
			booked("R2", adults(1, november("04 00:00").In(east), november("05 00:00").In(east))),
			booked("R3", adults(1, november("05 01:00").In(west), november("06 01:00").In(west))),
		}, "3: 03: R1 Adults 1; 04: R2 Adults 1; 05: R3 Adults 1"},
		{"rule 5: booked or present on a day of the range", plain, []rt.Booking{
			dated(1, 2), dated(8, 9), dated(20, 21, adults(1, november("01 14:00"), november("03 10:00"))),
			dated(20, 21, adults(2, november("08 23:59"), never)),
		}, "4: 02: Adults 1; 08: Adults 2"},
		{"rule 5: on no day of the range", plain, []rt.Booking{
			dated(0, 1), dated(9, 12), {}, dated(20, 21, adults(1, november("09 00:00"), never)),
		}, "0: "},
		{"cancelled ones are left out", plain, []rt.Booking{
			cancelled("R1", adults(1, in, out)),
			booked("R2", adults(1, november("05 14:00"), out)),
		}, "1: 05: R2 Adults 1"},
		{"cancelled ones that checked in are included when asked for", reservations.PresenceParams{IncludeCancelled: new(true)}, []rt.Booking{
			cancelled("R1", adults(1, november("05 14:00"), out)),
			cancelled("R2", adults(1, never, never)),
		}, "1: 05: R1 Adults 1"},
		{"one category", reservations.PresenceParams{AccommodationCategory: 2}, []rt.Booking{
			category("R1", 1), category("R2", 2), category("R3", 0),
		}, "1: 03-05: R2 Adults 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.query.DateFrom, test.query.DateTo = day(2), day(8)
			_, client := rt.New(t, rt.WithBookings(test.bookings...))
			page, err := client.Reports.PresencePage(t.Context(), test.query)
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, test.want, fmt.Sprint(page.Total, ": ", nights(page.Days)))
		})
	}
}
