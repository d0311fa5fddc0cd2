// SPDX-License-Identifier: MIT

package register

import (
	"cmp"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// count is a number of persons, and the number of lines that do not tell how many.
// The two are kept apart: a line without a number is not a line with nobody.
type count struct {
	Known   int
	Unknown int
}

func (c *count) add(item types.PresenceItem) {
	if item.NumOfPersons == nil {
		c.Unknown++
	}
	c.Known += item.Persons()
}

// One reports whether it is exactly one person.
func (c count) One() bool { return c == count{Known: 1} }

// reservationKey tells reservations apart: by id, or by number when there is no id.
// The zero key is a line that names no reservation.
type reservationKey struct {
	id     int64
	number string
}

func keyOf(item types.PresenceItem) reservationKey {
	if item.ReservationID != 0 {
		return reservationKey{id: item.ReservationID}
	}
	return reservationKey{number: item.ReservationNumber}
}

// group is a part of the register: one night, one country, one age group, or all of it.
type group struct {
	Name         string
	Reservations int
	Persons      count // over several nights, the person-nights

	seen map[reservationKey]bool
}

func (g *group) add(item types.PresenceItem) {
	g.Persons.add(item)
	if g.seen == nil {
		g.seen = map[reservationKey]bool{}
	}
	if key := keyOf(item); key != (reservationKey{}) && !g.seen[key] {
		g.seen[key] = true
		g.Reservations++
	}
}

func groupOf(items []types.PresenceItem) (g group) {
	for _, item := range items {
		g.add(item)
	}
	return g
}

// totals are the figures of a whole register.
type totals struct {
	Nights      int // days with a date, whether anybody was present or not
	EmptyNights int // of these, the nights with nobody present
	All         group
	Anonymous   int // items that name no reservation
	Undated     int // entries without a date

	Peak        types.Date // the first of the nights with the most persons; zero without persons
	PeakPersons count

	ByCountry  []group
	ByAgeGroup []group
}

// totalsOf computes the figures of a merged register. country names the country of a guest, so that two spellings
// of one are one group.
func totalsOf(days []types.PresenceDay, country func(string) string) totals {
	var t totals
	countries, ages := groups{}, groups{}
	for _, day := range days {
		t.addDay(day)
		for _, item := range day.Items {
			t.All.add(item)
			countries.add(country(item.GuestCountry), item)
			ages.add(item.AgeGroupSpecificationDescription, item)
			if keyOf(item) == (reservationKey{}) {
				t.Anonymous++
			}
		}
	}
	t.ByCountry, t.ByAgeGroup = countries.sorted(), ages.sorted()
	return t
}

func (t *totals) addDay(day types.PresenceDay) {
	if day.Date.IsZero() {
		t.Undated++
		return
	}
	t.Nights++
	if len(day.Items) == 0 {
		t.EmptyNights++
	}
	if persons := groupOf(day.Items).Persons; persons.Known > t.PeakPersons.Known {
		t.Peak, t.PeakPersons = day.Date, persons
	}
}

// groups collects a register by name.
type groups map[string]*group

func (gs groups) add(name string, item types.PresenceItem) {
	if gs[name] == nil {
		gs[name] = &group{Name: name}
	}
	gs[name].add(item)
}

// sorted returns the largest group first, equal ones by name.
func (gs groups) sorted() []group {
	list := make([]group, 0, len(gs))
	for _, g := range gs {
		list = append(list, *g)
	}
	slices.SortFunc(list, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.Persons.Known, a.Persons.Known), cmp.Compare(a.Name, b.Name))
	})
	return list
}
