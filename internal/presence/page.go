package presence

import (
	"context"
	"fmt"

	"github.com/reservationkit/reservations-go/types"
)

// maxReservations bounds the total that a walk believes.
const maxReservations = 1_000_000

// page is one page with what it shows.
type page struct {
	offset, limit, total int
	days                 []foldedDay
	items                []*foldedItem // each once
	who                  map[Reservation]bool
	anonymous            bool       // there are items that name no reservation
	undated              bool       // there are entries without a date
	twice                types.Date // a day with two entries that cannot be parts of it
}

// behind reads a page that begins at the total or after it, which must show no reservation.
func (r *run) behind(ctx context.Context, total, offset, limit int) error {
	p, err := r.fetchBehind(ctx, total, offset, limit)
	if err != nil {
		return err
	}
	return r.mustBeEmpty(p, total)
}

// fetchBehind reads a page that begins at the total or after it. A service may refuse such an
// offset, which says the same as an empty page.
func (r *run) fetchBehind(ctx context.Context, total, offset, limit int) (*page, error) {
	p, err := r.fetch(ctx, offset, limit)
	if err != nil && r.Refused(err) {
		return newPage(Page{Total: total}, offset, limit), nil
	}
	return p, err
}

// mustBeEmpty checks a page that begins at the total or after it.
func (r *run) mustBeEmpty(p *page, total int) error {
	if err := r.keep(p); err != nil { // a contradiction when anybody shows
		return err
	}
	if p.total != total {
		return totalChanged(total, p.total)
	}
	return nil
}

func newPage(got Page, offset, limit int) *page {
	days, items := fold(got.Days)
	p := &page{offset: offset, limit: limit, total: got.Total, items: items, who: map[Reservation]bool{}}
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

// end is where the page should end, counted in reservations from the very first.
func (p *page) end() int { return min(p.offset+p.limit, p.total) }

// room is how many reservations the page can hold.
func (p *page) room() int { return max(0, p.end()-p.offset) }

// equals reports whether two pages show the same items on the same days.
func (p *page) equals(other *page) bool {
	return p.total == other.total && same(p.days, other.days)
}

// shared counts the reservations that show on both pages.
func (p *page) shared(other *page) (n int) {
	for who := range p.who {
		if other.who[who] {
			n++
		}
	}
	return n
}

// itemsShared returns how often each item of each day shows of those reservations that show
// on the other page too.
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

// page reads one page and checks what can be told of it alone.
func (r *run) page(ctx context.Context, offset, limit int) (*page, error) {
	p, err := r.fetch(ctx, offset, limit)
	if err != nil {
		return nil, err
	}
	if err := r.keep(p); err != nil {
		return nil, err
	}
	return p, nil
}

// fetch reads one page, also while others are read.
func (r *run) fetch(ctx context.Context, offset, limit int) (*page, error) {
	got, err := r.Fetch(ctx, offset, limit, r.state.Walks > 1)
	if err != nil {
		return nil, err
	}
	for i := range got.Days {
		day := &got.Days[i]
		if day.Date.Plain().IsZero() && !day.Date.IsZero() {
			return nil, contradict(hopeless, "entry %d of the page at offset %d has a date that cannot be read", i, offset)
		}
		day.Date = day.Date.Plain() // pages can write the same day in different forms
	}
	r.note(got)
	switch {
	case got.BadTotal != "":
		return nil, contradict(hopeless, "%s", got.BadTotal)
	case got.Total > maxReservations:
		return nil, contradict(hopeless, "X-Total-Count is %d, and no more than %d are believed", got.Total, maxReservations)
	}
	return newPage(got, offset, limit), nil
}

// keep remembers a page for as long as its walk lasts: also what was read for a proof alone
// shows days and reservations. It checks what can be told of the page alone.
func (r *run) keep(p *page) error {
	r.read = append(r.read, p)
	r.identify(p)
	var reason string
	switch {
	case !p.twice.IsZero():
		return contradict(moved, "the page at offset %d has two entries for the day %v that are not two parts of it: one is empty, or both have the same item", p.offset, p.twice)
	case p.room() == 0 && (len(p.who) > 0 || p.anonymous):
		reason = fmt.Sprintf("the page at offset %d shows reservations, although X-Total-Count is %d", p.offset, p.total)
	case len(p.who) > p.room():
		reason = fmt.Sprintf("the page at offset %d shows %d reservations, but with limit %d and X-Total-Count %d it can hold %d",
			p.offset, len(p.who), p.limit, p.total, p.room())
	default:
		return nil
	}
	return &contradiction{cause: misplaced, page: p, reason: reason}
}

// twice is the contradiction of a reservation on two pages that have no place in common.
func twice(who Reservation, a, b *page) error {
	return &contradiction{cause: moved, page: b, reason: fmt.Sprintf(
		"%v shows on the pages at offsets %d and %d, which have no place in common", who, a.offset, b.offset)}
}

func totalChanged(from, to int) error {
	return contradict(moved, "X-Total-Count changed from %d to %d", from, to)
}
