// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/internal/text"
)

// repair returns a copy of body with its unexpected values repaired, so that json.Unmarshal reads
// it into a fresh target, and the warnings in the order of the document. All else stays as it is.
//
// A value that cannot be read is replaced by null when it is a field that is optional:
// one whose json tag says omitempty or omitzero, or that has a default tag. In any other
// field it is an [Error], and the last of the warnings. An element of an array that cannot be read makes
// the whole array unreadable: the field that holds the array is replaced by null if it is optional. A
// null counts as unreadable where there has to be an object, as in an array of records, because
// encoding/json would read it as an object without content. Any other null is read as not given.
//
// A body that is not JSON gives the error of encoding/json. When a field of a record is given more than once,
// one value counts, and the others are replaced by null or left out.
func repair(body []byte, p part) (repaired []byte, warnings []Warning, err error) {
	check := jsonlex.Lexer{Body: body}
	if check.Skip(); !check.Ends() && check.Err == nil {
		check.Err = json.Unmarshal(body, new(json.RawMessage))
	}
	if check.Err != nil {
		return nil, nil, check.Err
	}
	w := walk{Lexer: jsonlex.Lexer{Body: body}, changes: jsonlex.ChangesText(body), try: newStrict(nil, Options{})}
	unreadable := w.value(slot{part: p})
	end := 0
	for _, e := range w.edits {
		repaired = append(append(repaired, body[end:e.start]...), e.text...)
		warnings = append(warnings, e.warning)
		end = e.end
	}
	if unreadable != nil {
		return nil, append(warnings, unreadable.Warning), unreadable
	}
	return append(repaired, body[end:]...), warnings, nil
}

// walk is one pass over a document that is known to be JSON, so that the lexer cannot fail. It reads
// past every value. It tries to decode each value that has a place in the plan and no parts to walk,
// and notes what to write instead if that fails.
type walk struct {
	jsonlex.Lexer
	path    []byte // of the value at hand
	edits   []edit // in the order of the document, none inside another
	changes bool   // some text is changed when it is read
	try     *strict
}

// slot is a place in the document.
type slot struct {
	part
	nullable bool // null means "not given" here
	nested   bool // it is a field, or lies inside one
	hidden   bool // what stands there may be personal or secret
}

// inside returns the slot for a part of what stands in s.
func (s slot) inside(p part) slot {
	return slot{part: p, nullable: p.typ.Kind() == reflect.Pointer, nested: s.nested, hidden: s.hidden}
}

// at returns the slot for a field.
func at(f *field) slot {
	return slot{part: f.part, nullable: true, nested: true, hidden: f.hidden}
}

// edit replaces the bytes from start to end by text, because of a warning.
type edit struct {
	start, end int
	text       string
	warning    Warning
}

// value walks the next value. It returns an error when the value cannot be read. The lexer then stands
// behind the value, except if a required field cannot be read: then the walk stops there.
func (w *walk) value(s slot) *Error {
	bracket := w.Next()
	if s.single && bracket == '{' { // one record instead of the list
		s = s.inside(s.elem)
	}
	switch {
	case bracket != s.open:
		return w.scalar(s)
	case bracket == '{':
		return w.object(s.plan)
	default:
		return w.array(s)
	}
}

func (w *walk) object(p *plan) *Error {
	counting := w.counting(p)
	for more := w.Open('{', '}'); more; more = w.More('}') {
		comma := w.At - 1 // or the bracket
		f := p.find(w.Key())
		w.Next()
		switch {
		case f == nil:
			w.Skip()
			w.text(comma+1, text.Redacted) // its name is not documented, so the path is that of the object
		case w.At != counting[f].start:
			w.unused(f, counting[f], comma)
		default:
			if err := w.field(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// value is the value of a field that counts.
type value struct {
	start int
	raw   []byte
	exact bool // its key is exactly the name of the field
}

// counting looks ahead for the value of each field of an object that counts: the last one whose key is
// exactly its name, or else the last one.
func (w *walk) counting(p *plan) map[*field]value {
	values, ahead := map[*field]value{}, w.Lexer
	for more := ahead.Open('{', '}'); more; more = ahead.More('}') {
		key := ahead.Key()
		f := p.find(key)
		exact := f != nil && string(key) == f.name
		raw := ahead.Raw()
		if exact || !values[f].exact {
			values[f] = value{ahead.At - len(raw), raw, exact}
		}
	}
	return values
}

// unused reads past a value of a repeated field that does not count. Nothing is lost if it is the value that
// counts, or null. It becomes null or is left out, because strict decoding reads a field only once.
func (w *walk) unused(f *field, counts value, comma int) {
	raw := w.Raw()
	isNull := raw[0] == 'n'
	e := edit{w.At - len(raw), w.At, "null", Warning{
		Path: string(appendPath(w.path, step{field: f})), Raw: at(f).shown(raw), Problem: lastCounts,
		Read: isNull || bytes.Equal(raw, counts.raw),
	}}
	if e.start > counts.start {
		e.start, e.text, e.warning.Problem = comma, "", exactCounts
	} else if isNull {
		return
	}
	w.edits = append(w.edits, e)
}

// field walks the value of a field, and replaces it by null if it cannot be read and the field is
// optional. The caller has called Next, so that the lexer stands at the value and not at a space.
func (w *walk) field(f *field) *Error {
	edits, start, size := len(w.edits), w.At, len(w.path)
	w.path = appendPath(w.path, step{field: f})
	err := w.value(at(f))
	w.path = w.path[:size]
	switch {
	case err == nil:
		return nil
	case err.required || !f.optional:
		err.required = true
		return err
	}
	// The edits inside the value have no effect any more.
	w.edits = append(w.edits[:edits], edit{start, w.At, "null", err.Warning})
	return nil
}

// array walks the elements of an array. The first element that cannot be read makes the whole array
// unreadable. The others are skipped then, so that the lexer stands behind the array.
func (w *walk) array(s slot) (unreadable *Error) {
	i, size := 0, len(w.path)
	for more := w.Open('[', ']'); more; more = w.More(']') {
		if unreadable != nil {
			w.Skip()
			continue
		}
		w.path = appendPath(w.path, step{index: i})
		unreadable = w.element(s.inside(s.elem))
		w.path = w.path[:size]
		if unreadable != nil && unreadable.required {
			return unreadable
		}
		i++
	}
	return unreadable
}

// element walks an element of an array, unless it is a record that needs no repair, as most in a list do.
func (w *walk) element(s slot) *Error {
	start := w.Lexer
	if s.open == '{' && !w.changes && w.reads(w.Raw(), s) {
		return nil
	}
	w.Lexer = start
	return w.value(s)
}

// scalar reads past a value that has no parts to walk, and notes how to rewrite it if it has to be. Null
// for a record or a text is not a value, although encoding/json reads it, unless the slot is nullable.
func (w *walk) scalar(s slot) *Error {
	raw := w.Raw()
	if w.reads(raw, s) {
		w.text(w.At-len(raw), s.shown(raw))
		return nil
	}
	warning := Warning{Path: string(w.path), Raw: s.shown(raw), Problem: s.problem(raw)}
	text := s.rewrite(raw)
	if text == "" || !w.reads([]byte(text), s) {
		return &Error{Warning: warning}
	}
	warning.Read = true
	w.edits = append(w.edits, edit{w.At - len(raw), w.At, text, warning})
	return nil
}

// text adds a warning if what has been read from start on holds text that is changed when it is read.
// It stays as it was sent: whoever reads it puts U+FFFD there.
func (w *walk) text(start int, shown string) {
	if raw := w.Body[start:w.At]; w.changes && jsonlex.ChangesText(raw) {
		warning := Warning{Path: string(w.path), Raw: shown, Problem: changedText}
		w.edits = append(w.edits, edit{start, w.At, string(raw), warning})
	}
}

// reads reports whether strict decoding reads raw in the slot.
func (w *walk) reads(raw []byte, s slot) bool {
	if raw[0] == 'n' && s.nullable {
		return true
	}
	w.try.Lexer = jsonlex.Lexer{Body: raw}
	w.try.element(s.part, reflect.New(s.typ).Elem())
	return w.try.Ends()
}
