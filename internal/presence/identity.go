package presence

import (
	"cmp"
	"fmt"

	"github.com/reservationkit/reservations-go/types"
)

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

// names is what the items of a register say about which number belongs to which id.
type names struct {
	id   map[string]int64 // 0 for a number that comes with two ids
	bare map[string]bool  // numbers of items that came without an id
}

// identify lets the items of a page that have a number alone belong to the reservation whose
// number it is: on this page, on an earlier one, or as soon as another page tells.
func (r *run) identify(p *page) {
	told := false
	for _, item := range p.items {
		number := item.ReservationNumber
		switch id, known := r.names.id[number]; {
		case number == "":
		case item.ReservationID == 0:
			r.names.bare[number] = true
		case !known:
			r.names.id[number] = item.ReservationID
			told = told || r.names.bare[number]
		case id != item.ReservationID:
			r.names.id[number] = 0
		}
	}
	if len(r.names.bare) == 0 {
		return
	}
	p.rename(r.names.id)
	if !told {
		return
	}
	for _, earlier := range r.read {
		earlier.rename(r.names.id)
	}
	rename(r.seen, r.names.id)
	rename(r.witnesses, r.names.id)
}

// rename gives the items that have a number alone the id that belongs to it.
func (p *page) rename(ids map[string]int64) {
	for _, item := range p.items {
		if id := ids[item.ReservationNumber]; item.ReservationID == 0 && id != 0 {
			item.who = Reservation{ID: id}
		}
	}
	rename(p.who, ids)
}

func rename[V any](who map[Reservation]V, ids map[string]int64) {
	for old, value := range who {
		if id := ids[old.Number]; old.ID == 0 && id != 0 {
			delete(who, old)
			who[Reservation{ID: id}] = value
		}
	}
}
