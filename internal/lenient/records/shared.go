// SPDX-License-Identifier: MIT

package records

import "hash/maphash"

// share returns text as a string. Equal texts that come soon after each other get the same string.
// It does not remember long texts, because they hardly repeat.
func (d *Decoder) share(text []byte) string {
	if len(text) > 64 {
		return string(text)
	}
	slot := &d.texts[slotOf(text, len(d.texts))]
	for _, known := range slot {
		if known == string(text) {
			return known
		}
	}
	slot[0], slot[1] = string(text), slot[0]
	return slot[0]
}

var seed = maphash.MakeSeed()

// slotOf returns the place where a text is remembered. Each place has room for more than one text, because
// two texts that share a place would otherwise replace each other in every record.
func slotOf(text []byte, places int) uint64 { return maphash.Bytes(seed, text) % uint64(places) }

// remembered holds the JSON of a short value and what it was read as. The JSON is in an array, which
// takes no allocation.
type remembered[T any] struct {
	length int
	text   [32]byte
	value  T
}

// memory holds the dates that were read last, four in each place. With room for only two, three
// dates of a record that share a place would be parsed again in every record.
type memory[T any] [32][4]remembered[T]

// date reads a value into a date or date-time. If the same JSON was read before and is remembered, date
// takes its value without parsing.
func date[T any](d *Decoder, last *memory[T], value *T, unmarshal func(*T, []byte) error) {
	if d.Null() {
		return
	}
	raw := d.Raw()
	if d.Failed() {
		return
	}
	slot := &last[slotOf(raw, len(last))]
	for i := range slot {
		if known := &slot[i]; string(known.text[:known.length]) == string(raw) {
			*value = known.value
			return
		}
	}
	if unmarshal(value, raw) != nil {
		d.Fail()
		return
	}
	if len(raw) <= len(slot[0].text) {
		copy(slot[1:], slot[:])
		slot[0].length, slot[0].value = copy(slot[0].text[:], raw), *value
	}
}
