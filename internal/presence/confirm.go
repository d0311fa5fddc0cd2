package presence

import (
	"cmp"

	"github.com/reservationkit/reservations-go/types"
)

// same reports whether two registers show the same: on every day the same items, in
// whatever order. When a reservation was last modified does not count, because that
// changes for edits that do not touch the register.
func same(a, b []foldedDay) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].date != b[i].date || len(a[i].items) != len(b[i].items) {
			return false
		}
		left := map[itemKey]int{}
		for _, item := range a[i].items {
			left[item.key()]++
		}
		for _, item := range b[i].items {
			key := item.key()
			if left[key] == 0 {
				return false
			}
			left[key]--
		}
	}
	return true
}

// itemKey is what the register says in an item, in a form that == compares. Undocumented
// fields are not the register, and may change from one reading to the next.
type itemKey struct {
	id                       int64
	number, name             string
	accommodation, unit      string
	from, to                 types.Date
	ageGroup                 string
	persons                  int
	given                    bool // persons were
	locality, country, proof string
}

// key says the same of an item whose reservation may be known from another one.
func (i *foldedItem) key() itemKey {
	key := keyOf(i.PresenceItem)
	key.id, key.number = i.who.ID, i.who.Number
	return key
}

// plainDay returns the day without the form in which it was sent, unless it cannot be read.
func plainDay(d types.Date) types.Date { return cmp.Or(d.Plain(), d) }

func keyOf(item types.PresenceItem) itemKey {
	key := itemKey{
		id: item.ReservationID, number: item.ReservationNumber, name: item.ReservationName,
		accommodation: item.ReservationAccommodationTitle, unit: item.ReservationAccommodationUnitNumber,
		from: plainDay(item.ReservationDateFrom), to: plainDay(item.ReservationDateTo),
		ageGroup: item.AgeGroupSpecificationDescription, given: item.NumOfPersons != nil,
		locality: item.GuestLocality, country: item.GuestCountry, proof: item.GuestDocumentType,
	}
	if key.given {
		key.persons = *item.NumOfPersons
	}
	return key
}
