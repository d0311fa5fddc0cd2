// SPDX-License-Identifier: MIT

package register_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

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

func TestPersonNights(t *testing.T) {
	t.Parallel()
	type day = []types.PresenceItem
	type nights = reservations.PersonNights
	tests := []struct {
		name string
		days []day
		want []nights
	}{
		{"no days", nil, []nights{}},
		{"a day with nobody", []day{{}}, []nights{}},
		{
			"nights are added up",
			[]day{
				{guests("NL", "Children", 1), guests("NL", "Adults", 2), guests("NL", "Adults", 4)},
				{guests("NL", "Adults", 2), guests("BE", "Adults", 3)},
			},
			[]nights{
				{Country: "BE", AgeGroup: "Adults", Count: 3},
				{Country: "NL", AgeGroup: "Adults", Count: 8},
				{Country: "NL", AgeGroup: "Children", Count: 1},
			},
		},
		{
			"what was not given has its own group, the first",
			[]day{{guests("NL", "Adults", 1), guests("NL", "", 2), guests("", "Adults", 3), guests("", "", 4)}},
			[]nights{
				{Count: 4},
				{AgeGroup: "Adults", Count: 3},
				{Country: "NL", Count: 2},
				{Country: "NL", AgeGroup: "Adults", Count: 1},
			},
		},
		{
			"a number that was not given differs from nobody",
			[]day{{
				guests("DE", "Adults", -1), guests("DE", "Adults", 2), guests("DE", "Adults", -1),
				guests("FR", "Adults", -1), guests("GB", "Adults", 0),
			}},
			[]nights{
				{Country: "DE", AgeGroup: "Adults", Count: 2, ItemsWithoutPersons: 2},
				{Country: "FR", AgeGroup: "Adults", ItemsWithoutPersons: 1},
				{Country: "GB", AgeGroup: "Adults"},
			},
		},
		{
			"names are not changed",
			[]day{{guests("nl", "Adults", 1), guests("NL", "Adults", 1), guests("NL ", "Adults", 1)}},
			[]nights{
				{Country: "NL", AgeGroup: "Adults", Count: 1},
				{Country: "NL ", AgeGroup: "Adults", Count: 1},
				{Country: "nl", AgeGroup: "Adults", Count: 1},
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var days []types.PresenceDay
			for _, items := range test.days {
				days = append(days, types.PresenceDay{Items: items})
			}
			if diff := cmp.Diff(test.want, reservations.CountPersonNights(days)); diff != "" {
				t.Errorf("person-nights (-want +got):\n%s", diff)
			}
		})
	}
}
