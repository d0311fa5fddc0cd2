// SPDX-License-Identifier: MIT

package reservationstest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	rt "github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// parkFrom and parkDays are the range of the parks below: 1 November to 5 December.
var parkFrom = types.NewDate(2026, 11, 1)

const parkDays = 35

// TestParkIsDeterministic: the file has every case that the comment of Park names.
func TestParkIsDeterministic(t *testing.T) {
	t.Parallel()
	park := rt.Park(1, 60, parkFrom, parkDays)
	wantGolden(t, "park.json", park)
	if cmp.Equal(park, rt.Park(2, 60, parkFrom, parkDays)) {
		t.Error("another seed gives the same park")
	}
}

// TestParkIsClosed for a tenth of its days, in the middle: nobody is present, not even of the cancelled.
func TestParkIsClosed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		srv := rt.NewServer(rt.WithBookings(rt.Park(seed, 400, parkFrom, parkDays)...))
		all := reservations.PresenceParams{DateFrom: parkFrom, DateTo: parkFrom.AddDays(parkDays - 1), IncludeCancelled: new(true)}
		var empty []int
		for i, d := range srv.Register(all) {
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
// is given twice.
func TestParkOfAnySize(t *testing.T) {
	t.Parallel()
	for _, size := range []struct{ bookings, days int }{{0, 1}, {1, 1}, {30, 1}, {50, 9}, {400, 35}} {
		park := rt.Park(1, size.bookings, parkFrom, size.days)
		given := map[any]bool{}
		nights := 0
		for _, b := range park {
			given[b.ID], given[b.Number] = true, true
			for d := b.DateFrom; d != b.DateTo; d = d.AddDays(1) {
				given[fmt.Sprintf("%s on %s", b.UnitNumber, d)] = true
				nights++
			}
		}
		if len(park) != size.bookings || len(given) != 2*len(park)+nights {
			t.Errorf("%v: there are %d bookings and %d ids, numbers and nights, want %d", size, len(park), len(given), 2*len(park)+nights)
		}
	}
}
