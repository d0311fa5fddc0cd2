package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

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
		return
	}
	c.Known += *item.NumOfPersons
}

// String returns "12", or "12 + ?" when some lines do not tell how many.
func (c count) String() string {
	switch {
	case c.Unknown == 0:
		return strconv.Itoa(c.Known)
	case c.Known == 0:
		return "?"
	}
	return strconv.Itoa(c.Known) + " + ?"
}

// Words returns "1 person" or "12 + ? persons".
func (c count) Words() string {
	if c == (count{Known: 1}) {
		return "1 person"
	}
	return c.String() + " persons"
}

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

func newGroup(name string, items ...types.PresenceItem) group {
	g := group{Name: name, seen: map[reservationKey]bool{}}
	for _, item := range items {
		g.add(item)
	}
	return g
}

func (g *group) add(item types.PresenceItem) {
	g.Persons.add(item)
	if key := keyOf(item); key != (reservationKey{}) && !g.seen[key] {
		g.seen[key] = true
		g.Reservations++
	}
}

// totals are the figures of a whole register.
type totals struct {
	Nights      int // days with a date, whether anybody was present or not
	EmptyNights int // of these, the nights with nobody present
	All         group
	Lines       int // items: rows of the CSV file
	Anonymous   int // items that name no reservation
	Undated     int // entries without a date

	Peak        types.Date // the first of the nights with the most persons; zero without persons
	PeakPersons count

	ByCountry  []group
	ByAgeGroup []group
}

// totalsOf computes the figures of a merged register.
func totalsOf(days []types.PresenceDay) totals {
	t := totals{All: newGroup("")}
	countries, ageGroups := groups{}, groups{}
	for _, day := range days {
		t.addDay(day)
		for _, item := range day.Items {
			t.All.add(item)
			countries.add(item.GuestCountry, item)
			ageGroups.add(item.AgeGroupSpecificationDescription, item)
			if keyOf(item) == (reservationKey{}) {
				t.Anonymous++
			}
		}
	}
	t.ByCountry, t.ByAgeGroup = countries.sorted(), ageGroups.sorted()
	return t
}

func (t *totals) addDay(day types.PresenceDay) {
	t.Lines += len(day.Items)
	if day.Date.IsZero() {
		t.Undated++
		return
	}
	t.Nights++
	if len(day.Items) == 0 {
		t.EmptyNights++
	}
	if persons := newGroup("", day.Items...).Persons; persons.Known > t.PeakPersons.Known {
		t.Peak, t.PeakPersons = day.Date, persons
	}
}

// notices are the sentences a reader of the figures has to know, if any.
func (t totals) notices() []string {
	var notices []string
	if n := t.All.Persons.Unknown; n > 0 {
		notices = append(notices, fmt.Sprintf(
			"Lines that do not say how many persons: %d. They are shown as “?”, and no sum contains them.", n))
	}
	if t.Anonymous > 0 {
		notices = append(notices, fmt.Sprintf(
			"Lines that name no reservation: %d. Their persons are counted, but not as a reservation.", t.Anonymous))
	}
	if t.Undated > 0 {
		notices = append(notices, fmt.Sprintf(
			"Entries that came without a date: %d. They are in the totals, but are no night and not in the chart.", t.Undated))
	}
	return notices
}

// groups collects a register by name.
type groups map[string]group

func (gs groups) add(name string, item types.PresenceItem) {
	g, ok := gs[name]
	if !ok {
		g = newGroup(name)
	}
	g.add(item)
	gs[name] = g
}

// sorted returns the largest group first, equal ones by name.
func (gs groups) sorted() []group {
	list := make([]group, 0, len(gs))
	for _, g := range gs {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.Persons.Known, a.Persons.Known), cmp.Compare(a.Name, b.Name))
	})
	return list
}
