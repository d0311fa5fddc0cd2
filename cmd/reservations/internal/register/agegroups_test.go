// SPDX-License-Identifier: MIT

package register

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// Common names of age groups are shown in the language of the page, and all others as they are.
func TestAgeGroupNames(t *testing.T) {
	t.Parallel()
	tests := []struct{ given, en, nl, de string }{
		{"Adults", "Adults", "Volwassenen", "Erwachsene"},
		{" kinderen ", "Children", "Kinderen", "Kinder"},
		{"BABY'S", "Infants", "Baby’s", "Babys"},
		{"Children 4-11", "Children 4-11", "Children 4-11", "Children 4-11"},
		{"Big", "Big", "Big", "Big"},
		{"", "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.given, func(t *testing.T) {
			t.Parallel()
			for _, in := range []struct {
				language *locale
				want     string
			}{{&english, test.en}, {&dutch, test.nl}, {&german, test.de}} {
				if got := in.language.ageGroup(test.given); got != in.want {
					t.Errorf("%v: got %q, want %q", in.language.Tag, got, in.want)
				}
			}
		})
	}
	days := []types.PresenceDay{{Date: november(1), Items: []types.PresenceItem{line(1, "NL", "Adults", 2), line(2, "NL", "Erwachsene", 1)}}}
	from := madeUp
	from.Locale = &german
	if page := body(render(t, days, nil, from)); strings.Contains(page, "Adults") {
		t.Error("a German page calls an age group Adults")
	}
	if r := newRegister(days, nil, from); len(r.ByAgeGroup) != 1 || r.ByAgeGroup[0].Persons.Known != 3 {
		t.Errorf("two names of one age group are %+v", r.ByAgeGroup)
	}
}

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
