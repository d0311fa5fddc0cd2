// SPDX-License-Identifier: MIT

package records

import (
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/types"
)

// fields says which fields of a record have been read.
type fields struct {
	record int      // the number of the struct
	keys   []string // its keys
	given  uint64   // a bit for each key
	next   int      // the number of the last field that was read, plus one
	key    []byte   // the last key that was not as guessed
}

// field reads a key and returns the number of its field, -1 when it is not known. Records
// of one document mostly have their fields in the same order. So it tries the field first that
// followed the same field in the record before.
func (d *Decoder) field(f *fields) (number int) {
	d.Next()
	guess := &d.order[f.record][f.next]
	if number = int(*guess); !d.KeyIs(f.keys[number]) {
		f.key = d.Key()
		if number = slices.Index(f.keys, string(f.key)); number < 0 {
			return number
		}
		*guess = uint8(number)
	}
	if f.given&(1<<number) != 0 { // two values for one field, which encoding/json would merge
		d.Fail()
	}
	f.given |= 1 << number
	f.next = number + 1
	return number
}

// unknown keeps the field that a record does not have.
func (d *Decoder) unknown(f *fields, extra *types.Extra) {
	key := string(f.key)
	for _, known := range f.keys {
		if strings.EqualFold(known, key) { // encoding/json takes it for the known field
			d.Fail()
		}
	}
	jsonlex.KeepUnknown(d.Lexer, key, extra)
}

// text reads a string. It reads null as a value that was not given, as the functions below do.
func (d *Decoder) text() string {
	if d.Null() {
		return ""
	}
	return string(d.Text())
}

// integer reads a whole number.
func (d *Decoder) integer() int64 {
	if d.Null() {
		return 0
	}
	n, err := strconv.ParseInt(string(d.Number()), 10, 64)
	if err != nil {
		d.Fail()
	}
	return n
}

// count reads a whole number that may be missing.
func (d *Decoder) count() *int {
	if d.Null() {
		return nil
	}
	n := d.integer()
	if int64(int(n)) != n { // on 32 bits
		d.Fail()
	}
	return placed(&d.ints, int(n))
}

// flag reads a boolean that may be missing.
func (d *Decoder) flag() *bool {
	if d.Null() {
		return nil
	}
	return placed(&d.bools, d.Bool())
}

// placed stores value and returns a pointer to it. It makes room for 32 values at a time. It is not
// more, because one value that is kept keeps the memory of all of them.
func placed[T any](room *[]T, value T) *T {
	if len(*room) == cap(*room) {
		*room = make([]T, 0, 32)
	}
	*room = append(*room, value)
	return &(*room)[len(*room)-1]
}

// amount reads a decimal number, or a string that holds one.
func (d *Decoder) amount() types.Number {
	if d.Null() {
		return types.Number{}
	}
	var text string
	if d.Next() == '"' {
		text = d.text()
	} else {
		text = string(d.Number())
	}
	if text == "" {
		return types.Number{}
	}
	n, err := types.ParseDecimal(text)
	if err != nil {
		d.Fail()
	}
	return types.Number(n)
}

// scalar reads a string, a number or a boolean.
func (d *Decoder) scalar() types.Scalar {
	switch d.Next() {
	case '"':
		return types.Scalar{Text: d.text(), Quoted: true}
	case 'n':
		d.Null()
		return types.Scalar{}
	case 't', 'f':
		return types.Scalar{Text: strconv.FormatBool(d.Bool())}
	}
	return types.Scalar{Text: string(d.Number())}
}

func (d *Decoder) secret() types.Secret { return types.NewSecret(d.text()) }

// pointer reads a record that may be missing.
func pointer[T any](d *Decoder, read func(*Decoder, *T)) *T {
	if d.Null() {
		return nil
	}
	record := new(T)
	read(d, record)
	return record
}

// list reads an array of records into memory that all arrays of that type use, and copies them when
// their number is known. A record that holds a list of its own type would overwrite that memory. No record does.
func list[T any](d *Decoder, room *[]T, read func(*Decoder, *T)) []T {
	if d.Null() {
		return nil
	}
	if !d.Open('[', ']') {
		return []T{}
	}
	var none T
	records := (*room)[:0]
	for more := true; more; more = d.More(']') {
		records = append(records, none)
		read(d, &records[len(records)-1])
	}
	*room = records
	return slices.Clone(records)
}

// date reads a date.
func (d *Decoder) date() (date types.Date) {
	if d.Null() {
		return date
	}
	if raw := d.Raw(); !d.Failed() && date.UnmarshalJSON(raw) != nil {
		d.Fail()
	}
	return date
}

// timesKept is how many date-times are remembered at most.
const timesKept = 128

// dateTime reads a date-time. If the same JSON was read before and is remembered, it takes that value without parsing.
func (d *Decoder) dateTime() (at types.DateTime) {
	if d.Null() {
		return at
	}
	raw := d.Raw()
	if d.Failed() {
		return at
	}
	if same, ok := d.times[string(raw)]; ok {
		return same
	}
	if at.UnmarshalJSON(raw) != nil {
		d.Fail()
		return at
	}
	if d.times == nil {
		d.times = map[string]types.DateTime{}
	}
	if len(d.times) == timesKept {
		clear(d.times)
	}
	d.times[string(raw)] = at
	return at
}
