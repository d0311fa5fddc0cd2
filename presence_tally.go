// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// PresenceTally is the number of person-nights of one country and one age group. One
// person who is present for one night is one person-night.
type PresenceTally struct {
	// Country is the country of the guest as the service writes it; "" when it was not
	// given.
	Country string
	// AgeGroup is the description of the age group; "" when it was not given, as in a
	// register that was asked for grouped.
	AgeGroup string
	// PersonNights is the sum of the persons over all nights.
	PersonNights int
	// Unknown is the number of items for which the service did not say how many persons
	// they stand for. PersonNights does not contain them.
	Unknown int
}

// TallyPresence adds up the night register by country and age group, over all days. The
// result is sorted by country and then by age group, both in byte order, so "" comes
// first. A country or age group that was not given is a separate group. Names are
// compared as they are written: "NL" and "nl" are two countries.
//
// Pass it the days of [ReportsService.Presence]; a single page would give a part of the
// numbers. It does not change days.
func TallyPresence(days []types.PresenceDay) []PresenceTally {
	type group struct{ country, ageGroup string }
	tallies := map[group]*PresenceTally{}
	for _, day := range days {
		for _, item := range day.Items {
			key := group{item.GuestCountry, item.AgeGroupSpecificationDescription}
			tally := tallies[key]
			if tally == nil {
				tally = &PresenceTally{Country: key.country, AgeGroup: key.ageGroup}
				tallies[key] = tally
			}
			tally.PersonNights += item.Persons()
			if item.NumOfPersons == nil {
				tally.Unknown++
			}
		}
	}
	sorted := make([]PresenceTally, 0, len(tallies))
	for _, tally := range tallies {
		sorted = append(sorted, *tally)
	}
	slices.SortFunc(sorted, func(a, b PresenceTally) int {
		return cmp.Or(cmp.Compare(a.Country, b.Country), cmp.Compare(a.AgeGroup, b.AgeGroup))
	})
	return sorted
}
