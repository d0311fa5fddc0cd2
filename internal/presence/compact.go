// SPDX-License-Identifier: MIT

package presence

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// compactDay is how a day is kept while a register is read. Most items are the same on every night of a stay, so several days
// share one compactItem.
type compactDay struct {
	date  types.Date
	items []*compactItem // the items of the day, nil if the service sent no list
	extra types.Extra
}

// compactItem is an item and the reservation that it names.
type compactItem struct {
	types.PresenceItem
	who reservation // only its number, if the item has no id, until fillInID puts the id in its place
}

// compact copies days, so that their memory can be freed. It returns the copies, and a list of all copied items. Equal items of
// several days share one copy: a stay of 14 nights has two copies, one of the item for adults and one of the item for children.
func compact(days []types.PresenceDay) (all []compactDay, items []*compactItem) {
	type group struct {
		who      reservation
		ageGroup string
	}
	last := map[group]*compactItem{}
	all = make([]compactDay, len(days))
	for d, from := range days {
		to := &all[d]
		to.date, to.extra = from.Date, from.Extra
		if from.Items != nil {
			to.items = make([]*compactItem, len(from.Items))
		}
		for i := range from.Items {
			item := &from.Items[i]
			key := group{reservationNamedBy(item), item.AgeGroupSpecificationDescription}
			known := last[key]
			if known == nil || !identical(&known.PresenceItem, item) {
				known = &compactItem{*item, key.who}
				last[key] = known
				items = append(items, known)
			}
			to.items[i] = known
		}
	}
	return all, items
}

// identical reports whether two items are equal in every field. If Modified is 14:30+05:30 in one item and 09:00Z in the other,
// they are not identical, although both mean the same time.
func identical(a, b *types.PresenceItem) bool {
	return a.ReservationID == b.ReservationID && a.ReservationNumber == b.ReservationNumber && texts(a) == texts(b) &&
		a.ReservationDateFrom == b.ReservationDateFrom && a.ReservationDateTo == b.ReservationDateTo &&
		(a.NumOfPersons == nil) == (b.NumOfPersons == nil) && a.Persons() == b.Persons() &&
		(a.Modified == b.Modified || a.Modified.String() == b.Modified.String()) &&
		maps.EqualFunc(a.Extra, b.Extra, func(x, y json.RawMessage) bool { return bytes.Equal(x, y) })
}

// expand returns the days, each with its own copies of the items: if a caller changes an item of one day, the other days stay
// as they are. The field Items of a day is never nil.
func expand(all []compactDay) []types.PresenceDay {
	days := make([]types.PresenceDay, 0, len(all))
	// Seven days share one array of items: Go rounds up the size of each array, so seven arrays would waste more memory.
	for some := range slices.Chunk(all, 7) {
		n := 0
		for _, d := range some {
			n += len(d.items)
		}
		items, persons := make([]types.PresenceItem, 0, n), make([]int, 0, n)
		for _, d := range some {
			start := len(items)
			for _, shared := range d.items {
				item := shared.PresenceItem
				if item.NumOfPersons != nil {
					persons = append(persons, *item.NumOfPersons)
					item.NumOfPersons = &persons[len(persons)-1]
				}
				item.Extra = maps.Clone(item.Extra)
				for name, value := range item.Extra {
					item.Extra[name] = bytes.Clone(value)
				}
				items = append(items, item)
			}
			days = append(days, types.PresenceDay{Date: d.date, Items: items[start:len(items):len(items)], Extra: d.extra})
		}
	}
	return days
}
