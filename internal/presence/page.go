package presence

import (
	"context"
	"fmt"
	"slices"

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
	days                 []types.PresenceDay
	who                  map[Reservation]bool
	anonymous            bool // there are items that name no reservation
}

func newPage(got Page, offset, limit int) *page {
	p := &page{offset: offset, limit: limit, total: got.Total, days: got.Days, who: map[Reservation]bool{}}
	for d := range p.days {
		day := &p.days[d]
		day.Items = slices.Clone(day.Items) // decoding leaves room for more, which would be kept until the end
		for i := range day.Items {
			if who := whose(&day.Items[i]); who != (Reservation{}) {
				p.who[who] = true
			} else {
				p.anonymous = true
			}
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

// page reads one page and checks what can be told of it alone.
func (r *run) page(ctx context.Context, offset, limit int) (*page, error) {
	got, err := r.Fetch(ctx, offset, limit, r.state.Walks > 1)
	if err != nil {
		return nil, err
	}
	r.note(got)
	switch {
	case got.BadTotal != "":
		return nil, contradict(hopeless, "%s", got.BadTotal)
	case got.Total > maxReservations:
		return nil, contradict(hopeless, "X-Total-Count is %d, and no more than %d are believed", got.Total, maxReservations)
	}
	p := newPage(got, offset, limit)
	if len(p.who) > p.room() {
		return nil, &contradiction{cause: misplaced, page: p, reason: fmt.Sprintf(
			"the page at offset %d shows %d reservations, but with limit %d and X-Total-Count %d it can hold %d",
			offset, len(p.who), limit, p.total, p.room())}
	}
	return p, nil
}

// twice is the contradiction of a reservation on two pages that have no place in common.
func twice(who Reservation, a, b *page) error {
	return &contradiction{cause: moved, page: b, reason: fmt.Sprintf(
		"%v shows on the pages at offsets %d and %d, which have no place in common", who, a.offset, b.offset)}
}

func totalChanged(from, to int) error {
	return contradict(moved, "X-Total-Count changed from %d to %d", from, to)
}
