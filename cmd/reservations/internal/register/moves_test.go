// SPDX-License-Identifier: MIT

package register

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/types"
)

// booked is an item of a reservation that is booked for some days of November.
func booked(id int64, from, to int) types.PresenceItem {
	item := line(id, "NL", "Adults", 2)
	item.ReservationDateFrom, item.ReservationDateTo = november(from), november(to)
	return item
}

func TestMoves(t *testing.T) {
	t.Parallel()
	anonymous, other := line(0, "NL", "Adults", 2), line(0, "BE", "Adults", 2)
	moved := booked(8, 18, 25)
	moved.ReservationAccommodationUnitNumber = "C2"
	before := types.PresenceDay{Date: november(19), Items: []types.PresenceItem{
		booked(2, 18, 25), booked(3, 18, 21), booked(5, 10, 18), booked(6, 18, 20), anonymous, booked(8, 18, 25),
	}}
	night := types.PresenceDay{Date: november(20), Items: []types.PresenceItem{
		booked(1, 20, 25), booked(2, 18, 25), booked(3, 18, 21), booked(4, 20, 21), booked(5, 10, 18), booked(7, 10, 20), anonymous, other, moved,
	}}
	r := newRegister([]types.PresenceDay{night}, &before, madeUp)
	got := map[string][]int64{}
	for _, p := range r.Moves.Parts {
		for _, s := range p.Stays {
			got[p.Title] = append(got[p.Title], s.ID)
		}
	}
	for _, s := range r.Moves.Left {
		got["left"] = append(got["left"], s.ID)
	}
	want := map[string][]int64{
		"Past their booked departure": {5, 7}, // 7 came late, and should not be here at all
		"Arrived":                     {1, 4, 0},
		"Staying":                     {2, 0, 8}, // 8 moved to another unit
		"Leaving":                     {3},
		"left":                        {6},
	}
	byID := cmpopts.SortSlices(func(a, b int64) bool { return a < b })
	if diff := cmp.Diff(want, got, byID); diff != "" {
		t.Errorf("parts (-want +got):\n%s", diff)
	}
	if r.Moves.Parts[1].Persons.Known != 6 {
		t.Errorf("%d persons arrived, want 6", r.Moves.Parts[1].Persons.Known)
	}
}
