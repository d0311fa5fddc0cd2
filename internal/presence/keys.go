// SPDX-License-Identifier: MIT

package presence

// keysFound counts the entries that have a key.
type keysFound struct{ days, dates, lists, items, names, persons int }

func (n *keysFound) add(p *page) {
	n.days += len(p.days)
	for _, day := range p.days {
		n.dates += count(!day.date.IsZero())
		n.lists += count(day.items != nil)
		n.items += len(day.items)
		for _, item := range day.items {
			n.names += count(item.who != Reservation{})
			n.persons += count(item.NumOfPersons != nil)
		}
	}
}

// checkKeys refuses pages on which a key is missing everywhere that the register cannot do
// without. A service that renames a key would otherwise empty the register. That a single
// entry lacks a key is allowed.
func checkKeys(pages []*page) error {
	if len(pages) == 0 || pages[0].total == 0 {
		return nil
	}
	var n keysFound
	for _, p := range pages {
		n.add(p)
		if n.dates > 0 && n.names > 0 && n.persons > 0 { // names are in a list
			return nil
		}
	}
	switch {
	case n.days == 0:
		return contradict(final, "the service counts %d reservations and sends no days", pages[0].total)
	case n.dates == 0:
		return contradict(final, "no day has the key date")
	case n.lists == 0:
		return contradict(final, "no day has the key items")
	case n.items > 0 && n.names == 0:
		return contradict(final, "no item has the key reservationId or reservationNumber")
	case n.items > 0 && n.persons == 0:
		return contradict(final, "no item has the key numOfPersons")
	}
	return nil
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
