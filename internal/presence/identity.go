// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"

	"github.com/reservationkit/reservations-go/types"
)

// reservation identifies a reservation on the pages of one register.
type reservation struct {
	id     int64
	number string // the number of the reservation, "" if its id is known
}

func (r reservation) String() string {
	if r.id != 0 {
		return fmt.Sprintf("the reservation with id %d", r.id)
	}
	return fmt.Sprintf("the reservation with number %.40q", r.number)
}

// reservationNamedBy returns the reservation that an item names, and the zero reservation if the item names none.
func reservationNamedBy(item *types.PresenceItem) reservation {
	if item.ReservationID != 0 {
		return reservation{id: item.ReservationID}
	}
	return reservation{number: item.ReservationNumber}
}

// numberIDs knows which id belongs to which reservation number. Once an item has shown number "R7" with id 7, an item with only
// number "R7" and an item with only id 7 are known to belong to one reservation.
type numberIDs struct {
	ids       map[string]int64      // the id that belongs to each number, 0 if a number came with two ids
	withoutID map[string]bool       // the numbers of items that came without an id
	indexes   []map[reservation]int // the maps that newIndex has returned
}

// newIndex returns an empty map whose keys addEvidence keeps up to date: when a page shows that id 7 belongs to number "R7",
// the key with "R7" becomes a key with 7.
func (n *numberIDs) newIndex() map[reservation]int {
	index := map[reservation]int{}
	n.indexes = append(n.indexes, index)
	return index
}

// addEvidence adds a page to the pass, and checks the page. Items that have only a number get the id of the number, also on
// earlier pages.
func (r *reading) addEvidence(p *page) error {
	r.pass.evidence = append(r.pass.evidence, p)
	learnedID := r.numbers.learnIDsFrom(p)
	p.fillInIDs(r.numbers.ids)
	if learnedID {
		for _, known := range r.pass.evidence {
			known.fillInIDs(r.numbers.ids)
		}
		for _, index := range r.numbers.indexes {
			renameKeys(index, r.numbers.ids)
		}
	}
	if err := p.checkConsistent(); err != nil {
		return err
	}
	if total := r.pass.evidence[0].total; p.total != total {
		return newContradiction(nil, totalChanged, "X-Total-Count changed from %d to %d", total, p.total)
	}
	return nil
}

// learnIDsFrom notes which ids belong to the numbers on a page. It reports whether a newly learned id was missing in
// an earlier item with the same number.
func (n *numberIDs) learnIDsFrom(p *page) (learnedID bool) {
	for _, item := range p.items {
		number := item.ReservationNumber
		switch id, known := n.ids[number]; {
		case number == "":
		case item.ReservationID == 0:
			n.withoutID[number] = true
		case !known:
			n.ids[number] = item.ReservationID
			learnedID = learnedID || n.withoutID[number]
		case id != item.ReservationID:
			n.ids[number] = 0
		}
	}
	return learnedID
}

// fillInIDs gives ids to the items and reservations of a page that have only a number, if the id of the number is known.
func (p *page) fillInIDs(ids map[string]int64) {
	for _, item := range p.items {
		item.fillInID(ids)
	}
	renameKeys(p.who, ids)
}

// fillInID gives an id to an item that has only a number, if the id of the number is known.
func (i *compactItem) fillInID(ids map[string]int64) {
	if id := ids[i.ReservationNumber]; i.ReservationID == 0 && id != 0 {
		i.who = reservation{id: id}
	}
}

// renameKeys replaces each key that has only a number by a key with the id of this number, if the id is known.
func renameKeys[V any](who map[reservation]V, ids map[string]int64) {
	for old, value := range who {
		if id := ids[old.number]; old.id == 0 && id != 0 {
			delete(who, old)
			who[reservation{id: id}] = value
		}
	}
}
