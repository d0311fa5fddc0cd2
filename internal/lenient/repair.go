// SPDX-License-Identifier: MIT

package lenient

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/internal/text"
)

// repair returns a copy of body in which strict decoding can read every value, and the warnings in the order of the
// document. For a Guest, {"id":"7","birthDate":"soon"} becomes {"id":7,"birthDate":null}, with two warnings.
//
// A value that cannot be read is replaced by null in an optional field: one whose json tag says omitempty or omitzero,
// or that has a default tag. In a required field it is an [Error], and the last of the warnings. An element of an array
// that cannot be read makes the whole array unreadable: ["a",{}] for a list of texts becomes null. So does null in
// place of an object in an array, which encoding/json would read as an object without content. Any other null is read
// as not given.
//
// When a field is given more than once, one value counts, and the others are replaced by null or left out. A body that
// is not JSON gives the error of encoding/json.
func repair(body []byte, t target) (repaired []byte, warnings []Warning, err error) {
	check := jsonlex.Lexer{Body: body}
	if check.Skip(); !check.Ends() && check.Err == nil {
		check.Err = json.Unmarshal(body, new(json.RawMessage))
	}
	if check.Err != nil {
		return nil, nil, check.Err
	}
	r := repairer{Lexer: jsonlex.Lexer{Body: body}, changesText: changesText(body), try: newStrict(nil, Options{})}
	unreadable := r.repairValue(place{target: t})
	end := 0
	for _, e := range r.edits {
		repaired = append(append(repaired, body[end:e.start]...), e.text...)
		warnings = append(warnings, e.warning)
		end = e.end
	}
	if unreadable != nil {
		return nil, append(warnings, unreadable.Warning), unreadable
	}
	return append(repaired, body[end:]...), warnings, nil
}

// repairer passes once over a document that is known to be JSON, so that the Lexer cannot fail. It tries to decode each
// value, and if that fails it notes what to write instead.
type repairer struct {
	jsonlex.Lexer
	path        []byte // the path of the value that is being read
	edits       []edit // in the order of the document, none inside another
	changesText bool   // some text of the document is changed when it is read
	try         *strictDecoder
}

// place is a place in the document, with the target that its value is read into.
type place struct {
	target
	nullable bool // null means "not given" here
	inField  bool // the place is a field, or lies inside one
	hidden   bool // the value may be personal or secret
}

// inside returns the place of an element of the value in p, which is read into t.
func (p place) inside(t target) place {
	return place{target: t, nullable: t.typ.Kind() == reflect.Pointer, inField: p.inField, hidden: p.hidden}
}

// placeOf returns the place of the value of a field.
func placeOf(f *field) place {
	return place{target: f.target, nullable: true, inField: true, hidden: f.hidden}
}

// edit replaces the bytes from start to end by text, because of a warning.
type edit struct {
	start, end int
	text       string
	warning    Warning
}

// repairValue reads the next value, and repairs it if it can. It returns an error when the value cannot be read. The Lexer
// then stands behind the value, unless the error is about a required field, which ends the whole pass.
func (r *repairer) repairValue(p place) *Error {
	bracket := r.Next()
	if p.oneOrMany && bracket == '{' { // one record in place of the list
		p = p.inside(p.elem)
	}
	switch {
	case bracket != p.open:
		return r.repairScalar(p)
	case bracket == '{':
		return r.repairObject(p.typePlan)
	default:
		return r.repairArray(p)
	}
}

func (r *repairer) repairObject(p *typePlan) *Error {
	counting := r.countingValues(p)
	for more := r.Open('{', '}'); more; more = r.More('}') {
		comma := r.At - 1 // the place of the comma, or of the bracket, before the key
		f := p.find(r.Key())
		r.Next()
		switch {
		case f == nil:
			r.Skip()
			r.warnIfTextChanges(comma+1, text.Redacted) // the path is that of the object: the name is not documented
		case r.At != counting[f].start:
			r.dropRepeated(f, counting[f], comma)
		default:
			if err := r.repairField(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// countingValue is the one value of a field that is read when an object gives the field more than once.
type countingValue struct {
	start int
	raw   []byte
	exact bool // the key of the value is exactly the name of the field
}

// countingValues looks ahead for the value of each field of an object that counts: the last one whose key is exactly
// the name of the field, or else the last one. Of {"id":1,"ID":2} the value 1 counts, and of {"Id":1,"ID":2} the value
// 2.
func (r *repairer) countingValues(p *typePlan) map[*field]countingValue {
	values, ahead := map[*field]countingValue{}, r.Lexer
	for more := ahead.Open('{', '}'); more; more = ahead.More('}') {
		key := ahead.Key()
		f := p.find(key)
		exact := f != nil && string(key) == f.name
		raw := ahead.Raw()
		if exact || !values[f].exact {
			values[f] = countingValue{ahead.At - len(raw), raw, exact}
		}
	}
	return values
}

// dropRepeated drops a value of a repeated field that does not count. The value becomes null or is left out, because
// strict decoding reads a field only once. Nothing is lost if it equals the value that counts, or is null.
func (r *repairer) dropRepeated(f *field, counts countingValue, comma int) {
	raw := r.Raw()
	isNull := raw[0] == 'n'
	e := edit{r.At - len(raw), r.At, "null", Warning{
		Path: string(appendPath(r.path, pathStep{field: f})), Raw: placeOf(f).shown(raw), Problem: lastCounts,
		Read: isNull || bytes.Equal(raw, counts.raw),
	}}
	if e.start > counts.start {
		e.start, e.text, e.warning.Problem = comma, "", exactCounts
	} else if isNull {
		return
	}
	r.edits = append(r.edits, e)
}

// repairField repairs the value of a field. If the value cannot be read and the field is optional, the value becomes
// null. The caller has called Next, so that the Lexer stands at the value and not at a space.
func (r *repairer) repairField(f *field) *Error {
	edits, start, length := len(r.edits), r.At, len(r.path)
	r.path = appendPath(r.path, pathStep{field: f})
	err := r.repairValue(placeOf(f))
	r.path = r.path[:length]
	switch {
	case err == nil:
		return nil
	case err.required || !f.optional:
		err.required = true
		return err
	}
	// The edits inside the value have no effect any more.
	r.edits = append(r.edits[:edits], edit{start, r.At, "null", err.Warning})
	return nil
}

// repairArray goes through the elements of an array. The first element that cannot be read makes the whole array unreadable,
// and the others are skipped, so that the Lexer stands behind the array.
func (r *repairer) repairArray(p place) (unreadable *Error) {
	i, length := 0, len(r.path)
	for more := r.Open('[', ']'); more; more = r.More(']') {
		if unreadable != nil {
			r.Skip()
			continue
		}
		r.path = appendPath(r.path, pathStep{index: i})
		unreadable = r.repairElement(p.inside(p.elem))
		r.path = r.path[:length]
		if unreadable != nil && unreadable.required {
			return unreadable
		}
		i++
	}
	return unreadable
}

// repairElement repairs an element of an array. Most elements are records that need no repair, and are not looked into.
func (r *repairer) repairElement(p place) *Error {
	start := r.Lexer
	if p.open == '{' && !r.changesText && r.canRead(r.Raw(), p) {
		return nil
	}
	r.Lexer = start
	return r.repairValue(p)
}

// repairScalar repairs a value that has no fields or elements to look into: it notes how to rewrite the value if strict
// decoding cannot read it.
func (r *repairer) repairScalar(p place) *Error {
	raw := r.Raw()
	if r.canRead(raw, p) {
		r.warnIfTextChanges(r.At-len(raw), p.shown(raw))
		return nil
	}
	warning := Warning{Path: string(r.path), Raw: p.shown(raw), Problem: p.problem(raw)}
	rewritten := p.rewrite(raw)
	if rewritten == "" || !r.canRead([]byte(rewritten), p) {
		return &Error{Warning: warning}
	}
	warning.Read = true
	r.edits = append(r.edits, edit{r.At - len(raw), r.At, rewritten, warning})
	return nil
}

// warnIfTextChanges adds a warning if the bytes from start to the Lexer hold text that is changed when it is read. The text
// stays as it was sent: strict decoding puts U+FFFD into it.
func (r *repairer) warnIfTextChanges(start int, shown string) {
	if raw := r.Body[start:r.At]; r.changesText && changesText(raw) {
		warning := Warning{Path: string(r.path), Raw: shown, Problem: changedText}
		r.edits = append(r.edits, edit{start, r.At, string(raw), warning})
	}
}

// canRead reports whether strict decoding can read raw in this place. It cannot read null for a record or a text, although
// encoding/json can, unless the place is nullable.
func (r *repairer) canRead(raw []byte, p place) bool {
	if raw[0] == 'n' && p.nullable {
		return true
	}
	r.try.Lexer = jsonlex.Lexer{Body: raw}
	r.try.readElement(p.target, reflect.New(p.typ).Elem())
	return r.try.Ends()
}
