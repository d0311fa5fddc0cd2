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
// A value that cannot be read becomes null in an optional field, and is an [Error] in a required field. A field is optional
// if it has omitempty or omitzero in its json tag, or a default tag. An array with such a value as an element becomes null
// as a whole.
func repair(body []byte, p *typePlan) (repaired []byte, warnings []Warning, err error) {
	check := jsonlex.Lexer{Body: body}
	if check.Skip(); !check.Ends() && check.Err == nil {
		check.Err = json.Unmarshal(body, new(json.RawMessage)) // says where the JSON is wrong
	}
	if check.Err != nil {
		return nil, nil, check.Err
	}
	r := repairer{Lexer: jsonlex.Lexer{Body: body}, hasInvalidText: hasInvalidText(body), try: newStrictDecoder(nil, Options{})}
	unreadable := r.repairValue(place{typePlan: p})
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

// repairer goes through a document that is known to be JSON, so that its Lexer cannot fail. It adds an edit for each value
// that it replaces, drops or warns about.
type repairer struct {
	jsonlex.Lexer
	path           []byte         // the path of the value that is being read
	edits          []edit         // in the order of the document; no edit is inside another
	hasInvalidText bool           // some text of the document is invalid
	try            *strictDecoder // decodes a single value, for canRead
}

// place is a place in the document, with the type of its value.
type place struct {
	*typePlan
	nullable bool // null means "not given" here
	inField  bool // the place is a field, or lies inside one
	hidden   bool // the value may be personal or secret
}

// elementPlace returns the place of an element of the array that is at p.
func (p place) elementPlace() place {
	return place{typePlan: p.elem, nullable: p.typ.Elem().Kind() == reflect.Pointer, inField: p.inField, hidden: p.hidden}
}

// fieldPlace returns the place of the value of a field.
func fieldPlace(f *field) place {
	return place{typePlan: f.typePlan, nullable: true, inField: true, hidden: f.hidden}
}

// edit replaces the bytes from start to end by text. The warning says why.
type edit struct {
	start, end int
	text       string
	warning    Warning
}

// repairValue reads the next value, and repairs what strict decoding cannot read. After an error about a required field,
// the Lexer may still be inside the value.
func (r *repairer) repairValue(p place) *Error {
	bracket := r.Next()
	if p.oneOrMany && bracket == '{' { // one record without the array around it
		p = p.elementPlace()
	}
	switch {
	case bracket != p.open:
		return r.repairAsWhole(p)
	case bracket == '{':
		return r.repairObject(p.typePlan)
	default:
		return r.repairArray(p)
	}
}

func (r *repairer) repairObject(p *typePlan) *Error {
	effective := r.effectiveValues(p)
	for more := r.Open('{', '}'); more; more = r.More('}') {
		comma := r.At - 1 // the offset of the comma before the key, or of { before the first key
		i := p.findField(r.Key())
		r.Next()
		switch {
		case i < 0:
			r.Skip()
			r.warnIfInvalidText(comma+1, text.Redacted) // the warning has the path of the object, because an unknown field has no path
		case r.At != effective[i].start:
			r.dropRepeated(&p.fields[i], effective[i], comma)
		default:
			if err := r.repairField(&p.fields[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// effectiveValue is the value that counts if an object gives a field more than once.
type effectiveValue struct {
	start int
	raw   []byte
	exact bool // the key of the value is exactly the name of the field
}

// effectiveValues looks ahead, and returns the value that counts for each field of an object, by the index of the field: the
// last value under exactly the name of the field, or else the last value. For the field id, 1 counts in {"id":1,"ID":2}, and
// 2 counts in {"Id":1,"ID":2}.
func (r *repairer) effectiveValues(p *typePlan) map[int]effectiveValue {
	values, ahead := map[int]effectiveValue{}, r.Lexer
	for more := ahead.Open('{', '}'); more; more = ahead.More('}') {
		key := ahead.Key()
		i := p.findField(key)
		exact := i >= 0 && string(key) == p.fields[i].name
		raw := ahead.Raw()
		if exact || !values[i].exact {
			values[i] = effectiveValue{ahead.At - len(raw), raw, exact}
		}
	}
	return values
}

// dropRepeated drops the next value, because another value of the field f counts. If the other value comes later, null
// replaces the dropped one: {"id":1,"id":2} becomes {"id":null,"id":2}. If the other value came earlier, the key is dropped
// too: {"id":1,"ID":2} becomes {"id":1}.
func (r *repairer) dropRepeated(f *field, counts effectiveValue, comma int) {
	raw := r.Raw()
	isNull := raw[0] == 'n'
	e := edit{r.At - len(raw), r.At, "null", Warning{
		Path: string(appendPath(r.path, pathStep{field: f})), Raw: fieldPlace(f).shownAs(raw), Problem: lastCounts,
		Read: isNull || bytes.Equal(raw, counts.raw),
	}}
	if e.start > counts.start {
		e.start, e.text, e.warning.Problem = comma, "", exactCounts
	} else if isNull {
		return
	}
	r.edits = append(r.edits, e)
}

// repairField repairs the next value, which belongs to the field f. A value that cannot be repaired becomes null in an
// optional field, as "soon" does in birthDate. In a required field, it is an error.
func (r *repairer) repairField(f *field) *Error {
	edits, start, length := len(r.edits), r.At, len(r.path)
	r.path = appendPath(r.path, pathStep{field: f})
	err := r.repairValue(fieldPlace(f))
	r.path = r.path[:length]
	switch {
	case err == nil:
		return nil
	case err.required || !f.optional:
		err.required = true
		return err
	}
	// The whole value becomes null, so the edits inside it are dropped.
	r.edits = append(r.edits[:edits], edit{start, r.At, "null", err.Warning})
	return nil
}

// repairArray repairs the elements of an array. It returns the error about the first element that it cannot repair.
func (r *repairer) repairArray(p place) (unreadable *Error) {
	i, length := 0, len(r.path)
	for more := r.Open('[', ']'); more; more = r.More(']') {
		if unreadable != nil {
			r.Skip()
			continue
		}
		r.path = appendPath(r.path, pathStep{index: i})
		unreadable = r.repairElement(p.elementPlace())
		r.path = r.path[:length]
		if unreadable != nil && unreadable.required {
			return unreadable
		}
		i++
	}
	return unreadable
}

// repairElement repairs an element of an array. If the document has no invalid text to warn about, it skips a record that
// strict decoding can read.
func (r *repairer) repairElement(p place) *Error {
	start := r.Lexer
	if p.open == '{' && !r.hasInvalidText && r.canRead(r.Raw(), p) {
		return nil
	}
	r.Lexer = start
	return r.repairValue(p)
}

// repairAsWhole replaces the next value if strict decoding cannot read it: "7" becomes 7. It does not look at fields or
// elements. It returns an error if there is no JSON with the same meaning.
func (r *repairer) repairAsWhole(p place) *Error {
	raw := r.Raw()
	if r.canRead(raw, p) {
		r.warnIfInvalidText(r.At-len(raw), p.shownAs(raw))
		return nil
	}
	warning := Warning{Path: string(r.path), Raw: p.shownAs(raw), Problem: p.problem(raw)}
	rewritten := p.rewrite(raw)
	if rewritten == "" || !r.canRead([]byte(rewritten), p) {
		return &Error{Warning: warning}
	}
	warning.Read = true
	r.edits = append(r.edits, edit{r.At - len(raw), r.At, rewritten, warning})
	return nil
}

// warnIfInvalidText adds a warning if the bytes from start to r.At hold invalid text. It does not replace the text: strict
// decoding later reads U+FFFD in place of what is not valid.
func (r *repairer) warnIfInvalidText(start int, shown string) {
	if raw := r.Body[start:r.At]; r.hasInvalidText && hasInvalidText(raw) {
		warning := Warning{Path: string(r.path), Raw: shown, Problem: invalidText}
		r.edits = append(r.edits, edit{start, r.At, string(raw), warning})
	}
}

// canRead reports whether strict decoding can read raw in the place p.
func (r *repairer) canRead(raw []byte, p place) bool {
	if raw[0] == 'n' && p.nullable {
		return true
	}
	r.try.Lexer = jsonlex.Lexer{Body: raw}
	r.try.readElement(p.typePlan, reflect.New(p.typ).Elem()) // unlike readValue, fails at null for a record or a text
	return r.try.Ends()
}
