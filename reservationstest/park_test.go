// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// parkFrom and parkDays are the range of the parks below: 1 November to 5 December.
var parkFrom = types.NewDate(2026, 11, 1)

const parkDays = 35

func TestParkIsDeterministic(t *testing.T) {
	t.Parallel()
	park := rt.Park(1, 60, parkFrom, parkDays)
	wantGolden(t, "park.json", park)
	if cmp.Equal(park, rt.Park(2, 60, parkFrom, parkDays)) {
		t.Error("another seed gives the same park")
	}
}

// specialCases are what a park of some hundred bookings has, and which of them a booking is.
func specialCases(b rt.Booking) map[string]bool {
	all, present, open := len(b.Stays), 0, 0
	for _, s := range b.Stays {
		if !s.CheckIn.IsZero() {
			present++
			if s.CheckOut.IsZero() {
				open++
			}
		}
	}
	from, to := parkFrom.Midnight(), parkFrom.AddDays(parkDays-1).Midnight()
	first, last := b.Stays[0], b.Stays[all-1]
	in, out := last.CheckIn.UTC(), last.CheckOut.UTC()
	checkedIn, ended := !last.CheckIn.IsZero(), !last.CheckIn.IsZero() && !last.CheckOut.IsZero()
	minute := in.Hour()*60 + in.Minute()
	return map[string]bool{
		"nobody checked in":                 !b.Cancelled && all > 1 && present == 0,
		"cancelled":                         b.Cancelled && present == 0,
		"cancelled, but checked in":         b.Cancelled && present > 0,
		"one group is absent":               present > 0 && present < all,
		"no check-out at all":               open == all,
		"one group's check-out is missing":  open > 0 && open < present,
		"children":                          last.AgeGroup == "Children",
		"infants":                           last.AgeGroup == "Infants",
		"two groups of adults":              all > 1 && last.AgeGroup == "Adults",
		"check-in at different times":       present == all && last.AgeGroup != "Adults" && !in.Equal(first.CheckIn),
		"check-out at different times":      present == all && open == 0 && !out.Equal(first.CheckOut),
		"check-in just before midnight UTC": checkedIn && minute >= 23*60+30,
		"check-in just after midnight UTC":  checkedIn && minute < 30,
		"no night":                          ended && types.DateOf(in) == types.DateOf(out),
		"later than booked":                 ended && types.DateOf(out).Compare(b.DateTo) > 0,
		"present before the range":          ended && in.Before(from) && out.After(from.AddDate(0, 0, 1)),
		"present after the range":           ended && in.Before(to) && out.After(to.AddDate(0, 0, 2)),
		"booked outside the range":          b.DateTo.Compare(parkFrom) < 0,
		"an id beyond 2^53":                 b.ID > 1<<53,
		"no document":                       b.DocumentType == "",
	}
}

// TestParkHasEverySpecialCase, and nobody present on some days in the middle.
func TestParkHasEverySpecialCase(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		park := rt.Park(seed, 400, parkFrom, parkDays)
		for name := range specialCases(park[0]) {
			if !slices.ContainsFunc(park, func(b rt.Booking) bool { return specialCases(b)[name] }) {
				t.Errorf("seed %d: no booking has %q", seed, name)
			}
		}
		srv := rt.NewServer(rt.WithBookings(park...))
		var empty []int
		for i, d := range srv.Register(reservations.PresenceParams{
			DateFrom: parkFrom, DateTo: parkFrom.AddDays(parkDays - 1), IncludeCancelled: new(true),
		}) {
			if len(d.Items) == 0 {
				empty = append(empty, i)
			}
		}
		if len(empty) != 3 || empty[0] < 10 || empty[0] > 25 {
			t.Errorf("seed %d: the days %v are empty, want 3 in the middle", seed, empty)
		}
	}
}

// TestParkOfAnySize has parks that leave a generator little room. No id, number or night of a unit
// is given twice, and every booking lies about the range and was modified before its arrival.
func TestParkOfAnySize(t *testing.T) {
	t.Parallel()
	tests := []struct{ bookings, days int }{{0, 1}, {1, 1}, {30, 1}, {50, 2}, {50, 9}, {50, 10}, {400, 35}, {50, 366}}
	for _, test := range tests {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			t.Parallel()
			park := rt.Park(1, test.bookings, parkFrom, test.days)
			if len(park) != test.bookings {
				t.Errorf("there are %d bookings, want %d", len(park), test.bookings)
			}
			given := map[any]bool{}
			once := func(what any) {
				if given[what] {
					t.Errorf("%v is there twice", what)
				}
				given[what] = true
			}
			last := parkFrom.AddDays(test.days)
			for _, b := range park {
				once(b.ID)
				once(b.Number)
				for d := b.DateFrom; d != b.DateTo; d = d.AddDays(1) {
					once(fmt.Sprintf("%s on %s", b.UnitNumber, d))
				}
				early, late := b.DateFrom.Compare(parkFrom.AddDays(-14)) < 0, b.DateFrom.Compare(last.AddDays(14)) > 0
				if early || late || b.DateTo.Compare(b.DateFrom) <= 0 {
					t.Errorf("%s is booked from %s to %s", b.Number, b.DateFrom, b.DateTo)
				}
				if age := b.DateFrom.Midnight().Sub(b.Modified); age < 0 || age > 60*24*time.Hour {
					t.Errorf("%s was modified %v before arrival", b.Number, age)
				}
			}
		})
	}
}
