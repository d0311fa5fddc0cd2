package lenient

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/reservationkit/reservations-go/internal/lenient/records"
)

// list decodes the elements of a list one after the other, so that an odd value costs no
// more than the repair of the element that holds it.
type list struct {
	*scan
	root reflect.Value
	elem part
	bulk *records.Decoder // nil when it does not know the elements
	odd  []Warning
}

// decode is not ok when the list cannot be read as it stands, even with odd values
// repaired. What it has read is worth nothing then, and the reason is for decodeWhole to find.
func (l *list) decode() (odd []Warning, ok bool) {
	l.steps = append(l.steps, step{})
	if l.delimiter() != '[' {
		return nil, false
	}
	l.root.Set(reflect.MakeSlice(l.root.Type(), 0, 0))
	l.at++
	if l.delimiter() == ']' {
		return nil, l.ends()
	}
	if records.Decodes(l.elem.typ) {
		l.bulk = new(records.Decoder)
	}
	for l.element() {
		switch l.delimiter() {
		case ',':
			l.at++
			l.steps[0].index++
		case ']':
			if l.keep(l.root); l.ends() {
				return append(l.odd, l.missing...), true
			}
			return nil, false
		default:
			return nil, false
		}
	}
	return nil, false
}

// delimiter passes white space and returns the byte behind it. Unlike next it knows what
// JSON takes for white space, because nobody else looks at what stands between elements.
func (l *list) delimiter() byte {
	for ; l.at < len(l.body); l.at++ {
		switch c := l.body[l.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// ends passes the bracket that closes the list and reports whether nothing follows it.
func (l *list) ends() bool {
	l.at++
	l.delimiter()
	return l.at == len(l.body) && !l.tooMany()
}

// tooMany reports whether what has been read holds more elements than records can.
func (l *list) tooMany() bool {
	n := l.root.Len() + l.elements + len(l.unknown)
	if l.bulk != nil {
		n += l.bulk.Elements()
	}
	return records.TooMany(n, l.at)
}

// element decodes the next element.
func (l *list) element() bool {
	if l.delimiter() == 'n' && l.elem.isRecord() || l.tooMany() {
		return false
	}
	n := l.root.Len()
	if n == l.root.Cap() {
		l.root.Grow(l.room(n))
	}
	l.root.SetLen(n + 1)
	record := l.root.Index(n)
	if length, ok := l.inBulk(l.body[l.at:], record); ok {
		l.at += length
		return true
	}
	start, missing, unknown := l.at, len(l.missing), len(l.unknown)
	if !l.value(l.elem.plan) || l.tooMany() {
		return false
	}
	body := l.body[start:l.at]
	if l.bulk != nil || l.nullRecord || l.repeated || json.Unmarshal(body, record.Addr().Interface()) != nil {
		l.nullRecord, l.repeated, l.noID, l.missing, l.unknown = false, false, nil, l.missing[:missing], l.unknown[:unknown]
		if !l.repair(body, record) {
			return false
		}
	}
	return l.noID == nil
}

// room returns for how many more elements to make room behind the first n: for as many as
// seem to follow, but not for many on the word of a few.
func (l *list) room(n int) int {
	if n < 4 {
		return 4
	}
	following := (len(l.body) - l.at) / (l.at / n)
	return 1 + min(following+following/16, max(n, 1000))
}

// inBulk decodes the element with which body begins, if it is of the kind that is decoded
// without reflection and there is nothing unusual in it.
func (l *list) inBulk(body []byte, record reflect.Value) (length int, ok bool) {
	if l.bulk == nil {
		return 0, false
	}
	if length, ok = l.bulk.Record(body, record.Addr().Interface()); !ok {
		record.SetZero() // it may hold a part
	}
	return length, ok
}

// repair decodes an element with odd values.
func (l *list) repair(body []byte, record reflect.Value) bool {
	repaired, found, err := document(body, l.elem, appendPath(nil, l.steps))
	if err != nil || l.NothingLost && slices.ContainsFunc(found, isLost) {
		return false
	}
	l.odd = append(l.odd, found...)
	if _, ok := l.inBulk(repaired, record); ok {
		return true
	}
	record.SetZero()
	if json.Unmarshal(repaired, record.Addr().Interface()) != nil {
		return false
	}
	whole, behind := l.body, l.at
	l.body, l.at = repaired, 0
	ok := l.value(l.elem.plan)
	l.body, l.at, l.nullRecord, l.repeated = whole, behind, false, false
	return ok
}
