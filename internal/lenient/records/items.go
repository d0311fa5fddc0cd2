// SPDX-License-Identifier: MIT

package records

import (
	"bytes"

	"github.com/reservationkit/reservations-go/types"
)

// dayItems are the items of one day of the register, with the JSON of each. A guest who stays for three nights is an
// item of three days, mostly with exactly the same JSON.
type dayItems struct {
	items []types.PresenceItem
	raws  [][]byte
}

// lookAhead is how many items of the day before are compared with the next item. With 8, an item is found even if
// the seven guests before it have left.
const lookAhead = 8

// find looks at the items from start on, and returns the index of the first one whose JSON is at the beginning of body, or -1.
// It skips an item with unknown fields: the Lexer must count these fields, which it limits, and two items must not share an Extra.
func (d *dayItems) find(body []byte, start int) int {
	for i := start; i < min(start+lookAhead, len(d.raws)); i++ {
		if bytes.HasPrefix(body, d.raws[i]) && d.items[i].Extra == nil {
			return i
		}
	}
	return -1
}

// readPresenceItems reads the items of a day. It copies an item that has the same JSON as on the day before.
func (d *Decoder) readPresenceItems() []types.PresenceItem {
	before, next := d.dayBefore, 0
	raws := make([][]byte, 0, len(before.raws))
	items := readList(d, &d.scratch.presenceItem, func(d *Decoder, item *types.PresenceItem) {
		d.Next()
		start := d.At
		if i := before.find(d.Body[start:], next); i < 0 {
			d.presenceItem(item)
		} else {
			*item = before.items[i]
			if item.NumOfPersons != nil { // a separate pointer, because a caller may change the number
				item.NumOfPersons = alloc(&d.ints, *item.NumOfPersons)
			}
			d.At += len(before.raws[i])
			next = i + 1
		}
		raws = append(raws, d.Body[start:d.At])
	})
	if !d.Failed() {
		d.dayBefore = dayItems{items, raws}
	}
	return items
}
