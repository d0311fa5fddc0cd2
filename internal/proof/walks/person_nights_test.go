// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// TestPersonNights adds up persons by country and age group, both as they were sent. A group says how many items
// give no number of persons.
func TestPersonNights(t *testing.T) {
	t.Parallel()
	item := func(country, ageGroup string, persons *int) types.PresenceItem {
		return types.PresenceItem{GuestCountry: country, AgeGroupSpecificationDescription: ageGroup, NumOfPersons: persons}
	}
	type day = []types.PresenceItem
	for _, test := range []struct {
		name string
		days []day
		want string // country, age group, persons and items without persons of each group
	}{
		{"no days", nil, "[]"},
		{"a day with nobody", []day{{}}, "[]"},
		{"nights are added up", []day{{item("NL", "Children", new(1)), item("NL", "Adults", new(2)), item("NL", "Adults", new(4))},
			{item("NL", "Adults", new(2)), item("BE", "Adults", new(3))}}, "[{BE Adults 3 0} {NL Adults 8 0} {NL Children 1 0}]"},
		{"what was not given has its own group, the first",
			[]day{{item("NL", "Adults", new(1)), item("NL", "", new(2)), item("", "Adults", new(3)), item("", "", new(4))}},
			"[{  4 0} { Adults 3 0} {NL  2 0} {NL Adults 1 0}]"},
		{"a number that was not given differs from nobody",
			[]day{{item("DE", "Adults", nil), item("DE", "Adults", new(2)), item("FR", "Adults", nil), item("GB", "Adults", new(0))}},
			"[{DE Adults 2 1} {FR Adults 0 1} {GB Adults 0 0}]"},
		{"names are not changed", []day{{item("nl", "", new(1)), item("NL", "", new(1)), item("NL ", "", new(1))}},
			"[{NL  1 0} {NL   1 0} {nl  1 0}]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var days []types.PresenceDay
			for _, items := range test.days {
				days = append(days, types.PresenceDay{Items: items})
			}
			if got := reservations.CountPersonNights(days); fmt.Sprint(got) != test.want || got == nil {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}
