// SPDX-License-Identifier: MIT

package presence

import (
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

func (p *park) unless(refused bool, q query) answer {
	if refused {
		return answer{err: errTooLarge}
	}
	return p.honest(q)
}

func (p *park) hide(q query, hidden func([]guest) bool) answer {
	a := p.honest(q)
	if hidden(a.rows) {
		a.rows = nil
	}
	return a
}

func (p *park) withTotal(q query, total int) answer {
	a := p.honest(q)
	a.total = max(0, total)
	return a
}

func (p *park) withDays(q query, change func([]types.PresenceDay) []types.PresenceDay) answer {
	return p.now(q, true, change)
}

func (p *park) now(q query, is bool, change func([]types.PresenceDay) []types.PresenceDay) answer {
	a := p.honest(q)
	if is {
		a.days = change
	}
	return a
}

// endsBefore serves a range that does not include the day of dateTo.
func (p *park) endsBefore(q query, change func([]types.PresenceDay) []types.PresenceDay) answer {
	a := p.withDays(q, change)
	a.nights = q.nights - 1
	return a
}

func withoutEmpty(days []types.PresenceDay) []types.PresenceDay {
	return slices.DeleteFunc(days, func(d types.PresenceDay) bool { return len(d.Items) == 0 })
}

func withoutDay(n int) func([]types.PresenceDay) []types.PresenceDay {
	return func(days []types.PresenceDay) []types.PresenceDay { return slices.Delete(days, n, n+1) }
}

func twiceDay(n int) func([]types.PresenceDay) []types.PresenceDay {
	return func(days []types.PresenceDay) []types.PresenceDay { return slices.Insert(days, n, days[n]) }
}

// dayForNext lists a day twice and leaves out the last one, as a service does that steps from
// midnight to midnight by 24 hours where a day has 25.
func dayForNext(n int) func([]types.PresenceDay) []types.PresenceDay {
	return func(days []types.PresenceDay) []types.PresenceDay {
		return slices.Insert(days, n, days[n])[:len(days)]
	}
}

// inParts lists every day with two items or more as two entries.
func inParts(days []types.PresenceDay) (parts []types.PresenceDay) {
	for _, d := range days {
		if half := len(d.Items) / 2; half > 0 {
			parts = append(parts, types.PresenceDay{Date: d.Date, Items: d.Items[:half]})
			d.Items = d.Items[half:]
		}
		parts = append(parts, d)
	}
	return parts
}

// named leaves the id out of items, unless keeps says otherwise.
func named(keeps func(id, night int) bool) func([]types.PresenceDay) []types.PresenceDay {
	return func(days []types.PresenceDay) []types.PresenceDay {
		for night, d := range days {
			for i := range d.Items {
				if !keeps(int(d.Items[i].ReservationID), night) {
					d.Items[i].ReservationID = 0
				}
			}
		}
		return days
	}
}

// nameless leaves the id and the number out of the items of every n-th reservation.
func nameless(n int) func([]types.PresenceDay) []types.PresenceDay {
	return func(days []types.PresenceDay) []types.PresenceDay {
		for _, d := range days {
			for i := range d.Items {
				if item := &d.Items[i]; int(item.ReservationID)%n == 0 {
					*item = types.PresenceItem{NumOfPersons: item.NumOfPersons, ReservationName: item.ReservationNumber}
				}
			}
		}
		return days
	}
}

// page makes the days of an answer.
func (a answer) page() (RawPage, error) {
	days := make([]types.PresenceDay, a.nights)
	for night := range days {
		days[night] = types.PresenceDay{Date: july1.AddDays(night), Items: []types.PresenceItem{}}
		for _, g := range a.rows {
			if g.on>>night&1 == 1 {
				days[night].Items = append(days[night].Items, itemOf(g.id))
			}
		}
	}
	if a.days != nil {
		days = a.days(days)
	}
	return RawPage{Days: days, Total: a.total}, a.err
}
