// SPDX-License-Identifier: MIT

package register

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// at is an item of a reservation in a unit, named after its id.
func at(id int64, unit, title string, from, to int) types.PresenceItem {
	item := booked(id, from, to)
	item.ReservationAccommodationUnitNumber, item.ReservationAccommodationTitle = unit, title
	item.ReservationName = fmt.Sprint("Guest ", id)
	return item
}

// Two reservations in one unit are listed with the one that should have left first.
func TestDoubles(t *testing.T) {
	t.Parallel()
	child := at(1, "P1", "Pitch", 18, 25)
	child.AgeGroupSpecificationDescription = "Children"
	items := []types.PresenceItem{
		at(1, "P1", "Pitch", 18, 25), child, at(2, "P1", "Pitch", 10, 16), // one reservation should have left
		at(3, "P2", "Pitch", 18, 25),
		at(4, "1", "Chalet", 18, 25), at(5, "1", "Tent", 18, 25), // two units of the same number
		at(6, "", "Tent", 18, 25), at(7, "", "Tent", 18, 25), // no unit is known
		at(8, "T9", "Tent", 18, 25), at(9, "T9", "Tent", 19, 22), // it is not known who should have left
	}
	r := newRegister([]types.PresenceDay{{Date: november(20), Items: items}}, &types.PresenceDay{Date: november(19)}, madeUp)
	var got []string
	for _, u := range r.Doubles {
		words := u.Title + " " + u.Unit + ":"
		for _, s := range u.Stays {
			words += fmt.Sprintf(" %d overdue %t", s.ID, s.Overdue)
		}
		got = append(got, words)
	}
	want := []string{"Pitch P1: 2 overdue true 1 overdue false", "Tent T9: 8 overdue false 9 overdue false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
}

// The page of one night says it above everything else and nowhere else. That of several nights also says it in the
// register, because that is far below. The units stand where a phone folds the box.
func TestDoublesOnThePage(t *testing.T) {
	t.Parallel()
	days := []types.PresenceDay{{Date: november(20), Items: []types.PresenceItem{at(1, "P1", "Pitch", 10, 16), at(2, "P1", "Pitch", 18, 25)}}}
	for name, tt := range map[string]struct {
		before  *types.PresenceDay
		summary string
		marks   int
	}{
		"one night":      {&types.PresenceDay{Date: november(19)}, "P1", 0},
		"several nights": {nil, "20 Nov: P1", 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := body(render(t, days, tt.before, madeUp))
			checkShows(t, page, "Two reservations in one unit this night", "<details><summary>"+tt.summary+"</summary>", "<b>P1</b>", "Guest 1", "10 – 16 Nov", "should have left 16 Nov", "Guest 2", "18 – 25 Nov",
				"</details>", `<section`, `class="alarm"`)
			if got := strings.Count(page, "two reservations in this unit"); got != tt.marks {
				t.Errorf("%d rows say it, want %d", got, tt.marks)
			}
			if strings.Index(page, "Two reservations in one unit") > strings.Index(page, "Past their booked departure") {
				t.Error("the units come after those who should have left")
			}
		})
	}
	single := days[0]
	single.Items = single.Items[:1]
	if page := body(render(t, []types.PresenceDay{single}, nil, madeUp)); strings.Contains(page, "one unit") || strings.Contains(page, "this unit") {
		t.Error("one reservation in a unit is marked")
	}
}
