// SPDX-License-Identifier: MIT

package presence

import (
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

// whose returns what identifies the reservation of an item; the zero Reservation
// when nothing does.
func whose(item *types.PresenceItem) Reservation {
	if item.ReservationID != 0 {
		return Reservation{ID: item.ReservationID}
	}
	return Reservation{Number: item.ReservationNumber}
}

// names keeps which reservation number belongs to which id, as the items of the register say.
type names struct {
	id      map[string]int64      // 0 for a number that comes with two ids
	bare    map[string]bool       // numbers of items that came without an id
	indexes []map[Reservation]int // maps that index has returned
}

// index returns a map whose keys are renamed when a page shows the id that belongs to a number.
func (n *names) index() map[Reservation]int {
	index := map[Reservation]int{}
	n.indexes = append(n.indexes, index)
	return index
}

// evidence is all pages of one walk, including those that are read only for a proof.
type evidence struct {
	pages []*page
	names *names
}

// add adds a page, and checks it. An item that has only a number gets the id of the reservation with
// that number, if this page or an earlier one shows it. If this page shows it for the first time, the
// items of earlier pages get it too.
func (e *evidence) add(p *page) error {
	e.pages = append(e.pages, p)
	told := e.names.learn(p)
	p.rename(e.names.id)
	if told {
		for _, known := range e.pages {
			known.rename(e.names.id)
		}
		for _, index := range e.names.indexes {
			rename(index, e.names.id)
		}
	}
	if err := p.check(); err != nil {
		return err
	}
	if total := e.pages[0].total; p.total != total {
		return contradict(nil, recounted, "X-Total-Count changed from %d to %d", total, p.total)
	}
	return nil
}

// learn reads the items of a page, and reports whether they show the id of a number that came
// without an id before.
func (n *names) learn(p *page) (told bool) {
	for _, item := range p.items {
		number := item.ReservationNumber
		switch id, known := n.id[number]; {
		case number == "":
		case item.ReservationID == 0:
			n.bare[number] = true
		case !known:
			n.id[number] = item.ReservationID
			told = told || n.bare[number]
		case id != item.ReservationID:
			n.id[number] = 0
		}
	}
	return told
}

// rename gives the items that have only a number the id that belongs to it.
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
