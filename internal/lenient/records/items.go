package records

import (
	"bytes"
	"maps"

	"github.com/reservationkit/reservations-go/types"
)

// night is the list of items of one day of the register. Who stays is on the list of the
// next day too, mostly in the very same words.
type night struct {
	items    []types.PresenceItem
	raws     [][]byte // their JSON
	elements []int    // how many elements each holds
}

// lookAhead is how many items may have left the list between two that stay.
const lookAhead = 8

// find returns the number of the item, from the given one on, with whose JSON body begins.
func (n *night) find(from int, body []byte) (number int, ok bool) {
	for i := from; i < min(from+lookAhead, len(n.raws)); i++ {
		if bytes.HasPrefix(body, n.raws[i]) {
			return i, true
		}
	}
	return 0, false
}

// nights reads the items of a day. An item that is written as on the day before is copied
// from there, which takes a tenth of the time.
func (d *Decoder) nights() []types.PresenceItem {
	if d.null() {
		return nil
	}
	if !d.open('[', ']') {
		return []types.PresenceItem{}
	}
	before, today := &d.night, &d.today
	if today.items = today.items[:0]; cap(today.items) < len(before.raws) {
		today.items = make([]types.PresenceItem, 0, len(before.raws))
	}
	today.raws, today.elements = today.raws[:0], today.elements[:0]
	next := 0
	for more := true; more; more = d.more(']') {
		d.element()
		d.next()
		rest, elements := d.body[d.at:], d.elements
		today.items = append(today.items, types.PresenceItem{})
		item := &today.items[len(today.items)-1]
		if i, ok := before.find(next, rest); ok {
			d.copyItem(item, &before.items[i])
			d.at += len(before.raws[i])
			d.elements += before.elements[i]
			next = i + 1
		} else {
			d.presenceItem(item)
		}
		today.raws = append(today.raws, rest[:len(rest)-(len(d.body)-d.at)])
		today.elements = append(today.elements, d.elements-elements)
	}
	if d.gaveUp {
		return nil // and the next day uses the memory: many short days behind a long one take little
	}
	today.items = exact(today.items)
	*before, *today = *today, night{raws: before.raws, elements: before.elements}
	return before.items
}

// copyItem makes a copy that shares nothing which a caller can change.
func (d *Decoder) copyItem(to, from *types.PresenceItem) {
	*to = *from
	if from.NumOfPersons != nil {
		to.NumOfPersons = place(&d.ints, *from.NumOfPersons)
	}
	to.Extra = maps.Clone(from.Extra)
	for name, raw := range to.Extra {
		to.Extra[name] = bytes.Clone(raw)
	}
}
