// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
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

// TestRules has what each rule says of the register of 2 to 8 November, worked out by hand.
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
	tests := []struct {
		name     string
		query    reservations.PresenceParams
		bookings []rt.Booking
		want     string
	}{
		{"rule 1: only who is checked in", plain, []rt.Booking{
			booked("R1", adults(2, never, never), children(1, in, out)),
			booked("R2", adults(2, never, never)), booked("R3", adults(2, never, out)), booked("R4"),
		}, "03-05: R1 Children 1"},
		{"rule 1: split per age group, in the order of the stays", plain, []rt.Booking{
			booked("R1", adults(2, in, out), children(3, in, out)),
			booked("R2", children(1, in, out), adults(1, in, out)),
		}, "03-05: R1 Adults 2, R1 Children 3, R2 Children 1, R2 Adults 1"},
		{"rule 1: groups of one age group are one item", plain, []rt.Booking{
			booked("R1", adults(2, in, out), children(1, in, out), adults(3, november("04 20:00"), november("05 09:00"))),
		}, "03: R1 Adults 2, R1 Children 1; 04: R1 Adults 5, R1 Children 1; 05: R1 Adults 2, R1 Children 1"},
		{"rule 1: grouped ignores the age groups", reservations.PresenceParams{Grouped: new(true)}, []rt.Booking{
			booked("R1", adults(2, in, out), children(3, november("04 14:00"), out), adults(9, never, never)),
			booked("R2", adults(1, in, november("05 10:00"))),
		}, "03: R1 2, R2 1; 04: R1 5, R2 1; 05: R1 5"},
		{"rule 2: the night of the check-out day does not count", plain, []rt.Booking{
			booked("R1", adults(1, november("03 00:00"), november("04 00:00"))),
			booked("R2", adults(1, november("03 23:59"), november("04 23:59"))),
			booked("R3", adults(1, november("05 08:00"), november("05 18:00"))),
			booked("R4", adults(1, november("05 08:00"), november("04 18:00"))),
		}, "03: R1 Adults 1, R2 Adults 1"},
		{"rule 3: without a check-out on every later night", plain, []rt.Booking{
			booked("R1", adults(1, november("06 22:00"), never), children(1, november("06 22:00"), november("07 09:00"))),
		}, "06: R1 Adults 1, R1 Children 1; 07-08: R1 Adults 1"},
		{"rule 4: days run from midnight UTC, whatever the zone of a registration", plain, []rt.Booking{
			booked("R1", adults(1, november("03 23:30").In(east), november("04 23:59").In(east))),
			booked("R2", adults(1, november("04 00:00").In(east), november("05 00:00").In(east))),
			booked("R3", adults(1, november("05 01:00").In(west), november("06 01:00").In(west))),
		}, "03: R1 Adults 1; 04: R2 Adults 1; 05: R3 Adults 1"},
		{"cancelled ones are left out", plain, []rt.Booking{
			cancelled("R1", adults(1, in, out)),
			booked("R2", adults(1, november("05 14:00"), out)),
		}, "05: R2 Adults 1"},
		{"cancelled ones that checked in are included when asked for", reservations.PresenceParams{IncludeCancelled: new(true)}, []rt.Booking{
			cancelled("R1", adults(1, november("05 14:00"), out)),
			cancelled("R2", adults(1, never, never)),
		}, "05: R1 Adults 1"},
		{"one category", reservations.PresenceParams{AccommodationCategory: 2}, []rt.Booking{
			category("R1", 1), category("R2", 2), category("R3", 0),
		}, "03-05: R2 Adults 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.query.DateFrom, test.query.DateTo = day(2), day(8)
			srv := rt.NewServer(rt.WithBookings(test.bookings...))
			if got := nights(srv.Register(test.query)); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestRule5 has what is paged and counted for 4 and 5 November.
func TestRule5(t *testing.T) {
	t.Parallel()
	booked := func(from, to int, stays ...rt.Stay) rt.Booking {
		return rt.Booking{DateFrom: day(from), DateTo: day(to), Stays: stays}
	}
	tests := []struct {
		name    string
		booking rt.Booking
		want    string
	}{
		{"booked departure on the first day", booked(1, 4), "1"},
		{"booked departure the day before", booked(1, 3), "0"},
		{"booked arrival on the last day", booked(5, 9), "1"},
		{"booked arrival the day after", booked(6, 9), "0"},
		{"not booked and not present", rt.Booking{}, "0"},
		{"present beyond the booked days", booked(1, 2, adults(1, november("01 14:00"), november("05 10:00"))), "1"},
		{"checked in after the range", booked(8, 9, adults(1, november("06 00:00"), never)), "0"},
		{"checked in early on the last day", booked(8, 9, adults(1, november("05 23:59"), never)), "1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			target := presencePath + "?dateFrom=2026-11-04T00:00:00Z&dateTo=2026-11-05T00:00:00Z"
			resp := inMemory(t, rt.NewServer(rt.WithBookings(test.booking))).send("GET", target, "")
			if got := resp.Header.Get("X-Total-Count"); got != test.want {
				t.Errorf("X-Total-Count is %s, want %s", got, test.want)
			}
		})
	}
}

// TestRules6To8 reads five reservations in pages of two: every page has every day, with
// its own reservations only, and what is empty on one page may not be on another.
func TestRules6To8(t *testing.T) {
	t.Parallel()
	c := inMemory(t, rt.NewServer(rt.WithBookings(
		booked("R1", adults(1, november("03 14:00"), november("04 10:00"))),
		booked("R2", adults(2, never, never)),
		booked("R3", adults(3, november("03 14:00"), november("05 10:00"))),
		booked("R4", adults(4, november("06 14:00"), november("07 10:00")), children(1, november("06 14:00"), never)),
		booked("R5", adults(5, never, never)),
	)))
	for offset, want := range map[string]string{
		"0": "03: R1 Adults 1",
		"1": "03-04: R3 Adults 3",
		"2": "03-04: R3 Adults 3; 06: R4 Adults 4, R4 Children 1; 07-10: R4 Children 1",
		"4": "",
		"5": "",
	} {
		resp := c.presence("&limit=2&offset=" + offset)
		days := read[[]types.PresenceDay](t, resp)
		if total := resp.Header.Get("X-Total-Count"); nights(days) != want || len(days) != 10 || total != "5" {
			t.Errorf("offset %s: got %s on %d days and the total %s, want %s", offset, nights(days), len(days), total, want)
		}
	}
}

func TestItemFields(t *testing.T) {
	t.Parallel()
	modified := time.Date(2026, 10, 1, 8, 30, 0, 0, time.UTC)
	srv := rt.NewServer(rt.WithBookings(rt.Booking{
		ID: 1<<53 + 1, Number: "R1", Name: "Núñez", AccommodationTitle: "Chalet", UnitNumber: "C4",
		AccommodationCategory: 101, DateFrom: day(3), DateTo: day(6), Locality: "A Coruña", Country: "ES",
		DocumentType: "passport", Modified: modified,
		Stays: []rt.Stay{adults(2, november("03 14:00"), november("04 10:00"))},
	}))
	want := []types.PresenceDay{{Date: day(3), Items: []types.PresenceItem{{
		ReservationID: 9007199254740993, ReservationNumber: "R1", ReservationName: "Núñez",
		ReservationAccommodationTitle: "Chalet", ReservationAccommodationUnitNumber: "C4",
		ReservationDateFrom: day(3), ReservationDateTo: day(6),
		AgeGroupSpecificationDescription: "Adults", NumOfPersons: new(2),
		GuestLocality: "A Coruña", GuestCountry: "ES", GuestDocumentType: "passport", Modified: types.NewDateTime(modified),
	}}}}
	wantSame(t, want, call[[]types.PresenceDay](t, srv, "GET", presencePath+"?dateFrom=2026-11-03T00:00:00Z", ""))
}
