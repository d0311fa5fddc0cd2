// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// parkFrom and parkDays are the range of the parks below: 1 November to 5 December.
var parkFrom = types.NewDate(2026, 11, 1)

const parkDays = 35

func TestParkIsDeterministic(t *testing.T) {
	t.Parallel()
	park := rt.Park(7, 100, parkFrom, parkDays)
	if diff := cmp.Diff(park, rt.Park(7, 100, parkFrom, parkDays)); diff != "" {
		t.Errorf("the same seed (-first +second):\n%s", diff)
	}
	if cmp.Equal(park, rt.Park(8, 100, parkFrom, parkDays)) {
		t.Error("another seed gives the same park")
	}
	wantGolden(t, "park.json", rt.Park(1, 60, parkFrom, parkDays))
}

func present(s rt.Stay) bool { return !s.CheckIn.IsZero() }
func open(s rt.Stay) bool    { return present(s) && s.CheckOut.IsZero() }
func closed(s rt.Stay) bool  { return present(s) && !s.CheckOut.IsZero() }

func anyStay(is func(rt.Stay) bool) func(rt.Booking) bool {
	return func(b rt.Booking) bool { return slices.ContainsFunc(b.Stays, is) }
}

func allStays(is func(rt.Stay) bool) func(rt.Booking) bool {
	return func(b rt.Booking) bool { return !slices.ContainsFunc(b.Stays, func(s rt.Stay) bool { return !is(s) }) }
}

// stayBetween asks about the instants of a stay that ended.
func stayBetween(is func(in, out time.Time) bool) func(rt.Stay) bool {
	return func(s rt.Stay) bool { return closed(s) && is(s.CheckIn.UTC(), s.CheckOut.UTC()) }
}

// specialCases are what a park of some hundred bookings has, each as a question about one.
func specialCases() map[string]func(rt.Booking) bool {
	from, to := parkFrom.Midnight(), parkFrom.AddDays(parkDays-1).Midnight()
	group := func(name string) func(rt.Stay) bool { return func(s rt.Stay) bool { return s.AgeGroup == name } }
	sameDay := func(in, out time.Time) bool { return types.DateOf(in) == types.DateOf(out) }
	minuteOfDay := func(from, to int) func(rt.Stay) bool {
		return func(s rt.Stay) bool {
			in := s.CheckIn.UTC()
			minute := in.Hour()*60 + in.Minute()
			return present(s) && minute >= from && minute < to
		}
	}
	return map[string]func(rt.Booking) bool{
		"nobody checked in": func(b rt.Booking) bool {
			return !b.Cancelled && len(b.Stays) > 1 && !anyStay(present)(b)
		},
		"cancelled":                        func(b rt.Booking) bool { return b.Cancelled && !anyStay(present)(b) },
		"cancelled, but checked in":        func(b rt.Booking) bool { return b.Cancelled && anyStay(present)(b) },
		"one group is absent":              func(b rt.Booking) bool { return anyStay(present)(b) && !allStays(present)(b) },
		"no check-out at all":              allStays(open),
		"one group's check-out is missing": func(b rt.Booking) bool { return anyStay(open)(b) && anyStay(closed)(b) },
		"children":                         anyStay(group("Children")),
		"infants":                          anyStay(group("Infants")),
		"two groups of adults": func(b rt.Booking) bool {
			return len(b.Stays) > 1 && group("Adults")(b.Stays[len(b.Stays)-1])
		},
		"check-in at different times": func(b rt.Booking) bool {
			later := func(s rt.Stay) bool { return s.AgeGroup != "Adults" && !s.CheckIn.Equal(b.Stays[0].CheckIn) }
			return allStays(present)(b) && anyStay(later)(b)
		},
		"check-out at different times": func(b rt.Booking) bool {
			later := func(s rt.Stay) bool { return !s.CheckOut.Equal(b.Stays[0].CheckOut) }
			return allStays(closed)(b) && anyStay(later)(b)
		},
		"check-in just before midnight UTC": anyStay(minuteOfDay(23*60+30, 24*60)),
		"check-in just after midnight UTC":  anyStay(minuteOfDay(0, 30)),
		"no night":                          allStays(stayBetween(sameDay)),
		"later than booked": func(b rt.Booking) bool {
			return anyStay(stayBetween(func(_, out time.Time) bool { return types.DateOf(out).Compare(b.DateTo) > 0 }))(b)
		},
		"present before the range": anyStay(stayBetween(func(in, out time.Time) bool {
			return in.Before(from) && out.After(from.AddDate(0, 0, 1))
		})),
		"present after the range": anyStay(stayBetween(func(in, out time.Time) bool {
			return in.Before(to) && out.After(to.AddDate(0, 0, 2))
		})),
		"booked outside the range": func(b rt.Booking) bool { return b.DateTo.Compare(parkFrom) < 0 },
		"an id beyond 2^53":        func(b rt.Booking) bool { return b.ID > 1<<53 },
		"no document":              func(b rt.Booking) bool { return b.DocumentType == "" },
	}
}

// TestParkHasEverySpecialCase, and nobody present on some days in the middle.
func TestParkHasEverySpecialCase(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		park := rt.Park(seed, 400, parkFrom, parkDays)
		for name, is := range specialCases() {
			if !slices.ContainsFunc(park, is) {
				t.Errorf("seed %d: no booking has %q", seed, name)
			}
		}
		srv := rt.NewServer(rt.WithBookings(park...))
		var empty []int
		for i, d := range srv.Register(rt.PresenceQuery{
			DateFrom: parkFrom, DateTo: parkFrom.AddDays(parkDays - 1), IncludeCancelled: true,
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
