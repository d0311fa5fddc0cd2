// SPDX-License-Identifier: MIT

package lenient

import (
	"reflect"
	"slices"

	"github.com/reservationkit/reservations-go/internal/lenient/lexer"
	"github.com/reservationkit/reservations-go/internal/lenient/records"
)

// list decodes the elements of a list one after the other, so that an unexpected value costs no
// more than the repair of the element that holds it. An element is read by the decoder that is
// generated for its type, where there is one; otherwise, or if that fails, by strict decoding; and
// if that fails as well, it is repaired.
type list struct {
	*strict
	root      reflect.Value
	elem      part
	generated *records.Decoder // nil when there is none for the elements
	changes   bool             // the list holds text that is changed when it is read
	warnings  []Warning
}

// decode reads the list. If ok is false, the list cannot be read even with unexpected values repaired,
// or breaks one of the Options. Then the caller drops what has been read, and decodeWhole finds the reason.
func (l *list) decode() (warnings []Warning, ok bool) {
	l.root.Set(reflect.MakeSlice(l.root.Type(), 0, 0))
	l.steps = append(l.steps, step{})
	more := l.Open('[', ']')
	if more && records.Decodes(l.elem.typ) {
		l.generated = &records.Decoder{Lexer: &l.Lexer} // it is large, so none is made for an empty list
	}
	for ; more; more = l.More(']') {
		if !l.element() || l.noID != nil {
			return nil, false
		}
		l.steps[0].index++
	}
	return append(l.warnings, l.missing...), l.Ends()
}

// element decodes the next element.
func (l *list) element() bool {
	n := l.root.Len()
	if n == l.root.Cap() {
		l.root.Grow(l.room(n))
	}
	l.root.SetLen(n + 1)
	record := l.root.Index(n)
	start := l.Lexer
	if l.generated != nil {
		if l.generated.Record(record.Addr().Interface()); l.reads(start.At) {
			return true
		}
		record.SetZero() // it may hold a part
		l.Lexer = start
	}
	missing := len(l.missing)
	if l.strict.element(l.elem, record); l.reads(start.At) {
		return true
	}
	refused := l.Err != nil // it exceeds a limit of the lexer, which the next line forgets
	l.Lexer, l.missing = start, l.missing[:missing]
	raw := l.Raw()
	return !refused && !l.Failed() && l.repair(raw, record)
}

// reads reports whether the element that begins at start has been read, with no text in it changed.
func (l *list) reads(start int) bool {
	return !l.Failed() && !(l.changes && lexer.ChangesText(l.Body[start:l.At]))
}

// room returns for how many more elements to make room after the first n. It estimates how many
// follow from the length of the first ones, but a few short ones may not reserve much memory.
func (l *list) room(n int) int {
	if n < 4 {
		return 4
	}
	following := (len(l.Body) - l.At) / (l.At / n)
	return 1 + min(following+following/16, max(n, 1000))
}

// repair decodes an element with unexpected values.
func (l *list) repair(body []byte, record reflect.Value) bool {
	repaired, found, err := repair(body, l.elem, appendPath(nil, l.steps...))
	if err != nil || l.NothingLost && slices.ContainsFunc(found, isLost) {
		return false
	}
	l.warnings = append(l.warnings, found...)
	record.SetZero()
	rest := l.Lexer
	l.Lexer = lexer.Lexer{Body: repaired}
	ok := l.document(l.elem, record)
	l.Lexer = rest
	return ok
}
