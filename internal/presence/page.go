// SPDX-License-Identifier: MIT

package presence

import "github.com/reservationkit/reservations-go/types"

// page is one page of the register, and what it shows.
type page struct {
	offset, limit, total int
	days                 []foldedDay
	next                 int           // entries for the day after DateTo that were left out
	items                []*foldedItem // each once
	who                  map[Reservation]bool
	anonymous            bool       // there are items that name no reservation
	undated              bool       // there are entries without a date
	twice                types.Date // a day with two entries that cannot be parts of it
}

func newPage(got Page, offset, limit int) *page {
	days, items := fold(got.Days)
	p := &page{offset: offset, limit: limit, total: got.Total, next: got.next, items: items, who: map[Reservation]bool{}}
	p.days, p.twice = joinParts(days)
	for _, day := range days {
		p.undated = p.undated || day.date.IsZero()
	}
	for _, item := range items {
		if item.who != (Reservation{}) {
			p.who[item.who] = true
		} else {
			p.anonymous = true
		}
	}
	return p
}

// check refuses a page that is wrong whatever other pages show.
func (p *page) check() error {
	switch {
	case !p.twice.IsZero():
		return contradict(nil, moved, "the page at offset %d has two entries for the day %v that are not two parts of it: "+
			"one is empty, or both have the same item", p.offset, p.twice)
	case p.room() == 0 && (len(p.who) > 0 || p.anonymous):
		return contradict(p, misplaced, "the page at offset %d shows reservations, although X-Total-Count is %d",
			p.offset, p.total)
	case len(p.who) > p.room():
		return contradict(p, misplaced,
			"the page at offset %d shows %d reservations, but with limit %d and X-Total-Count %d it can hold %d",
			p.offset, len(p.who), p.limit, p.total, p.room())
	}
	return nil
}

// end is where the page should end, counted in reservations from the very first.
func (p *page) end() int { return min(p.offset+p.limit, p.total) }

// room is how many reservations the page can hold.
func (p *page) room() int { return max(0, p.end()-p.offset) }

// meets reports whether the ranges of two pages overlap.
func (p *page) meets(other *page) bool { return p.offset < other.end() && other.offset < p.end() }

// equals reports whether two pages show the same items on the same days.
func (p *page) equals(other *page) bool {
	return p.total == other.total && same(p.days, other.days)
}

// shared counts the reservations that show on both pages.
func (p *page) shared(other *page) (n int) {
	for who := range p.who {
		n += count(other.who[who])
	}
	return n
}

// itemsShared returns the items of the reservations that show on both pages, and how often each
// item shows on each day of p.
func (p *page) itemsShared(other *page) map[dayItem]int {
	items := map[dayItem]int{}
	for _, day := range p.days {
		for _, item := range day.items {
			if other.who[item.who] {
				items[dayItem{day.date, item.key()}]++
			}
		}
	}
	return items
}

// dayItem is an item on a day.
type dayItem struct {
	date types.Date
	item itemKey
}
