// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"reflect"
	"strconv"

	"github.com/reservationkit/reservations-go/internal/jsonlex"
	"github.com/reservationkit/reservations-go/internal/lenient/records"
	"github.com/reservationkit/reservations-go/types"
)

// strictDecoder reads a document in one pass. It fails at a value that is not as documented, and at a field that is given
// twice. For example, it reads {"id":7,"new":true} into a Guest with the Extra {"new":true}, and fails at {"id":"7"}.
type strictDecoder struct {
	jsonlex.Lexer
	Options
	path    []pathStep   // the path to the value that is being read
	states  []fieldState // the states of the fields of all structs that are being read, the outermost struct first
	missing []Warning
	noID    *Error           // about the first record without an id; nil if there is none
	records *records.Decoder // made when it is first needed, because it is large
}

// fieldState says what was read of a field of an object.
type fieldState struct {
	given bool // a value other than null
	exact bool // a value whose key is exactly the name of the field: id, and not ID
}

func newStrictDecoder(body []byte, o Options) *strictDecoder {
	return &strictDecoder{Lexer: jsonlex.Lexer{Body: body}, Options: o, path: make([]pathStep, 0, 4)}
}

// readDocument reads the whole document into v. It returns false if it fails.
func (s *strictDecoder) readDocument(p *typePlan, v reflect.Value) (ok bool) {
	s.readValue(p, v)
	return s.Ends()
}

// readValue reads the next value into v. Like the methods below, it calls Fail at a value that it cannot read.
func (s *strictDecoder) readValue(p *typePlan, v reflect.Value) {
	c := s.Next()
	switch {
	case v.Kind() == reflect.Pointer && s.Null(): // v stays nil
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		s.readValue(p, v.Elem())
	case p.oneOrMany && c != '[' && c != 'n':
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		s.readValue(p.elem, v.Index(0))
	case c != p.open:
		s.readScalar(p.kind, v, c)
	case c == '[':
		s.readArray(p, v)
	default:
		s.readObject(p, v)
	}
}

// readArray reads an array into the slice v.
func (s *strictDecoder) readArray(p *typePlan, v reflect.Value) {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	s.path = append(s.path, pathStep{})
	last := len(s.path) - 1
	for more := s.Open('[', ']'); more; more = s.More(']') {
		i := s.path[last].index
		if last == 0 && i == v.Cap() && i >= 4 {
			// The size of the elements so far tells how many follow.
			following := (len(s.Body) - s.At) / (s.At / i)
			v.Grow(1 + min(following+following/16, max(i, 1000)))
		}
		v.Grow(1)
		v.SetLen(i + 1)
		s.readElement(p.elem, v.Index(i))
		s.path[last].index++
	}
	s.path = s.path[:last]
	if p.oneOrMany && v.Len() == 0 { // [] becomes nil, as in UnmarshalJSON of OneOrMany
		v.SetZero()
	}
}

// readElement reads an element of an array, with a generated decoder if there is one. Unlike encoding/json, it fails at
// null in place of a record, a text, a number or a boolean.
func (s *strictDecoder) readElement(p *typePlan, v reflect.Value) {
	if records.Decodes(v.Type()) && s.tryGenerated(v) {
		return
	}
	if v.Kind() != reflect.Pointer && !p.canBeNull() && s.Next() == 'n' {
		s.Fail()
	}
	s.readValue(p, v)
}

// tryGenerated reads a record with its generated decoder. If that decoder fails, tryGenerated returns false, and the Lexer
// is before the record again.
func (s *strictDecoder) tryGenerated(v reflect.Value) (ok bool) {
	start := s.Lexer
	if s.records == nil {
		s.records = &records.Decoder{Lexer: &s.Lexer}
	}
	if s.records.Record(v.Addr().Interface()); !s.Failed() {
		return true
	}
	v.SetZero() // the generated decoder may have set some fields
	s.Lexer = start
	return false
}

// readObject reads an object into the struct v.
func (s *strictDecoder) readObject(p *typePlan, v reflect.Value) {
	if p.defaults.IsValid() {
		v.Set(p.defaults)
	}
	first, expected := len(s.states), 0
	s.states = append(s.states, make([]fieldState, len(p.fields))...)
	for more := s.Open('{', '}'); more; more = s.More('}') {
		i, exact := s.nextField(p, v, expected)
		if i < 0 {
			continue
		}
		expected = i + 1
		f, state := &p.fields[i], &s.states[first+i]
		if state.given || state.exact && !exact {
			s.Fail()
		}
		state.exact = state.exact || exact
		state.given = s.Next() != 'n'
		s.path = append(s.path, pathStep{field: f})
		s.readValue(f.typePlan, v.Field(f.index))
		s.path = s.path[:len(s.path)-1]
		if f.fallback && p.defaults.IsValid() && v.Field(f.index).IsZero() {
			v.Field(f.index).Set(p.defaults.Field(f.index))
		}
	}
	if !s.Failed() {
		s.noteMissing(p, s.states[first:])
	}
	s.states = s.states[:first]
}

// nextField reads the next key, and returns the index of its field, and whether the key is exactly the name of the field. If
// the type has no such field, it also reads the value, and returns -1. It tries the expected field first, because most objects
// have their fields in the order of the type.
func (s *strictDecoder) nextField(p *typePlan, v reflect.Value, expected int) (i int, exact bool) {
	s.Next()
	if expected < len(p.fields) && s.TryKey(p.fields[expected].name) {
		return expected, true
	}
	key := s.Key()
	i = p.findField(key)
	switch {
	case i >= 0:
		return i, string(key) == p.fields[i].name
	case p.extra < 0:
		s.Skip()
	default:
		jsonlex.KeepUnknown(&s.Lexer, string(key), v.Field(p.extra).Addr().Interface().(*types.Extra))
	}
	return i, false
}

// readScalar reads a value that begins with c and is read as a whole, such as a text, a number or a date.
func (s *strictDecoder) readScalar(kind reflect.Kind, v reflect.Value, c byte) {
	switch {
	case kind == reflect.String && c == '"':
		v.SetString(string(s.Text()))
	case kind == reflect.Bool && (c == 't' || c == 'f'):
		v.SetBool(s.Bool())
	case isInteger(kind) && c != '"' && c != 'n':
		n, err := strconv.ParseInt(string(s.Number()), 10, v.Type().Bits())
		if err != nil {
			s.Fail()
		}
		v.SetInt(n)
	case kind != reflect.Invalid && c == 'n':
		s.Null()
	default:
		s.unmarshal(v)
	}
}

// unmarshal reads a value with the UnmarshalJSON of its type, or with encoding/json if the type has none.
func (s *strictDecoder) unmarshal(v reflect.Value) {
	raw := s.Raw()
	if s.Failed() {
		return
	}
	var err error
	pointer := v.Addr().Interface()
	if itself, ok := pointer.(json.Unmarshaler); ok {
		err = itself.UnmarshalJSON(raw)
	} else {
		err = json.Unmarshal(raw, pointer)
	}
	if err != nil {
		s.Fail()
	}
}

const maxMissing = 10_000 // how many missing fields are listed at most

// noteMissing looks for required fields of a struct that are missing or null. With ListMissing it adds warnings to
// s.missing. A missing id of the record, or of a record of the list, becomes the error s.noID instead.
func (s *strictDecoder) noteMissing(p *typePlan, states []fieldState) {
	isTop := len(s.path) == 0 || len(s.path) == 1 && s.path[0].field == nil
	for i := range p.fields {
		f := &p.fields[i]
		if f.optional || states[i].given {
			continue
		}
		missing := func() Warning {
			return Warning{Path: string(appendPath(nil, append(s.path, pathStep{field: f})...)), Problem: "required and missing"}
		}
		switch {
		case isTop && f.name == "id":
			if s.noID == nil {
				s.noID = &Error{Warning: missing()}
			}
		case s.ListMissing && len(s.missing) < maxMissing:
			s.missing = append(s.missing, missing())
		}
	}
}

// pathStep leads from a value to one of its fields or elements: the path [3].unit has two steps.
type pathStep struct {
	field *field // nil if the step leads to an element
	index int    // the index of the element, if the step leads to an element
}

// appendPath appends steps to a path in the form of [Warning.Path], such as .unit or [3].
func appendPath(path []byte, steps ...pathStep) []byte {
	for _, step := range steps {
		switch {
		case step.field == nil:
			path = append(strconv.AppendInt(append(path, '['), int64(step.index), 10), ']')
		case len(path) > 0:
			path = append(append(path, '.'), step.field.name...)
		default:
			path = append(path, step.field.name...)
		}
	}
	return path
}
