// SPDX-License-Identifier: MIT

package records

import (
	"bytes"

	"github.com/reservationkit/reservations-go/types"
)

// night is the list of items of one day of the register, with the JSON of each. An item of a guest who
// stays is on the list of the next day too, mostly with exactly the same JSON.
type night struct {
	items []types.PresenceItem
	raws  [][]byte
}

// lookAhead is how many items of the day before are compared with an item: it is found although
// up to seven before it have left the list.
const lookAhead = 8

// find looks for an item whose JSON is the beginning of body, among lookAhead items from the given
// number on, and returns its number, or -1. An item with unknown fields is read again, because the lexer
// counts these, and because copies must not share them.
func (n *night) find(from int, body []byte) int {
	for i := from; i < min(from+lookAhead, len(n.raws)); i++ {
		if bytes.HasPrefix(body, n.raws[i]) && n.items[i].Extra == nil {
			return i
		}
	}
	return -1
}

// nights reads the items of a day. An item with the same JSON as on the day before is copied from there.
func (d *Decoder) nights() []types.PresenceItem {
	before, next := d.night, 0
	raws := make([][]byte, 0, len(before.raws))
	items := list(d, &d.rooms.presenceItem, func(d *Decoder, item *types.PresenceItem) {
		d.Next()
		start := d.At
		if i := before.find(next, d.Body[start:]); i < 0 {
			d.presenceItem(item)
		} else {
			*item = before.items[i]
			if item.NumOfPersons != nil { // a caller may change what it leads to
				item.NumOfPersons = placed(&d.ints, *item.NumOfPersons)
			}
			d.At += len(before.raws[i])
			next = i + 1
		}
		raws = append(raws, d.Body[start:d.At])
	})
	if !d.Failed() {
		d.night = night{items, raws}
	}
	return items
}
