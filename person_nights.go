// SPDX-License-Identifier: MIT

package reservations

import (
	"cmp"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// PersonNights is the number of person-nights of one country and one age group. One
// person who is present for one night is one person-night.
type PersonNights struct {
	// Country is the country of the guest as the service writes it; "" when it was not
	// given.
	Country string
	// AgeGroup is the description of the age group; "" when it was not given, as in a
	// register that was asked for grouped.
	AgeGroup string
	// Count is the number of person-nights: the sum of the persons over all nights.
	Count int
	// ItemsWithoutPersons is the number of items for which the service did not say how many
	// persons they stand for. Count does not contain their persons.
	ItemsWithoutPersons int
}

// CountPersonNights adds up the night register by country and age group, over all days. The
// result is sorted by country and then by age group, both in byte order, so "" comes
// first. A country or age group that was not given is a separate group. Names are
// compared as they are written: "NL" and "nl" are two countries.
//
// Pass it the days of [ReportsService.Presence]; a single page would give a part of the
// numbers. It does not change days.
func CountPersonNights(days []types.PresenceDay) []PersonNights {
	type group struct{ country, ageGroup string }
	groups := map[group]*PersonNights{}
	for _, day := range days {
		for _, item := range day.Items {
			key := group{item.GuestCountry, item.AgeGroupSpecificationDescription}
			nights := groups[key]
			if nights == nil {
				nights = &PersonNights{Country: key.country, AgeGroup: key.ageGroup}
				groups[key] = nights
			}
			nights.Count += item.Persons()
			if item.NumOfPersons == nil {
				nights.ItemsWithoutPersons++
			}
		}
	}
	sorted := make([]PersonNights, 0, len(groups))
	for _, nights := range groups {
		sorted = append(sorted, *nights)
	}
	slices.SortFunc(sorted, func(a, b PersonNights) int {
		return cmp.Or(cmp.Compare(a.Country, b.Country), cmp.Compare(a.AgeGroup, b.AgeGroup))
	})
	return sorted
}
