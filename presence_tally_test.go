package reservations_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
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

func TestTallyPresence(t *testing.T) {
	t.Parallel()
	first, second := types.NewDate(2026, 11, 20), types.NewDate(2026, 11, 21)
	tests := map[string]struct {
		days []types.PresenceDay
		want []reservations.PresenceTally
	}{
		"no days":           {nil, []reservations.PresenceTally{}},
		"a day with nobody": {[]types.PresenceDay{{Date: first, Items: []types.PresenceItem{}}}, []reservations.PresenceTally{}},
		"nights are added up": {
			[]types.PresenceDay{
				{Date: first, Items: []types.PresenceItem{guests("NL", "Children", 1), guests("NL", "Adults", 2), guests("NL", "Adults", 4)}},
				{Date: second, Items: []types.PresenceItem{guests("NL", "Adults", 2), guests("BE", "Adults", 3)}},
			},
			[]reservations.PresenceTally{
				{Country: "BE", AgeGroup: "Adults", PersonNights: 3},
				{Country: "NL", AgeGroup: "Adults", PersonNights: 8},
				{Country: "NL", AgeGroup: "Children", PersonNights: 1},
			},
		},
		"what was not given is a group of its own, and first": {
			[]types.PresenceDay{{Items: []types.PresenceItem{guests("NL", "Adults", 1), guests("NL", "", 2), guests("", "Adults", 3), guests("", "", 4)}}},
			[]reservations.PresenceTally{
				{PersonNights: 4},
				{AgeGroup: "Adults", PersonNights: 3},
				{Country: "NL", PersonNights: 2},
				{Country: "NL", AgeGroup: "Adults", PersonNights: 1},
			},
		},
		"a number that was not given is told apart from nobody": {
			[]types.PresenceDay{{Date: first, Items: []types.PresenceItem{
				guests("DE", "Adults", -1), guests("DE", "Adults", 2), guests("DE", "Adults", -1), guests("FR", "Adults", -1), guests("GB", "Adults", 0),
			}}},
			[]reservations.PresenceTally{
				{Country: "DE", AgeGroup: "Adults", PersonNights: 2, Unknown: 2},
				{Country: "FR", AgeGroup: "Adults", Unknown: 1},
				{Country: "GB", AgeGroup: "Adults"},
			},
		},
		"names are not changed": {
			[]types.PresenceDay{{Date: first, Items: []types.PresenceItem{guests("nl", "Adults", 1), guests("NL", "Adults", 1), guests("NL ", "Adults", 1)}}},
			[]reservations.PresenceTally{
				{Country: "NL", AgeGroup: "Adults", PersonNights: 1},
				{Country: "NL ", AgeGroup: "Adults", PersonNights: 1},
				{Country: "nl", AgeGroup: "Adults", PersonNights: 1},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, reservations.TallyPresence(tt.days)); diff != "" {
				t.Errorf("tally (-want +got):\n%s", diff)
			}
		})
	}
}
