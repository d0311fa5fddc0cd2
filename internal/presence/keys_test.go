// SPDX-License-Identifier: MIT

package presence

import (
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestCheckKeys leaves one key out of everything, or of all but one.
func TestCheckKeys(t *testing.T) {
	two, name := types.Ptr(2), types.PresenceItem{ReservationNumber: "R1"}
	whole := types.PresenceItem{ReservationID: 7, NumOfPersons: two}
	day := func(items ...types.PresenceItem) types.PresenceDay {
		return types.PresenceDay{Date: july1, Items: append([]types.PresenceItem{}, items...)}
	}
	type days = []types.PresenceDay
	for _, test := range []struct {
		name  string
		total int
		pages []days
		want  string
	}{
		{"nothing is missing", 9, []days{{day(whole)}}, ""},
		{"an empty register has no keys", 0, []days{{}}, ""},
		{"no days", 9, []days{{}, {}}, "final: counts 9 reservations and sends no days"},
		{"days on the second page only", 9, []days{{}, {day(whole)}}, ""},
		{"no dates", 9, []days{{{Items: day(whole).Items}}, {{Items: day(whole).Items}}}, "final: no day has the key date"},
		{"one date", 9, []days{{{Items: day(whole).Items}}, {day(whole)}}, ""},
		{"no lists of items", 9, []days{{{Date: july1}}}, "final: no day has the key items"},
		{"one list of items, empty", 9, []days{{{Date: july1}}, {day()}}, ""},
		{"no names", 9, []days{{day(types.PresenceItem{NumOfPersons: two}, types.PresenceItem{NumOfPersons: two})}},
			"final: no item has the key reservationId or reservationNumber"},
		{"one id", 9, []days{{day(types.PresenceItem{NumOfPersons: two}, whole)}}, ""},
		{"one number", 9, []days{{day(types.PresenceItem{NumOfPersons: two}, name)}}, ""},
		{"no persons", 9, []days{{day(name, name)}, {day(name)}}, "final: no item has the key numOfPersons"},
		{"persons once", 9, []days{{day(name, name)}, {day(whole)}}, ""},
		{"none present", 9, []days{{day()}, {day()}}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var pages []*page
			for k, days := range test.pages {
				pages = append(pages, newPage(Page{Days: days, Total: test.total}, 10*k, 10))
			}
			wantOutcome(t, outcome(nil, checkKeys(pages)), test.want)
		})
	}
}
