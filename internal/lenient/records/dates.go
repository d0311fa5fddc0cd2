// SPDX-License-Identifier: MIT

package records

// datesKept is how many dates, and how many date-times, are remembered at most.
const datesKept = 128

// date reads a value into a date or date-time. If the same JSON was read before and is remembered, date
// takes its value without parsing.
func date[T any](d *Decoder, known *map[string]T, value *T, unmarshal func(*T, []byte) error) {
	if d.Null() {
		return
	}
	raw := d.Raw()
	if d.Failed() {
		return
	}
	if same, ok := (*known)[string(raw)]; ok {
		*value = same
		return
	}
	if unmarshal(value, raw) != nil {
		d.Fail()
		return
	}
	if *known == nil {
		*known = map[string]T{}
	}
	if len(*known) == datesKept {
		clear(*known)
	}
	(*known)[string(raw)] = *value
}
