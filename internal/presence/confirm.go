package presence

import "github.com/reservationkit/reservations-go/types"

// same reports whether two registers show the same: on every day the same items, in
// whatever order. When a reservation was last modified does not count, because that
// changes for edits that do not touch the register.
func same(a, b []types.PresenceDay) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Date != b[i].Date || len(a[i].Items) != len(b[i].Items) {
			return false
		}
		left := map[itemKey]int{}
		for j := range a[i].Items {
			left[keyOf(a[i].Items[j])]++
		}
		for j := range b[i].Items {
			key := keyOf(b[i].Items[j])
			if left[key] == 0 {
				return false
			}
			left[key]--
		}
	}
	return true
}

// itemKey is an item in a form that == compares.
type itemKey struct {
	item    types.PresenceItem
	given   bool
	persons int
}

func keyOf(item types.PresenceItem) itemKey {
	key := itemKey{given: item.NumOfPersons != nil}
	if key.given {
		key.persons = *item.NumOfPersons
	}
	item.NumOfPersons, item.Modified = nil, types.DateTime{}
	key.item = item
	return key
}
