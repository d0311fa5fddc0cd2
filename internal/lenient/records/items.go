// SPDX-License-Identifier: MIT

package records

import (
	"bytes"
	"maps"
	"slices"

	"github.com/reservationkit/reservations-go/types"
)

// night is the list of items of one day of the register. An item of a guest who stays is on
// the list of the next day too, mostly with exactly the same JSON.
type night struct {
	items []types.PresenceItem
	words []words // of each item
}

// words is the JSON of an item, and how much the lexer counts in it for its limits.
type words struct {
	raw               []byte
	elements, unknown int
}

// lookAhead is how many items of the day before are compared with an item: it is found although
// up to seven before it have left the list.
const lookAhead = 8

// find looks for an item whose JSON is the beginning of body, among lookAhead items from the given
// number on, and returns its number.
func (n *night) find(from int, body []byte) (number int, ok bool) {
	for i := from; i < min(from+lookAhead, len(n.words)); i++ {
		if bytes.HasPrefix(body, n.words[i].raw) {
			return i, true
		}
	}
	return 0, false
}

// nights reads the items of a day. An item with the same JSON as on the day before is copied
// from there, which takes a tenth of the time.
func (d *Decoder) nights() []types.PresenceItem {
	if d.Null() {
		return nil
	}
	if !d.Open('[', ']') {
		return []types.PresenceItem{}
	}
	before, today := &d.night, &d.today
	if today.items = today.items[:0]; cap(today.items) < len(before.words) {
		today.items = make([]types.PresenceItem, 0, len(before.words))
	}
	today.words = today.words[:0]
	next := 0
	for more := true; more; more = d.More(']') {
		d.Next()
		start := *d.Lexer
		today.items = append(today.items, types.PresenceItem{})
		item := &today.items[len(today.items)-1]
		if i, ok := before.find(next, d.Body[d.At:]); ok {
			d.copyItem(item, &before.items[i])
			d.At += len(before.words[i].raw)
			d.Elements += before.words[i].elements
			d.Unknown += before.words[i].unknown
			next = i + 1
		} else {
			d.presenceItem(item)
		}
		today.words = append(today.words,
			words{d.Body[start.At:d.At], d.Elements - start.Elements, d.Unknown - start.Unknown})
	}
	if d.Failed() {
		return nil // today keeps its memory for the next day: many days that fail after a long one take little
	}
	if spare := cap(today.items) - len(today.items); spare > 1+len(today.items)/4 {
		today.items = slices.Clone(today.items)
	}
	*before, *today = *today, night{words: before.words}
	return before.items
}

// copyItem makes a copy that shares nothing which a caller can change.
func (d *Decoder) copyItem(to, from *types.PresenceItem) {
	*to = *from
	if from.NumOfPersons != nil {
		to.NumOfPersons = placed(&d.ints, *from.NumOfPersons)
	}
	to.Extra = maps.Clone(from.Extra)
	for name, raw := range to.Extra {
		to.Extra[name] = bytes.Clone(raw)
	}
}
