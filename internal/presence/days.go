// SPDX-License-Identifier: MIT

package presence

import "github.com/reservationkit/reservations-go/types"

// maxDays is how many days a register may reach beyond its first day if the caller sets no DateTo.
const maxDays = 3660

// checkInRange refuses a page with a day outside the range. Without a DateTo, the range ends maxDays after its first day.
func (r *reading) checkInRange(days []types.PresenceDay) error {
	for _, day := range days {
		switch date := day.Date; {
		case date.IsZero():
		case date.Compare(r.asked.From) < 0 || !r.asked.To.IsZero() && date.Compare(r.requestedDateTo()) > 0:
			return newContradiction(nil, givenUp, "the day %v is outside the range asked for, %v to %v",
				date, r.asked.From, r.requestedDateTo())
		case r.asked.To.IsZero() && daysBetween(r.asked.From, date) > maxDays:
			return newContradiction(nil, givenUp, "the day %v is more than %d days after %v, and the range was asked for without an end",
				date, maxDays, r.asked.From)
		}
	}
	return nil
}

// checkDays refuses a page that leaves out a day, if any page has a day without items: a service that sends even one day without
// items sends every day. Other services may leave out days on which nobody was present.
func (r *reading) checkDays(pages []*page) error {
	empty := false
	for _, p := range pages {
		for _, day := range p.days {
			empty = empty || len(day.items) == 0 && !day.date.IsZero()
		}
	}
	if !empty {
		return nil
	}
	for _, p := range pages {
		// An entry without a date may be the missing day. A page after the total, or with a larger limit, may have no days.
		if p.hasDay(types.Date{}) || len(p.days) == 0 && (p.room() == 0 || p.limit > r.size) {
			continue
		}
		if err := r.checkAllDaysShown(p); err != nil {
			return err
		}
	}
	return nil
}

// checkAllDaysShown refuses a page that leaves out a day of the range.
func (r *reading) checkAllDaysShown(p *page) error {
	sent := make(map[types.Date]bool, len(p.days))
	for _, day := range p.days {
		sent[day.date] = true
	}
	for date := r.asked.From; date.Compare(r.lastDay) <= 0; date = date.AddDays(1) {
		if !sent[date] {
			return newContradiction(nil, moved,
				"the page at offset %d leaves out the day %v, although the service sends days without items", p.offset, date)
		}
	}
	return nil
}

// fillDays adds the days that the service leaves out between the first day asked for and lastDay.
func (r *reading) fillDays(days []compactDay) []compactDay {
	dated := len(days) // after the loop: how many entries have a date; the entries without a date come last
	for dated > 0 && days[dated-1].date.IsZero() {
		dated--
	}
	// Without a DateTo, an entry without a date may be of a day after lastDay, so the last day of the register is unknown.
	if r.lastDay.IsZero() || r.asked.To.IsZero() && dated < len(days) {
		return days
	}
	filled := make([]compactDay, daysBetween(r.asked.From, r.lastDay)+1)
	for i := range filled {
		filled[i].date = r.asked.From.AddDays(i)
	}
	for _, day := range days[:dated] {
		filled[daysBetween(r.asked.From, day.date)] = day
	}
	return append(filled, days[dated:]...)
}

// daysBetween returns the number of days from one date to another: 2 from 6 to 8 July.
func daysBetween(from, to types.Date) int {
	const day = 24 * 60 * 60 // every day in UTC has this number of seconds
	return int((to.Midnight().Unix() - from.Midnight().Unix()) / day)
}
