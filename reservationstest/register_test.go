package reservationstest_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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

// TestRules has what each rule says of the register of 2 to 8 November, worked out by
// hand; days that are not listed have nobody.
func TestRules(t *testing.T) {
	t.Parallel()
	in, out := november("03 14:00"), november("06 10:00")
	tests := []struct {
		name         string
		query        rt.PresenceQuery
		reservations []rt.Booking
		want         []string
	}{
		{
			name: "rule 1: only who is checked in",
			reservations: []rt.Booking{
				booked("R1", adults(2, never, never), children(1, in, out)),
				booked("R2", adults(2, never, never)),
				booked("R3", adults(2, never, out)),
				booked("R4"),
			},
			want: []string{"03: R1 Children 1", "04: R1 Children 1", "05: R1 Children 1"},
		},
		{
			name: "rule 1: split per age group, in the order of the stays",
			reservations: []rt.Booking{
				booked("R1", adults(2, in, out), children(3, in, out)),
				booked("R2", children(1, in, out), adults(1, in, out)),
			},
			want: []string{
				"03: R1 Adults 2, R1 Children 3, R2 Children 1, R2 Adults 1",
				"04: R1 Adults 2, R1 Children 3, R2 Children 1, R2 Adults 1",
				"05: R1 Adults 2, R1 Children 3, R2 Children 1, R2 Adults 1",
			},
		},
		{
			name: "rule 1: groups of one age group are one item",
			reservations: []rt.Booking{
				booked("R1", adults(2, in, out), children(1, in, out), adults(3, november("04 20:00"), november("05 09:00"))),
			},
			want: []string{"03: R1 Adults 2, R1 Children 1", "04: R1 Adults 5, R1 Children 1", "05: R1 Adults 2, R1 Children 1"},
		},
		{
			name:  "rule 1: grouped ignores the age groups",
			query: rt.PresenceQuery{Grouped: true},
			reservations: []rt.Booking{
				booked("R1", adults(2, in, out), children(3, november("04 14:00"), out), adults(9, never, never)),
				booked("R2", adults(1, in, november("05 10:00"))),
			},
			want: []string{"03: R1 2, R2 1", "04: R1 5, R2 1", "05: R1 5"},
		},
		{
			name: "rule 1: one reservation is never joined with another of the same number",
			reservations: []rt.Booking{
				booked("R1", adults(2, in, november("04 10:00"))), booked("R1", adults(2, in, november("04 10:00"))),
			},
			want: []string{"03: R1 Adults 2, R1 Adults 2"},
		},
		{
			name: "rule 2: the night of the check-out day does not count",
			reservations: []rt.Booking{
				booked("R1", adults(1, november("03 00:00"), november("04 00:00"))),
				booked("R2", adults(1, november("03 23:59"), november("04 23:59"))),
				booked("R3", adults(1, november("05 08:00"), november("05 18:00"))),
				booked("R4", adults(1, november("05 08:00"), november("04 18:00"))),
			},
			want: []string{"03: R1 Adults 1, R2 Adults 1"},
		},
		{
			name: "rule 2: the registered days count, not the booked ones",
			reservations: []rt.Booking{
				booked("R1", adults(1, november("04 14:00"), november("08 10:00"))),
				booked("R2", adults(1, november("02 14:00"), november("03 10:00"))),
			},
			want: []string{"02: R2 Adults 1", "04: R1 Adults 1", "05: R1 Adults 1", "06: R1 Adults 1", "07: R1 Adults 1"},
		},
		{
			name: "rule 3: without a check-out on every later night",
			reservations: []rt.Booking{
				booked("R1", adults(1, november("06 22:00"), never), children(1, november("06 22:00"), november("07 09:00"))),
			},
			want: []string{"06: R1 Adults 1, R1 Children 1", "07: R1 Adults 1", "08: R1 Adults 1"},
		},
		{
			name: "rule 3: also from a check-in long before the range",
			reservations: []rt.Booking{
				{Number: "R1", Stays: []rt.Stay{adults(1, time.Date(2025, 2, 1, 12, 0, 0, 0, time.UTC), never)}},
			},
			want: []string{
				"02: R1 Adults 1", "03: R1 Adults 1", "04: R1 Adults 1", "05: R1 Adults 1",
				"06: R1 Adults 1", "07: R1 Adults 1", "08: R1 Adults 1",
			},
		},
		{
			name: "rule 4: days run from midnight UTC, whatever the zone of a registration",
			reservations: []rt.Booking{
				booked("R1", adults(1, at("2026-11-04T00:30:00+01:00"), at("2026-11-05T00:59:59+01:00"))), // 3rd 23:30 to 4th 23:59
				booked("R2", adults(1, at("2026-11-04T01:00:00+01:00"), at("2026-11-05T01:00:00+01:00"))), // 4th 00:00 to 5th 00:00
				booked("R3", adults(1, at("2026-11-04T20:00:00-05:00"), at("2026-11-05T20:00:00-05:00"))), // 5th 01:00 to 6th 01:00
			},
			want: []string{"03: R1 Adults 1", "04: R2 Adults 1", "05: R3 Adults 1"},
		},
		{
			name: "cancelled ones are left out",
			reservations: []rt.Booking{
				{Number: "R1", Cancelled: true, Stays: []rt.Stay{adults(1, in, out)}},
				booked("R2", adults(1, november("05 14:00"), out)),
			},
			want: []string{"05: R2 Adults 1"},
		},
		{
			name:  "cancelled ones are included when asked for, if they checked in",
			query: rt.PresenceQuery{IncludeCancelled: true},
			reservations: []rt.Booking{
				{Number: "R1", Cancelled: true, Stays: []rt.Stay{adults(1, november("05 14:00"), out)}},
				{Number: "R2", Cancelled: true, Stays: []rt.Stay{adults(1, never, never)}},
			},
			want: []string{"05: R1 Adults 1"},
		},
		{
			name:  "one category",
			query: rt.PresenceQuery{AccommodationCategory: 2},
			reservations: []rt.Booking{
				{Number: "R1", AccommodationCategory: 1, Stays: []rt.Stay{adults(1, in, out)}},
				{Number: "R2", AccommodationCategory: 2, Stays: []rt.Stay{adults(1, november("05 14:00"), out)}},
				{Number: "R3", Stays: []rt.Stay{adults(1, in, out)}},
			},
			want: []string{"05: R2 Adults 1"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.query.DateFrom, test.query.DateTo = day(2), day(8)
			want := []string{"02:", "03:", "04:", "05:", "06:", "07:", "08:"}
			for _, line := range test.want {
				want[line[1]-'2'] = line
			}
			srv := rt.NewServer(rt.WithBookings(test.reservations...))
			if diff := cmp.Diff(want, lines(srv.Register(test.query))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

// TestRule5 tells which reservations are paged and counted for 4 and 5 November.
func TestRule5(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		reservation rt.Booking
		params      string
		want        string
	}{
		{"booked and nobody checked in", booked("R1", adults(1, never, never)), "", "1"},
		{"booked without stays", booked("R1"), "", "1"},
		{"booked departure on the first day", rt.Booking{DateFrom: day(1), DateTo: day(4)}, "", "1"},
		{"booked departure the day before", rt.Booking{DateFrom: day(1), DateTo: day(3)}, "", "0"},
		{"booked arrival on the last day", rt.Booking{DateFrom: day(5), DateTo: day(9)}, "", "1"},
		{"booked arrival the day after", rt.Booking{DateFrom: day(6), DateTo: day(9)}, "", "0"},
		{"booked around", rt.Booking{DateFrom: day(1), DateTo: day(30)}, "", "1"},
		{"not booked and not present", rt.Booking{}, "", "0"},
		{"present beyond the booked days", rt.Booking{DateFrom: day(1), DateTo: day(2), Stays: []rt.Stay{adults(1, november("01 14:00"), november("05 10:00"))}}, "", "1"},
		{"checked out on the first day", rt.Booking{DateFrom: day(1), DateTo: day(2), Stays: []rt.Stay{adults(1, november("01 14:00"), november("04 10:00"))}}, "", "0"},
		{"never checked out", rt.Booking{DateFrom: day(1), DateTo: day(2), Stays: []rt.Stay{adults(1, november("01 14:00"), never)}}, "", "1"},
		{"checked in after the range", rt.Booking{DateFrom: day(8), DateTo: day(9), Stays: []rt.Stay{adults(1, november("06 00:00"), never)}}, "", "0"},
		{"checked in early on the last day", rt.Booking{DateFrom: day(8), DateTo: day(9), Stays: []rt.Stay{adults(1, november("05 23:59"), never)}}, "", "1"},
		{"cancelled", rt.Booking{Cancelled: true, DateFrom: day(3), DateTo: day(6)}, "", "0"},
		{"cancelled and asked for", rt.Booking{Cancelled: true, DateFrom: day(3), DateTo: day(6)}, "&includeCancelled=true", "1"},
		{"of the category", rt.Booking{AccommodationCategory: 7, DateFrom: day(3), DateTo: day(6)}, "&accommodationCategory=7", "1"},
		{"of another category", rt.Booking{AccommodationCategory: 8, DateFrom: day(3), DateTo: day(6)}, "&accommodationCategory=7", "0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := inMemory(t, rt.NewServer(rt.WithBookings(test.reservation)))
			resp := c.do(c.request("GET", presencePath+"?dateFrom=2026-11-04T00:00:00Z&dateTo=2026-11-05T00:00:00Z"+test.params))
			if got := resp.Header.Get("X-Total-Count"); got != test.want {
				t.Errorf("X-Total-Count %s, want %s", got, test.want)
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
		booked("R4", adults(4, november("06 14:00"), november("07 10:00")), children(1, november("06 14:00"), november("07 10:00"))),
		booked("R5", adults(5, never, never)),
	)))
	pages := map[string][]string{
		"0": {"03: R1 Adults 1", "04:", "05:", "06:"},
		"1": {"03: R3 Adults 3", "04: R3 Adults 3", "05:", "06:"},
		"2": {"03: R3 Adults 3", "04: R3 Adults 3", "05:", "06: R4 Adults 4, R4 Children 1"},
		"4": {"03:", "04:", "05:", "06:"},
		"5": {"03:", "04:", "05:", "06:"},
		"9": {"03:", "04:", "05:", "06:"},
	}
	for offset, want := range pages {
		resp := c.presence("dateFrom=2026-11-03T00:00:00Z", "dateTo=2026-11-06T00:00:00Z", "limit=2", "offset="+offset)
		days := readDays(t, resp)
		if diff := cmp.Diff(want, lines(days)); diff != "" {
			t.Errorf("offset %s (-want +got):\n%s", offset, diff)
		}
		for _, d := range days {
			if d.Items == nil {
				t.Errorf("offset %s: the items of %v are null", offset, d.Date)
			}
		}
		if got := resp.Header.Get("X-Total-Count"); got != "5" {
			t.Errorf("offset %s: X-Total-Count %s", offset, got)
		}
	}
}

func TestRegisterDays(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		query rt.PresenceQuery
		want  []string
	}{
		{"both days included", rt.PresenceQuery{DateFrom: day(3), DateTo: day(5)}, []string{"03:", "04:", "05:"}},
		{"one day", rt.PresenceQuery{DateFrom: day(3), DateTo: day(3)}, []string{"03:"}},
		{"no dateTo is one day", rt.PresenceQuery{DateFrom: day(3)}, []string{"03:"}},
		{"dateTo on an earlier day", rt.PresenceQuery{DateFrom: day(3), DateTo: day(2)}, []string{}},
		{"before 1970", rt.PresenceQuery{DateFrom: types.NewDate(1969, 12, 31), DateTo: types.NewDate(1970, 1, 1)}, []string{"31:", "01:"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			days := rt.NewServer().Register(test.query)
			if diff := cmp.Diff(test.want, lines(days)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, d := range days {
				if d.Items == nil {
					t.Errorf("the items of %v are nil", d.Date)
				}
			}
		})
	}
}

func TestItemFields(t *testing.T) {
	t.Parallel()
	modified := time.Date(2026, 10, 1, 8, 30, 0, 0, time.UTC)
	srv := rt.NewServer(rt.WithBookings(rt.Booking{
		ID: 1<<53 + 1, Number: "R1", Name: "Núñez", AccommodationTitle: "Chalet", UnitNumber: "C4", AccommodationCategory: 101,
		DateFrom: day(3), DateTo: day(6), Locality: "A Coruña", Country: "ES", DocumentType: "passport", Modified: modified,
		Stays: []rt.Stay{adults(2, november("03 14:00"), november("04 10:00"))},
	}))
	want := []types.PresenceDay{{Date: day(3), Items: []types.PresenceItem{{
		ReservationID: 9007199254740993, ReservationNumber: "R1", ReservationName: "Núñez",
		ReservationAccommodationTitle: "Chalet", ReservationAccommodationUnitNumber: "C4",
		ReservationDateFrom: day(3), ReservationDateTo: day(6),
		AgeGroupSpecificationDescription: "Adults", NumOfPersons: types.Ptr(2),
		GuestLocality: "A Coruña", GuestCountry: "ES", GuestDocumentType: "passport", Modified: types.NewDateTime(modified),
	}}}}
	c := inMemory(t, srv)
	got := readDays(t, c.presence("dateFrom=2026-11-03T00:00:00Z", "dateTo=2026-11-03T00:00:00Z"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("over HTTP (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, srv.Register(rt.PresenceQuery{DateFrom: day(3)})); diff != "" {
		t.Errorf("Register (-want +got):\n%s", diff)
	}
}
