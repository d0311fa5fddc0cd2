package presence

import (
	"cmp"
	"context"
	"fmt"

	"github.com/reservationkit/reservations-go/types"
)

// maxReservations bounds the total that a walk believes.
const maxReservations = 1_000_000

// Reservation identifies a reservation on the pages of one register.
type Reservation struct {
	ID     int64
	Number string // used only where the id is missing
}

func (r Reservation) String() string {
	if r.ID != 0 {
		return fmt.Sprintf("the reservation with id %d", r.ID)
	}
	return fmt.Sprintf("the reservation with number %.40q", r.Number)
}

// before orders reservations, so that a walk sends the same requests each time.
func (r Reservation) before(other Reservation) bool {
	return cmp.Or(cmp.Compare(r.ID, other.ID), cmp.Compare(r.Number, other.Number)) < 0
}

// whose returns what identifies the reservation of an item; the zero Reservation
// when nothing does.
func whose(item *types.PresenceItem) Reservation {
	if item.ReservationID != 0 {
		return Reservation{ID: item.ReservationID}
	}
	return Reservation{Number: item.ReservationNumber}
}

// page is one page with what it shows.
type page struct {
	offset, limit, total int
	days                 []foldedDay
	who                  map[Reservation]bool
	anonymous            bool // there are items that name no reservation
	undated              bool // there are entries without a date
}

// behind reads a page that begins at the total or after it: nobody may show there. A
// service may refuse such an offset, which says the same.
func (r *run) behind(ctx context.Context, total, offset, limit int) error {
	p, err := r.page(ctx, offset, limit) // a contradiction when anybody shows
	switch {
	case err != nil && r.Refused(err):
		return nil
	case err != nil:
		return err
	case p.total != total:
		return totalChanged(total, p.total)
	}
	return nil
}

func newPage(got Page, offset, limit int) *page {
	days, items := fold(got.Days)
	p := &page{offset: offset, limit: limit, total: got.Total, days: days, who: map[Reservation]bool{}}
	for _, day := range days {
		p.undated = p.undated || day.date.IsZero()
	}
	for _, item := range items {
		if who := whose(item); who != (Reservation{}) {
			p.who[who] = true
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

// shared counts the reservations that show on both pages.
func (p *page) shared(other *page) (n int) {
	for who := range p.who {
		if other.who[who] {
			n++
		}
	}
	return n
}

// items returns how often each item of each day shows of those reservations that show on
// the other page too.
func (p *page) items(other *page) map[dayItem]int {
	items := map[dayItem]int{}
	for _, day := range p.days {
		for _, item := range day.items {
			if other.who[whose(item)] {
				items[dayItem{day.date, keyOf(*item)}]++
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
	p := newPage(got, offset, limit)
	r.keep(p)
	var reason string
	switch {
	case p.room() == 0 && (len(p.who) > 0 || p.anonymous):
		reason = fmt.Sprintf("the page at offset %d shows reservations, although X-Total-Count is %d", offset, p.total)
	case len(p.who) > p.room():
		reason = fmt.Sprintf("the page at offset %d shows %d reservations, but with limit %d and X-Total-Count %d it can hold %d",
			offset, len(p.who), limit, p.total, p.room())
	default:
		return p, nil
	}
	return nil, &contradiction{cause: misplaced, page: p, reason: reason}
}

// twice is the contradiction of a reservation on two pages that have no place in common.
func twice(who Reservation, a, b *page) error {
	return &contradiction{cause: moved, page: b, reason: fmt.Sprintf(
		"%v shows on the pages at offsets %d and %d, which have no place in common", who, a.offset, b.offset)}
}

func totalChanged(from, to int) error {
	return contradict(moved, "X-Total-Count changed from %d to %d", from, to)
}
