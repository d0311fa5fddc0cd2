// SPDX-License-Identifier: MIT

package records

import (
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/types"
)

// fieldsRead says which fields of a record have been read.
type fieldsRead struct {
	record int      // the number of the struct in records_generated.go
	keys   []string // the keys of the struct
	given  uint64   // bit 3 is set when the field with the key keys[3] was read
	next   int      // 4 if the last field that was read is field 3; 0 before the first field
	key    []byte   // the last key that readKey did not expect, for keepUnknown
}

// readKey reads a key and returns the number of its field, or -1 if the struct does not have the field. It first tries the
// order of earlier records: if the key "dateTo" came after "dateFrom" there, readKey tries "dateTo" after "dateFrom".
func (d *Decoder) readKey(f *fieldsRead) (number int) {
	d.Next()
	guess := &d.followers[f.record][f.next]
	if number = int(*guess); !d.TryKey(f.keys[number]) {
		f.key = d.Key()
		if number = slices.Index(f.keys, string(f.key)); number < 0 {
			return number
		}
		*guess = uint8(number)
	}
	if f.given&(1<<number) != 0 { // the second value of a field, which encoding/json would merge with the first
		d.Fail()
	}
	f.given |= 1 << number
	f.next = number + 1
	return number
}

// keepUnknown reads the value of the key f.key, which the struct does not have, into extra.
func (d *Decoder) keepUnknown(f *fieldsRead, extra *types.Extra) {
	key := string(f.key)
	for _, known := range f.keys {
		if strings.EqualFold(known, key) { // encoding/json would read the key ID into the field id
			d.Fail()
		}
	}
	jsonlex.KeepUnknown(d.Lexer, key, extra)
}

// readText reads a string. Like the methods below, it returns the zero value for null, and calls Fail at a value of another type.
func (d *Decoder) readText() string {
	if d.Null() {
		return ""
	}
	return string(d.Text())
}

// readInteger reads a whole number.
func (d *Decoder) readInteger() int64 {
	if d.Null() {
		return 0
	}
	n, err := strconv.ParseInt(string(d.Number()), 10, 64)
	if err != nil {
		d.Fail()
	}
	return n
}

// readIntPointer reads a whole number, and returns nil for null.
func (d *Decoder) readIntPointer() *int {
	if d.Null() {
		return nil
	}
	n := d.readInteger()
	if int64(int(n)) != n { // too large for an int of 32 bits
		d.Fail()
	}
	return alloc(&d.ints, int(n))
}

// readBoolPointer reads a boolean, and returns nil for null.
func (d *Decoder) readBoolPointer() *bool {
	if d.Null() {
		return nil
	}
	return alloc(&d.bools, d.Bool())
}

// alloc stores value in block, and returns a pointer to the stored value. A block has only 32 values, because a caller who
// keeps one of the pointers keeps the whole block in memory.
func alloc[T any](block *[]T, value T) *T {
	if len(*block) == cap(*block) {
		*block = make([]T, 0, 32)
	}
	*block = append(*block, value)
	return &(*block)[len(*block)-1]
}

// readNumber reads a number such as 12.5, or a string such as "12.5". For the string "" it returns the zero value.
func (d *Decoder) readNumber() types.Number {
	if d.Null() {
		return types.Number{}
	}
	var text string
	if d.Next() == '"' {
		text = d.readText()
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

// readScalar reads a string, a number or a boolean.
func (d *Decoder) readScalar() types.Scalar {
	switch d.Next() {
	case '"':
		return types.Scalar{Text: d.readText(), Quoted: true}
	case 'n':
		d.Null()
		return types.Scalar{}
	case 't', 'f':
		return types.Scalar{Text: strconv.FormatBool(d.Bool())}
	}
	return types.Scalar{Text: string(d.Number())}
}

func (d *Decoder) readSecret() types.Secret { return types.NewSecret(d.readText()) }

// readPointer reads a record, and returns a pointer to it, or nil for null.
func readPointer[T any](d *Decoder, read func(*Decoder, *T)) *T {
	if d.Null() {
		return nil
	}
	record := new(T)
	read(d, record)
	return record
}

// readList reads an array of records into scratch, and returns a copy of the right size. All arrays of a type share one
// scratch, which is safe because no record holds a list of its own type.
func readList[T any](d *Decoder, scratch *[]T, read func(*Decoder, *T)) []T {
	if d.Null() {
		return nil
	}
	if !d.Open('[', ']') {
		return []T{}
	}
	var none T
	records := (*scratch)[:0]
	for more := true; more; more = d.More(']') {
		records = append(records, none)
		read(d, &records[len(records)-1])
	}
	*scratch = records
	return slices.Clone(records)
}

// readDate reads a date.
func (d *Decoder) readDate() (date types.Date) {
	if d.Null() {
		return date
	}
	if raw := d.Raw(); !d.Failed() && date.UnmarshalJSON(raw) != nil {
		d.Fail()
	}
	return date
}

const maxTimes = 128 // how many date-times a Decoder remembers at most

// readDateTime reads a date-time. It remembers date-times by their JSON, so that it seldom parses the same JSON twice.
func (d *Decoder) readDateTime() (at types.DateTime) {
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
	if len(d.times) == maxTimes {
		clear(d.times)
	}
	d.times[string(raw)] = at
	return at
}
