package bulk

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// fieldSet holds the fields of a record that were given, by their numbers.
type fieldSet uint64

// once gives up when a field is given for the second time.
func (d *Decoder) once(given *fieldSet, field int) {
	if *given&(1<<field) != 0 {
		d.giveUp()
	}
	*given |= 1 << field
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

// shareBytes is how long strings are that are looked up. Longer ones hardly repeat.
const shareBytes = 48

// share returns text as a string, and the same one for equal texts that follow each other
// soon.
func (d *Decoder) share(text []byte) string {
	n := len(text)
	if n == 0 || n > shareBytes {
		return string(text)
	}
	hash := n + int(text[0])*7 + int(text[n/2])*31 + int(text[n-1])*127
	if n > 2 {
		hash += int(text[n-2])*17 + int(text[n-3])*61
	}
	slot := &d.texts[hash%len(d.texts)]
	if *slot != string(text) {
		*slot = string(text)
	}
	return *slot
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
	text := ""
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

func (d *Decoder) date() (date types.Date) {
	d.unmarshal(&date)
	return date
}

func (d *Decoder) dateTime() (at types.DateTime) {
	d.unmarshal(&at)
	return at
}

// unmarshal reads a string into a value that decodes itself.
func (d *Decoder) unmarshal(value json.Unmarshaler) {
	if d.null() {
		return
	}
	start := d.at
	_, plain := d.quoted()
	if d.gaveUp || !plain && !json.Valid(d.body[start:d.at]) || value.UnmarshalJSON(d.body[start:d.at]) != nil {
		d.giveUp()
	}
}

// pointer reads a record that may be missing.
func pointer[T any](d *Decoder, read func(*Decoder, *T)) *T {
	if d.null() {
		return nil
	}
	record := new(T)
	read(d, record)
	return record
}

// list reads an array of records. Its room is first made for as many as the list of the
// same type before it had.
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
	if spare := cap(records) - len(records); spare > 1+len(records)/4 {
		return slices.Clone(records)
	}
	return records
}

// unknown keeps a field that a record does not have. known are the keys that it has.
func (d *Decoder) unknown(key []byte, extra *types.Extra, known []string) {
	for _, k := range known {
		if strings.EqualFold(k, string(key)) {
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
	(*extra)[string(key)] = bytes.Clone(raw)
}
