// SPDX-License-Identifier: MIT

package presence

import (
	"context"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestCheckKeys: a key that is missing everywhere would empty the register without a word, and one that is missing once
// may not have been given.
func TestCheckKeys(t *testing.T) {
	full, nobody := types.PresenceItem{ReservationID: 7, NumOfPersons: new(2)}, types.PresenceDay{Date: july1, Items: []types.PresenceItem{}}
	day := func(date types.Date, items ...types.PresenceItem) types.PresenceDay {
		return types.PresenceDay{Date: date, Items: items}
	}
	type days = []types.PresenceDay
	for name, test := range map[string]struct {
		total int
		days  days
		want  string
	}{
		"as documented":                  {1, days{day(july1, full), nobody}, ""},
		"nobody has checked in":          {1, days{nobody}, ""},
		"nobody is counted":              {0, nil, ""},
		"no days":                        {3, nil, "sends no days"},
		"no date":                        {3, days{day(types.Date{}, full)}, "no day has the key date"},
		"one day without a date":         {1, days{day(july1, full), day(types.Date{}, full)}, ""},
		"no items":                       {3, days{day(july1)}, "no day has the key items"},
		"no id":                          {3, days{day(july1, types.PresenceItem{NumOfPersons: new(2)})}, "reservationId or reservationNumber"},
		"no id, but a number":            {1, days{day(july1, types.PresenceItem{ReservationNumber: "R7", NumOfPersons: new(2)})}, ""},
		"no number of persons":           {3, days{day(july1, types.PresenceItem{ReservationID: 7})}, "numOfPersons"},
		"one item without such a number": {1, days{day(july1, types.PresenceItem{ReservationID: 8}, full)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			contradicts(t, checkKeys([]*page{newPage(Page{Days: test.days, Total: test.total}, 0, 100)}), final, test.want)
		})
	}
}

// TestTotalsThatAreBelieved are not larger than a park can be.
func TestTotalsThatAreBelieved(t *testing.T) {
	for total, want := range map[int]string{1_000_000: "", 1_000_001: "no more than 1000000 are believed"} {
		r := july(1, 3)
		r.Fetch = func(context.Context, types.Date, int, int, bool) (Page, error) { return Page{Total: total}, nil }
		_, err := r.fetch(t.Context(), 0, 100)
		contradicts(t, err, final, want)
	}
}
