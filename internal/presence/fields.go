// SPDX-License-Identifier: MIT

package presence

// checkFields refuses pages if all days or all items lack a field that the register needs. For example, the service may have
// renamed numOfPersons.
func checkFields(pages []*page) error {
	var days, dates, lists, items, names, persons int
	for _, p := range pages {
		days, dates, lists = days+p.dayAfter, dates+p.dayAfter, lists+p.dayAfter
		days += len(p.days)
		for _, day := range p.days {
			dates += oneIf(!day.date.IsZero())
			lists += oneIf(day.items != nil)
		}
		items += len(p.items)
		for _, item := range p.items {
			names += oneIf(item.who != reservation{})
			persons += oneIf(item.NumOfPersons != nil)
		}
	}
	switch {
	case pages[0].total == 0:
		return nil
	case days == 0:
		return newContradiction(nil, givenUp, "the service counts %d reservations and sends no days", pages[0].total)
	case dates == 0:
		return newContradiction(nil, givenUp, "no day has the key date")
	case lists == 0:
		return newContradiction(nil, givenUp, "no day has the key items")
	case items > 0 && names == 0:
		return newContradiction(nil, givenUp, "no item has the key reservationId or reservationNumber")
	case items > 0 && persons == 0:
		return newContradiction(nil, givenUp, "no item has the key numOfPersons")
	}
	return nil
}

// oneIf returns 1 if a condition is true, and otherwise 0.
func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
