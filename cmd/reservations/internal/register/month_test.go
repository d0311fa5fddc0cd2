// SPDX-License-Identifier: MIT

package register

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// nights returns nights from 28 November 2026, a Saturday, with so many persons.
func nights(persons ...int) []night {
	list := make([]night, len(persons))
	for i, n := range persons {
		date := november(28).AddDays(i)
		list[i] = night{ID: date.String(), Date: date, Until: date, Dated: true, Persons: count{Known: n}}
		if n > 0 {
			list[i].Stays = []stay{{}}
		}
	}
	return list
}

func TestMonths(t *testing.T) {
	t.Parallel()
	months := monthsOf(nights(1, 2, 4, 0, 0, 0, 3, 8), 8)
	var got [][][7]int // the levels, and -1 where there is no night
	for _, m := range months {
		var weeks [][7]int
		for _, week := range m.Weeks {
			var days [7]int
			for i, c := range week {
				days[i] = c.Level
				if c.Night == nil {
					days[i] = -1
				}
			}
			weeks = append(weeks, days)
		}
		got = append(got, weeks)
	}
	none := [7]int{-1, -1, -1, -1, -1, -1, -1}
	want := [][][7]int{
		{none, none, none, none, {-1, -1, -1, -1, -1, 1, 1}, {2, -1, -1, -1, -1, -1, -1}},
		{{-1, 0, 0, 0, 2, 4, -1}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("calendar (-want +got):\n%s", diff)
	}
	if months[0].Persons.Known != 7 || months[1].Persons.Known != 11 {
		t.Errorf("person-nights %v and %v, want 7 and 11", months[0].Persons, months[1].Persons)
	}
	december := months[1].Nights
	if len(december) != 3 || december[0].Until != types.NewDate(2026, 12, 3) || len(december[0].Others) != 2 {
		t.Errorf("the three nights with nobody are not one: %+v", december)
	}
}

func TestMonthsOfTwoYears(t *testing.T) {
	t.Parallel()
	var list []night
	for _, date := range []types.Date{november(30), types.NewDate(2027, 11, 1)} {
		list = append(list, night{Date: date})
	}
	if months := monthsOf(list, 0); len(months) != 2 || months[0].ID == months[1].ID {
		t.Errorf("the Novembers of two years are %+v", months)
	}
}
