// SPDX-License-Identifier: MIT

package doctor

// totals compares the X-Total-Count of all pages of the register.
func totals(p *probe) finding {
	seen, unread, differ, ownTotal, first := 0, 0, 0, 0, -1
	for _, id := range pagesOfRegister {
		found := p.page(id)
		switch {
		case found == nil:
			continue
		case found.total < 0:
			unread++
		case first < 0:
			first = found.total
		case found.total != first:
			differ++
		}
		seen++
		if found.total == len(found.ids) {
			ownTotal++
		}
	}
	switch {
	case seen == 0:
		return failed(p, pagesOfRegister[0])
	case unread == seen:
		return serious(say("no page of %d has an X-Total-Count that can be read", seen),
			"No register can be read: it cannot be shown to be complete. Read single pages, and tell us.")
	case unread > 0:
		return serious(say("%d of %d pages have no X-Total-Count", unread, seen), "A walk that meets such a page fails.")
	case differ > 0 && ownTotal == seen:
		return serious(say("it counts the reservations that the page shows"), "A register of several pages fails: its end cannot be found.")
	case differ > 0:
		return undetermined(say("%d of %d pages have another total than the first; reservations may have changed meanwhile", differ, seen))
	case seen == 1:
		return undetermined(say("only one page was read"))
	}
	return confirmed(say("it is the same on %d pages", seen))
}

// counted compares X-Total-Count with what the pages show.
func counted(p *probe) finding {
	if id := p.missing("register.large", "register.two-days"); id != "" {
		return failed(p, id)
	}
	all, days, last := p.page("register.large"), p.page("register.two-days"), p.page("register.last")
	total, shown := all.total, len(all.ids)
	evidence := say("X-Total-Count is %d, where %d [reservation is|reservations are] shown in %d [item|items]", total, shown, all.count)
	const refused = "A register may be refused as incomplete. Tell us, please."
	switch {
	case total < 0:
		return undetermined(say("there is no total"))
	case shown == 0:
		return undetermined(say("nobody is shown")).because(evidence)
	case total == all.count && days.total == days.count && total > shown && days.count > 0:
		return contradicted(say("it equals the number of items"),
			"Registers are complete, but take requests after the last reservation, and progress is wrong.").because(evidence)
	case total < shown && total == (shown+small-1)/small:
		return serious(say("it equals the number of pages of 25"), refused).because(evidence)
	case total < shown:
		return serious(say("it is less than the reservations that are shown"), refused).because(evidence)
	case total == shown:
		return confirmed(say("it equals the number of reservations that are shown")).because(evidence)
	case total > large || !all.ends(last):
		return undetermined(say("no page shows all reservations")).because(evidence)
	}
	return confirmed(say("it counts more reservations than are shown, as where some have not checked in")).because(evidence)
}

// dateTo looks for yesterday in a range that ends yesterday, and in one that begins then.
func dateTo(p *probe) finding {
	if id := p.missing("register.two-days", "register.next-day"); id != "" {
		return failed(p, id)
	}
	until, from := p.page("register.two-days"), p.page("register.next-day")
	evidence := say("days in a range of two: %d", len(until.days))
	switch {
	case until.hasDay(p.last()):
		return confirmed(say("the last day of the range is there")).because(evidence)
	case from.hasDay(p.last()):
		return contradicted(say("the last day of the range is left out"), "Ask for one day more wherever you set DateTo.").because(evidence)
	}
	return undetermined(say("yesterday is in no range: nobody may have been present")).because(evidence)
}
