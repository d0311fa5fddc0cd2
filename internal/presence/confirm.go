// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// same reports whether two registers show the same: on every day the same items, in
// whatever order. When a reservation was last modified does not count, because that
// changes for edits that do not touch the register.
func same(a, b []foldedDay) bool {
	return slices.EqualFunc(a, b, func(x, y foldedDay) bool {
		return x.date == y.date && maps.Equal(counts(x.items), counts(y.items))
	})
}

// counts returns how often each item is there.
func counts(items []*foldedItem) map[itemKey]int {
	n := make(map[itemKey]int, len(items))
	for _, item := range items {
		n[item.key()]++
	}
	return n
}

// itemKey is what the register says in an item, in a form that == compares. Undocumented
// fields are not the register, and may change from one reading to the next.
type itemKey struct {
	who      Reservation // who may be known from another item
	texts    [7]string
	from, to types.Date
	persons  int // math.MinInt when the service sent no number
}

func (i *foldedItem) key() itemKey {
	key := itemKey{
		who: i.who, texts: texts(&i.PresenceItem), persons: math.MinInt,
		from: plainDay(i.ReservationDateFrom), to: plainDay(i.ReservationDateTo),
	}
	if i.NumOfPersons != nil {
		key.persons = *i.NumOfPersons
	}
	return key
}

// texts returns the texts of an item, but for the number of the reservation.
func texts(i *types.PresenceItem) [7]string {
	return [7]string{
		i.ReservationName, i.ReservationAccommodationTitle, i.ReservationAccommodationUnitNumber,
		i.AgeGroupSpecificationDescription, i.GuestLocality, i.GuestCountry, i.GuestDocumentType,
	}
}

// plainDay returns the day without the form in which it was sent, unless it cannot be read.
func plainDay(d types.Date) types.Date { return cmp.Or(d.Plain(), d) }
