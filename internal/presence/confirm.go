// SPDX-License-Identifier: MIT

package presence

import (
	"maps"
	"math"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// sameAsBefore reports whether two walks in a row show the same register. An item of the first walk may have only the number
// of its reservation. If a later page has shown which id belongs to this number, the item first gets the id.
func (r *reading) sameAsBefore(before, days []compactDay) bool {
	for _, day := range before {
		for _, item := range day.items {
			item.useID(r.numbers.ids)
		}
	}
	return sameItemsByDay(before, days)
}

// sameItemsByDay reports whether two registers have the same items on every day, in any order. It ignores the time of the last
// modification, which also changes for edits that do not concern the register.
func sameItemsByDay(a, b []compactDay) bool {
	return slices.EqualFunc(a, b, func(x, y compactDay) bool {
		return x.date == y.date && maps.Equal(itemCounts(x.items), itemCounts(y.items))
	})
}

// itemCounts returns how often each item is in a list.
func itemCounts(items []*compactItem) map[itemKey]int {
	n := make(map[itemKey]int, len(items))
	for _, item := range items {
		n[item.key()]++
	}
	return n
}

// itemKey holds the fields of an item that are compared between two walks, in a form that == can compare. Undocumented
// fields are left out, because they may change from one walk to the next.
type itemKey struct {
	who      Reservation // the id may come from another item with the same number
	texts    [7]string
	from, to types.Date
	persons  int // the number of persons, math.MinInt if the service sent no number
}

func (i *compactItem) key() itemKey {
	key := itemKey{
		who: i.who, texts: texts(&i.PresenceItem), persons: math.MinInt,
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
