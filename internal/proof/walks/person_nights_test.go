// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// guests is an item of a country and an age group; fewer than 0 persons means not given.
func guests(country, ageGroup string, persons int) types.PresenceItem {
	item := types.PresenceItem{GuestCountry: country, AgeGroupSpecificationDescription: ageGroup}
	if persons >= 0 {
		item.NumOfPersons = &persons
	}
	return item
}

// groupsOf writes groups down as "NL/Adults 8+1": eight person-nights, and an item without persons.
func groupsOf(all []reservations.PersonNights) string {
	var groups []string
	for _, n := range all {
		groups = append(groups, fmt.Sprintf("%s/%s %d+%d", n.Country, n.AgeGroup, n.Count, n.ItemsWithoutPersons))
	}
	return strings.Join(groups, ", ")
}

func TestPersonNights(t *testing.T) {
	t.Parallel()
	type day = []types.PresenceItem
	tests := []struct {
		name string
		days []day
		want string
	}{
		{"no days", nil, ""},
		{"a day with nobody", []day{{}}, ""},
		{"nights are added up", []day{{guests("NL", "Children", 1), guests("NL", "Adults", 2), guests("NL", "Adults", 4)},
			{guests("NL", "Adults", 2), guests("BE", "Adults", 3)}}, "BE/Adults 3+0, NL/Adults 8+0, NL/Children 1+0"},
		{"what was not given has its own group, the first",
			[]day{{guests("NL", "Adults", 1), guests("NL", "", 2), guests("", "Adults", 3), guests("", "", 4)}},
			"/ 4+0, /Adults 3+0, NL/ 2+0, NL/Adults 1+0"},
		{"a number that was not given differs from nobody",
			[]day{{guests("DE", "Adults", -1), guests("DE", "Adults", 2), guests("FR", "Adults", -1), guests("GB", "Adults", 0)}},
			"DE/Adults 2+1, FR/Adults 0+1, GB/Adults 0+0"},
		{"names are not changed", []day{{guests("nl", "Adults", 1), guests("NL", "Adults", 1), guests("NL ", "Adults", 1)}},
			"NL/Adults 1+0, NL /Adults 1+0, nl/Adults 1+0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var days []types.PresenceDay
			for _, items := range test.days {
				days = append(days, types.PresenceDay{Items: items})
			}
			got := reservations.CountPersonNights(days)
			if groupsOf(got) != test.want || got == nil {
				t.Errorf("got %s, want %s", groupsOf(got), test.want)
			}
		})
	}
}
