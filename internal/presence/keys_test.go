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
		return types.PresenceDay{Date: scriptDay, Items: append([]types.PresenceItem{}, items...)}
	}
	type days = []types.PresenceDay
	for _, row := range []struct {
		name  string
		total int
		pages []days
		want  string
	}{
		{"nothing is missing", 9, []days{{day(whole)}}, ""},
		{"an empty register has no keys", 0, []days{{}}, ""},
		{"no days", 9, []days{{}, {}}, "hopeless: counts 9 reservations and sends no days"},
		{"days on the second page only", 9, []days{{}, {day(whole)}}, ""},
		{"no dates", 9, []days{{{Items: day(whole).Items}}, {{Items: day(whole).Items}}}, "hopeless: no day has the key date"},
		{"one date", 9, []days{{{Items: day(whole).Items}}, {day(whole)}}, ""},
		{"no lists of items", 9, []days{{{Date: scriptDay}}}, "hopeless: no day has the key items"},
		{"one list of items, empty", 9, []days{{{Date: scriptDay}}, {day()}}, ""},
		{"no names", 9, []days{{day(types.PresenceItem{NumOfPersons: two}, types.PresenceItem{NumOfPersons: two})}}, "hopeless: no item has the key reservationId or reservationNumber"},
		{"one id", 9, []days{{day(types.PresenceItem{NumOfPersons: two}, whole)}}, ""},
		{"one number", 9, []days{{day(types.PresenceItem{NumOfPersons: two}, name)}}, ""},
		{"no persons", 9, []days{{day(name, name)}, {day(name)}}, "hopeless: no item has the key numOfPersons"},
		{"persons once", 9, []days{{day(name, name)}, {day(whole)}}, ""},
		{"nobody present", 9, []days{{day()}, {day()}}, ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			var pages []*page
			for k, days := range row.pages {
				pages = append(pages, newPage(Page{Days: days, Total: row.total}, 10*k, 10))
			}
			if got := outcome(nil, checkKeys(pages)); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}
