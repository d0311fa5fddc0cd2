package bulk

import (
	"encoding/json"
	"hash/maphash"
)

// share returns text as a string. Of equal texts that follow each other soon it is the same
// one. Long texts hardly repeat.
func (d *Decoder) share(text []byte) string {
	if len(text) > 64 {
		return string(text)
	}
	slot := &d.texts[slotOf(text, len(d.texts))]
	if *slot != string(text) {
		*slot = string(text)
	}
	return *slot
}

var seed = maphash.MakeSeed()

// slotOf returns the place for a text among several.
func slotOf(text []byte, places int) uint64 { return maphash.Bytes(seed, text) % uint64(places) }

// remembered is what a short string was read as. The array holds its JSON without an
// allocation.
type remembered[T any] struct {
	length int
	text   [32]byte
	value  T
}

// date reads a string into a date or date-time, or takes what the same one was read as.
func date[T any](d *Decoder, last *[dates]remembered[T], value *T, unmarshal func(*T, []byte) error) {
	if d.null() {
		return
	}
	start := d.at
	_, plain := d.quoted()
	raw := d.body[start:d.at]
	if d.gaveUp || !plain && !json.Valid(raw) {
		d.giveUp()
		return
	}
	slot := &last[slotOf(raw, dates)]
	if string(slot.text[:slot.length]) == string(raw) {
		*value = slot.value
		return
	}
	if unmarshal(value, raw) != nil {
		d.giveUp()
	}
	if len(raw) <= len(slot.text) {
		slot.length, slot.value = copy(slot.text[:], raw), *value
	}
}
