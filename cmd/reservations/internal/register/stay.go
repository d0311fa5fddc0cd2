// SPDX-License-Identifier: MIT

package register

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
	"github.com/reservationkit/reservations-go/types"
)

// stay is one reservation on one night. It joins the lines that show the same on the page,
// except for the age group and its number of persons.
type stay struct {
	shown
	AgeGroups []ageGroup
	Persons   count

	Night   types.Date
	Anchor  string // names the stay within the page
	Overdue bool   // present although the booked departure was on this day or before
	Double  bool   // guests of another reservation are present in the same unit
	New     bool   // not present the night before; told for a single night only
	Leaves  bool   // booked to leave on the next day; told for a single night only
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
func staysOf(night types.Date, items []types.PresenceItem, country func(string) string) []stay {
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
	return stays
}

// IsAlarm reports whether the desk has to act on the stay.
func (s stay) IsAlarm() bool { return s.Overdue || s.Double }

// overdue reports whether guests who are booked until a day should have left before the night that begins on night.
func overdue(until, night types.Date) bool {
	return !until.IsZero() && until.Compare(night) <= 0
}

// sortStays sorts by unit and then by name, without regard to capitals and accents, and with C2 before C10. What
// is not stated comes last.
func sortStays(stays []stay) {
	slices.SortStableFunc(stays, func(a, b stay) int {
		return cmp.Or(compare(a.Unit, b.Unit), compare(a.Name, b.Name))
	})
}

func compare(a, b string) int {
	if (a == "") != (b == "") {
		return cmp.Compare(len(b), len(a))
	}
	return strings.Compare(sortKey(a), sortKey(b))
}

var digits = regexp.MustCompile(`[0-9]+`)

// sortKey returns a text whose numbers all have the same length.
func sortKey(text string) string {
	return digits.ReplaceAllStringFunc(countries.Fold(text), func(number string) string { return fmt.Sprintf("%020s", number) })
}
