// SPDX-License-Identifier: MIT

package presence

import (
	"maps"
	"math"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// passesAgree reports whether two passes in a row show the same register. Before it compares, it gives ids to the items of the
// earlier pass: an item with only the number "R7" gets id 7 if a later page has shown "R7" with id 7.
func (r *reading) passesAgree(before, days []compactDay) bool {
	for _, day := range before {
		for _, item := range day.items {
			item.fillInID(r.numbers.ids)
		}
	}
	return daysAgree(before, days)
}

// daysAgree reports whether two registers have the same days with the same items, in any order. It compares items by itemKey.
func daysAgree(a, b []compactDay) bool {
	return slices.EqualFunc(a, b, func(x, y compactDay) bool {
		return x.date == y.date && maps.Equal(countItems(x), countItems(y))
	})
}

// countItems returns how often each itemKey is in a day.
func countItems(day compactDay) map[itemKey]int {
	n := make(map[itemKey]int, len(day.items))
	for _, item := range day.items {
		n[item.key(day.date)]++
	}
	return n
}

// itemKey holds the day of an item, and the fields that must be the same in two passes and on two pages. It leaves out Modified
// and undocumented fields, which may change although the register stays the same.
type itemKey struct {
	day      types.Date
	who      reservation // the reservation, whose id may come from another item with the same number
	texts    [7]string
	from, to types.Date
	persons  int // the number of persons, math.MinInt if the service sent no number
}

// key returns the itemKey of an item on a day.
func (i *compactItem) key(day types.Date) itemKey {
	key := itemKey{
		day: day, who: i.who, texts: texts(&i.PresenceItem), persons: math.MinInt,
		from: i.ReservationDateFrom, to: i.ReservationDateTo,
	}
	if i.NumOfPersons != nil {
		key.persons = *i.NumOfPersons
	}
	return key
}

// texts returns the texts of an item, except the number of the reservation.
func texts(i *types.PresenceItem) [7]string {
	return [7]string{
		i.ReservationName, i.ReservationAccommodationTitle, i.ReservationAccommodationUnitNumber,
		i.AgeGroupSpecificationDescription, i.GuestLocality, i.GuestCountry, i.GuestDocumentType,
	}
}
