// SPDX-License-Identifier: MIT

package register

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/types"
)

func asGiven(s string) string { return s }

func TestStays(t *testing.T) {
	t.Parallel()
	adults, children, other := line(1, "NL", "Adults", 2), line(1, "NL", "Children", 1), line(2, "NL", "Adults", 4)
	children.Modified = types.NewDateTime(november(1).Midnight()) // not shown, so no reason to tell them apart
	moved := adults
	moved.ReservationAccommodationUnitNumber = "C2"
	nameless := line(0, "NL", "Adults", 3)
	type want struct {
		ID        int64
		Unit      string
		AgeGroups []string
		Persons   int
	}
	var got []want
	for _, s := range staysOf(november(1), []types.PresenceItem{adults, other, children, moved, nameless, nameless}, asGiven) {
		w := want{ID: s.ID, Unit: s.Unit, Persons: s.Persons.Known}
		for _, g := range s.AgeGroups {
			w.AgeGroups = append(w.AgeGroups, g.Name)
		}
		got = append(got, w)
	}
	diff := cmp.Diff([]want{
		{1, "", []string{"Adults", "Children"}, 3},
		{2, "", []string{"Adults"}, 4},
		{1, "C2", []string{"Adults"}, 2},
		{0, "", []string{"Adults"}, 3},
		{0, "", []string{"Adults"}, 3},
	}, got, cmpopts.EquateEmpty())
	if diff != "" {
		t.Errorf("stays (-want +got):\n%s", diff)
	}
}

func TestOverdue(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		until, night types.Date
		want         bool
	}{
		"leaves later":                {november(26), november(20), false},
		"leaves in the morning":       {november(21), november(20), false},
		"should have left on the day": {november(20), november(20), true},
		"no departure is known":       {types.Date{}, november(20), false},
		"the entry has no date":       {november(2), types.Date{}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item := line(1, "NL", "Adults", 1)
			item.ReservationDateTo = tt.until
			if got := staysOf(tt.night, []types.PresenceItem{item}, asGiven)[0].Overdue; got != tt.want {
				t.Errorf("booked until %q, present on %q: overdue is %t, want %t", tt.until, tt.night, got, tt.want)
			}
		})
	}
}

func TestSortStays(t *testing.T) {
	t.Parallel()
	at := func(unit, name string) stay { return stay{shown: shown{Unit: unit, Name: name}} }
	stays := []stay{at("C10", "van Dijk"), at("", "Ångström"), at("C2", "Zwart"), at("c2", "Østergaard"), at("T1", ""), at("C1", "Müller"), at("B", "Muster"), at("A", "Łaski")}
	want := []string{"A Łaski", "B Muster", "C1 Müller", "c2 Østergaard", "C2 Zwart", "C10 van Dijk", "T1 ", " Ångström"}
	sortStays(stays)
	var got []string
	for _, s := range stays {
		got = append(got, s.Unit+" "+s.Name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
}
