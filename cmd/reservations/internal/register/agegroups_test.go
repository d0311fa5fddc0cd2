// SPDX-License-Identifier: MIT

package register

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestAdultsOf(t *testing.T) {
	t.Parallel()
	register := func(groups ...string) []types.PresenceDay {
		day := types.PresenceDay{Date: november(1)}
		for _, group := range groups {
			day.Items = append(day.Items, line(1, "NL", group, 1))
		}
		return []types.PresenceDay{day}
	}
	tests := map[string]struct {
		days  []types.PresenceDay
		named []string
		want  ageGroups
	}{
		"English":             {register("Adults", "Children", "Adults", "Infants"), nil, ageGroups{"Adults"}},
		"Dutch":               {register("Kinderen", "VOLWASSENEN", "Baby's"), nil, ageGroups{"VOLWASSENEN"}},
		"German":              {register("Erwachsene", "Kinder", "Senioren ab 65"), nil, ageGroups{"Erwachsene", "Senioren ab 65"}},
		"names of the park":   {register("Big", "Small"), nil, nil},
		"named by the user":   {register("Big", "Adults"), []string{"big"}, ageGroups{"big"}},
		"without age groups":  {register(""), nil, nil},
		"without any persons": {nil, nil, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, adultsOf(tt.days, tt.named)); diff != "" {
				t.Errorf("age groups of adults (-want +got):\n%s", diff)
			}
		})
	}
	if !(ageGroups{"big"}).has("Big") || (ageGroups{"big"}).has("Small") {
		t.Error("the case of the letters must not matter, but the name")
	}
}
