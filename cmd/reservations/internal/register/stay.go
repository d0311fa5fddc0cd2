// SPDX-License-Identifier: MIT

package register

import (
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// stay is one reservation on one night. It joins the lines that show the same on the page,
// except for the age group and its number of persons.
type stay struct {
	shown
	AgeGroups []ageGroup
	Persons   count

	Night     types.Date
	Anchor    string // names the stay within the page
	Overdue   bool   // present although the booked departure was on this day or before
	NoAdult   bool   // only children are present
	Double    bool   // guests of another reservation are present in the same unit
	Cancelled bool   // the reservation is cancelled
	New       bool   // not present the night before; told for a single night only
	Leaves    bool   // booked to leave on the next day; told for a single night only
}

// shown is what the page shows of a line, apart from its age group.
type shown struct {
	ID          int64
	Number      string
	Name        string
	Unit, Title string // of the accommodation
	From, To    types.Date
	Locality    string
	Country     string
	Document    string
}

// ageGroup is the part of a stay that is of one age group.
type ageGroup struct {
	Name    string
	Persons count
}

// identity is the same for the stays of one reservation on different nights.
func (s shown) identity() any {
	switch {
	case s.ID != 0:
		return s.ID
	case s.Number != "":
		return s.Number
	}
	return s
}

// staysOf puts the age groups of a reservation together, in the order of the service.
// Lines that name no reservation stay apart: they may be of different ones.
func staysOf(night types.Date, items []types.PresenceItem, country func(string) string, adults ageGroups) []stay {
	var stays []stay
	index := map[shown]int{}
	for _, item := range items {
		s := shown{
			ID: item.ReservationID, Number: item.ReservationNumber,
			Name: item.ReservationName, Unit: item.ReservationAccommodationUnitNumber, Title: item.ReservationAccommodationTitle,
			From: item.ReservationDateFrom, To: item.ReservationDateTo,
			Locality: item.GuestLocality, Country: country(item.GuestCountry), Document: item.GuestDocumentType,
		}
		i, found := index[s]
		if !found || keyOf(item) == (reservationKey{}) {
			i = len(stays)
			index[s] = i
			stays = append(stays, stay{shown: s, Night: night, Overdue: overdue(s.To, night)})
		}
		group := ageGroup{Name: item.AgeGroupSpecificationDescription}
		group.Persons.add(item)
		stays[i].AgeGroups = append(stays[i].AgeGroups, group)
		stays[i].Persons.add(item)
	}
	for i := range stays {
		stays[i].NoAdult = onlyChildren(stays[i].AgeGroups, adults)
	}
	return stays
}

// Class is how the row of the stay looks.
func (s stay) Class() string {
	var classes []string
	if s.Overdue || s.NoAdult || s.Double {
		classes = append(classes, "alarm")
	}
	if s.Cancelled {
		classes = append(classes, "cancelled")
	}
	return strings.Join(classes, " ")
}

// overdue reports whether guests who are booked until a day should have left before the night
// that begins on night.
func overdue(until, night types.Date) bool {
	return readable(until) && readable(night) && until.Compare(night) <= 0
}

// onlyChildren reports whether somebody is present and certainly no adult: every age group
// has a name, and a number of persons.
func onlyChildren(groups []ageGroup, adults ageGroups) bool {
	persons := 0
	for _, g := range groups {
		if g.Name == "" || g.Persons.Unknown > 0 || adults.has(g.Name) && g.Persons.Known > 0 {
			return false
		}
		persons += g.Persons.Known
	}
	return persons > 0 && len(adults) > 0
}
