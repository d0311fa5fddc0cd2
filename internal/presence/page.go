// SPDX-License-Identifier: MIT

package presence

import "github.com/reservationkit/reservations-go/types"

// page is one page of the register, and what it shows. A reservation shows on a page if an item on the page names it.
type page struct {
	offset, limit, total int
	days                 []compactDay
	dayAfter             int            // how many entries of the day after DateTo were removed
	items                []*compactItem // the items of all days; see compact
	who                  map[reservation]bool
	nameless             bool       // at least one item names no reservation
	dayTwice             types.Date // a day with two entries that contradict each other (see mergeEntries), or zero
}

func newPage(got RawPage, offset, limit int) *page {
	days, items := compact(got.Days)
	p := &page{offset: offset, limit: limit, total: got.Total, dayAfter: got.dayAfter, items: items, who: map[reservation]bool{}}
	p.days, p.dayTwice = mergeEntries(days)
	for _, item := range items {
		if item.who != (reservation{}) {
			p.who[item.who] = true
		} else {
			p.nameless = true
		}
	}
	return p
}

// checkConsistent refuses a page that contradicts itself, such as a page with limit 25 that shows 30 reservations.
func (p *page) checkConsistent() error {
	switch {
	case !p.dayTwice.IsZero():
		return newContradiction(nil, moved, "the page at offset %d has two entries for the day %v that are not two parts of it: "+
			"one is empty, or both have the same item", p.offset, p.dayTwice)
	case p.room() == 0 && (len(p.who) > 0 || p.nameless):
		return newContradiction(p, wrongOffset, "the page at offset %d shows reservations, although X-Total-Count is %d",
			p.offset, p.total)
	case len(p.who) > p.room():
		return newContradiction(p, wrongOffset,
			"the page at offset %d shows %d reservations, but with limit %d and X-Total-Count %d it can hold %d",
			p.offset, len(p.who), p.limit, p.total, p.room())
	}
	return nil
}

// end returns the offset at which the page should end: 40 for offset 25, limit 25 and a total of 40.
func (p *page) end() int { return min(p.offset+p.limit, p.total) }

// room returns how many reservations the page can hold: 15 for offset 25, limit 25 and a total of 40.
func (p *page) room() int { return max(0, p.end()-p.offset) }

// overlaps reports whether two pages should have a place in common.
func (p *page) overlaps(other *page) bool { return p.offset < other.end() && other.offset < p.end() }

// agreesWith reports whether two pages have the same total, and show the same items on the same days; see daysAgree.
func (p *page) agreesWith(other *page) bool {
	return p.total == other.total && daysAgree(p.days, other.days)
}

// countShared counts the reservations that show on both pages.
func (p *page) countShared(other *page) (n int) {
	for who := range p.who {
		n += oneIf(other.who[who])
	}
	return n
}

// countItemsOfSharedReservations returns how often p shows each item on each day, for the reservations that the other page
// shows too.
func (p *page) countItemsOfSharedReservations(other *page) map[itemKey]int {
	items := map[itemKey]int{}
	for _, day := range p.days {
		for _, item := range day.items {
			if other.who[item.who] {
				items[item.key(day.date)]++
			}
		}
	}
	return items
}
