// SPDX-License-Identifier: MIT

package register

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/types"
)

func november(day int) types.Date { return types.NewDate(2026, time.November, day) }

// line is an item with what the totals look at; fewer than 0 persons means not stated.
func line(id int64, country, ageGroup string, persons int) types.PresenceItem {
	item := types.PresenceItem{ReservationID: id, GuestCountry: country, AgeGroupSpecificationDescription: ageGroup}
	if persons >= 0 {
		item.NumOfPersons = &persons
	}
	return item
}

func TestTotals(t *testing.T) {
	t.Parallel()
	byNumber := types.PresenceItem{ReservationNumber: "R9", GuestCountry: "DE", NumOfPersons: new(1)}
	tests := map[string]struct {
		days []types.PresenceDay
		want totals
	}{
		"no nights": {nil, totals{}},
		"a night with nobody": {
			[]types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{}}},
			totals{Nights: 1, EmptyNights: 1},
		},
		"a reservation counts once over nights and age groups": {
			[]types.PresenceDay{
				{Date: november(1), Items: []types.PresenceItem{line(1, "NL", "Adults", 2), line(1, "NL", "Children", 3)}},
				{Date: november(2), Items: []types.PresenceItem{line(1, "NL", "Adults", 2)}},
			},
			totals{
				Nights: 2, All: group{Reservations: 1, Persons: count{Known: 7}},
				Peak: november(1), PeakPersons: count{Known: 5},
				ByCountry:  []group{{Name: "NL", Reservations: 1, Persons: count{Known: 7}}},
				ByAgeGroup: []group{{Name: "Adults", Reservations: 1, Persons: count{Known: 4}}, {Name: "Children", Reservations: 1, Persons: count{Known: 3}}},
			},
		},
		"the first of equal peaks, equal groups by name": {
			[]types.PresenceDay{
				{Date: november(1), Items: []types.PresenceItem{line(1, "NL", "Adults", 1)}},
				{Date: november(2), Items: []types.PresenceItem{line(2, "DE", "Adults", 2)}},
				{Date: november(3), Items: []types.PresenceItem{line(3, "BE", "Adults", 2)}},
			},
			totals{
				Nights: 3, All: group{Reservations: 3, Persons: count{Known: 5}},
				Peak: november(2), PeakPersons: count{Known: 2},
				ByCountry: []group{
					{Name: "BE", Reservations: 1, Persons: count{Known: 2}},
					{Name: "DE", Reservations: 1, Persons: count{Known: 2}},
					{Name: "NL", Reservations: 1, Persons: count{Known: 1}},
				},
				ByAgeGroup: []group{{Name: "Adults", Reservations: 3, Persons: count{Known: 5}}},
			},
		},
		"what the service left out is told apart, never guessed": {
			[]types.PresenceDay{
				{Date: november(1), Items: []types.PresenceItem{line(1, "", "", -1), line(0, "", "", 4), byNumber, byNumber}},
				{Items: []types.PresenceItem{line(1, "", "", 20)}},
			},
			totals{
				Nights: 1, Anonymous: 1, Undated: 1,
				All:  group{Reservations: 2, Persons: count{Known: 26, Unknown: 1}},
				Peak: november(1), PeakPersons: count{Known: 6, Unknown: 1},
				ByCountry: []group{
					{Name: "", Reservations: 1, Persons: count{Known: 24, Unknown: 1}},
					{Name: "DE", Reservations: 1, Persons: count{Known: 2}},
				},
				ByAgeGroup: []group{{Name: "", Reservations: 2, Persons: count{Known: 26, Unknown: 1}}},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := totalsOf(tt.days, strings.ToUpper)
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(group{}), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("totals (-want +got):\n%s", diff)
			}
		})
	}
}
