package records

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// fields are those of a record that have been read.
type fields struct {
	record int      // the number of the struct
	keys   []string // its keys
	given  uint64   // a bit for each
	next   int      // one more than the number of the last one
	key    []byte   // the last one that is not known
}

// field passes a key and returns the number of its field, -1 when it is not known. Records
// of one document mostly have their fields in the same order, so the one that followed
// the last time is tried first.
func (d *Decoder) field(f *fields) (number int) {
	d.next()
	guess := &d.order[f.record][f.next]
	if number = int(*guess); !d.keyIs(f.keys[number]) {
		f.key = d.key()
		if number = slices.Index(f.keys, string(f.key)); number < 0 {
			return number
		}
		*guess = uint8(number)
	}
	if f.given&(1<<number) != 0 { // encoding/json merges what is given twice
		d.giveUp()
	}
	f.given |= 1 << number
	f.next = number + 1
	return number
}

// unknown keeps the field that a record does not have.
func (d *Decoder) unknown(f *fields, extra *types.Extra) {
	for _, key := range f.keys {
		if strings.EqualFold(key, string(f.key)) { // which encoding/json takes for this field
			d.giveUp()
		}
	}
	raw := d.raw()
	d.element()
	if d.gaveUp {
		return
	}
	if *extra == nil {
		*extra = types.Extra{}
	}
	(*extra)[string(f.key)] = bytes.Clone(raw)
}

// null passes a null, which reads as a field that was not given.
func (d *Decoder) null() bool { return d.next() == 'n' && d.word("null") }

// text reads a string.
func (d *Decoder) text() string {
	if d.null() {
		return ""
	}
	start := d.at
	inner, plain := d.quoted()
	switch {
	case d.gaveUp:
		return ""
	case plain:
		return d.share(inner)
	}
	var text string
	if json.Unmarshal(d.body[start:d.at], &text) != nil {
		d.giveUp()
	}
	return text
}

// integer reads a whole number.
func (d *Decoder) integer() int64 {
	if d.null() {
		return 0
	}
	n, err := strconv.ParseInt(string(d.number()), 10, 64)
	if err != nil {
		d.giveUp()
	}
	return n
}

// count reads a whole number that may be missing.
func (d *Decoder) count() *int {
	if d.null() {
		return nil
	}
	n := d.integer()
	if int64(int(n)) != n { // on 32 bits
		d.giveUp()
	}
	return place(&d.ints, int(n))
}

// flag reads a boolean that may be missing.
func (d *Decoder) flag() *bool {
	if d.null() {
		return nil
	}
	return place(&d.bools, d.boolean())
}

func (d *Decoder) boolean() bool {
	is := d.word("true")
	if !is && !d.word("false") {
		d.giveUp()
	}
	return is
}

// place returns where value is now. Room for several is made at a time, but not for so many
// that one that is kept holds much memory.
func place[T any](room *[]T, value T) *T {
	if len(*room) == cap(*room) {
		*room = make([]T, 0, 32)
	}
	*room = append(*room, value)
	return &(*room)[len(*room)-1]
}

// amount reads a decimal number, or a string that holds one.
func (d *Decoder) amount() types.Number {
	if d.null() {
		return types.Number{}
	}
	var text string
	if d.next() == '"' {
		text = d.text()
	} else {
		text = d.share(d.number())
	}
	n, err := types.ParseNumber(text)
	if err != nil {
		d.giveUp()
	}
	return n
}

// scalar reads a string, a number or a boolean.
func (d *Decoder) scalar() types.Scalar {
	switch d.next() {
	case '"':
		return types.Scalar{Text: d.text(), Quoted: true}
	case 'n':
		if !d.null() {
			d.giveUp()
		}
		return types.Scalar{}
	case 't', 'f':
		return types.Scalar{Text: strconv.FormatBool(d.boolean())}
	}
	return types.Scalar{Text: d.share(d.number())}
}

func (d *Decoder) secret() types.Secret { return types.NewSecret(d.text()) }

// pointer reads a record that may be missing.
func pointer[T any](d *Decoder, read func(*Decoder, *T)) *T {
	if d.null() {
		return nil
	}
	record := new(T)
	read(d, record)
	return record
}

// list reads an array of records. Its room is first made for as many as the list in the
// same field had the last time.
func list[T any](d *Decoder, number int, read func(*Decoder, *T)) []T {
	if d.null() {
		return nil
	}
	if !d.open('[', ']') {
		return []T{}
	}
	var none T
	records := make([]T, 0, d.lengths[number])
	for more := true; more; more = d.more(']') {
		d.element()
		records = append(records, none)
		read(d, &records[len(records)-1])
	}
	d.lengths[number] = len(records)
	return exact(records)
}

// exact returns the records in a slice without much room behind them.
func exact[T any](records []T) []T {
	if spare := cap(records) - len(records); spare > 1+len(records)/4 {
		return slices.Clone(records)
	}
	return records
}
