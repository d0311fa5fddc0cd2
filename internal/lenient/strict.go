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

// strict decodes a document that is as documented, in one pass, by the plan of its type. It stores
// strings, whole numbers and booleans itself, and gives any other value that it does not read part by
// part to the UnmarshalJSON of its type, or to encoding/json. It fails at a value of another type, at
// null as an element instead of a record, and at a field that is given twice: repair handles these. A
// field that the type does not have goes to Extra, and a required field that is missing is noted.
type strict struct {
	jsonlex.Lexer
	Options
	steps   []step // the path of the value that is being read
	given   []mark // of the fields of every struct that is being read, the outermost first
	missing []Warning
	noID    *Error           // the first record without an id
	records *records.Decoder // large, so that it is made for the first record
}

// mark has a bit for a field that is optional, one for a field that was given and is not null, and one
// for a field that was given by exactly its name.
type mark uint8

const (
	optional mark = 1 << iota
	given
	named
)

func newStrict(body []byte, o Options) *strict {
	return &strict{Lexer: jsonlex.Lexer{Body: body}, Options: o, steps: make([]step, 0, 4)}
}

// document reads the whole document into v. It is not ok if anything has failed.
func (s *strict) document(p part, v reflect.Value) (ok bool) {
	s.value(p, v)
	return s.Ends()
}

// value reads the next value into v.
func (s *strict) value(p part, v reflect.Value) {
	c := s.Next()
	switch {
	case v.Kind() == reflect.Pointer && s.Null():
		v.SetZero()
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		s.value(p, v.Elem())
	case p.single && c != '[' && c != 'n':
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		s.value(p.elem, v.Index(0))
	case c != p.open:
		s.scalar(p.kind, v, c)
	case c == '[':
		s.array(p.plan, v)
	default:
		s.object(p.plan, v)
	}
}

// array reads the elements of an array.
func (s *strict) array(p *plan, v reflect.Value) {
	v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	s.steps = append(s.steps, step{})
	last := len(s.steps) - 1
	for more := s.Open('[', ']'); more; more = s.More(']') {
		i := s.steps[last].index
		if last == 0 && i == v.Cap() && i >= 4 { // the first elements of a list tell how many may follow
			following := (len(s.Body) - s.At) / (s.At / i)
			v.Grow(1 + min(following+following/16, max(i, 1000)))
		}
		v.Grow(1)
		v.SetLen(i + 1)
		s.element(p.elem, v.Index(i))
		s.steps[last].index++
	}
	s.steps = s.steps[:last]
	if p.single && v.Len() == 0 { // as OneOrMany decodes []
		v.SetZero()
	}
}

// element reads an element of an array, by the decoder that is generated for its type if there is one. It fails
// at null instead of a record, a text, a number or a boolean, because encoding/json would read that as an empty one.
func (s *strict) element(p part, v reflect.Value) {
	if records.Decodes(p.typ) && s.generated(v) {
		return
	}
	if p.cannotBeNull() && s.Next() == 'n' {
		s.Fail()
	}
	s.value(p, v)
}

// generated reads a record in the form that nearly all have. Of any other it reads nothing.
func (s *strict) generated(v reflect.Value) (ok bool) {
	start := s.Lexer
	if s.records == nil {
		s.records = &records.Decoder{Lexer: &s.Lexer}
	}
	if s.records.Record(v.Addr().Interface()); !s.Failed() {
		return true
	}
	v.SetZero() // it may hold a part
	s.Lexer = start
	return false
}

// object reads the fields of a struct.
func (s *strict) object(p *plan, v reflect.Value) {
	if p.defaults.IsValid() {
		v.Set(p.defaults)
	}
	here, next := len(s.given), 0
	s.given = append(s.given, p.marks...)
	for more := s.Open('{', '}'); more; more = s.More('}') {
		f, exact := s.field(p, v, next)
		if f == nil {
			continue
		}
		next = f.number + 1
		seen := &s.given[here+f.number]
		if *seen&given != 0 || *seen&named != 0 && !exact {
			s.Fail()
		}
		if exact {
			*seen |= named
		}
		if s.Next() != 'n' {
			*seen |= given
		}
		s.steps = append(s.steps, step{field: f})
		s.value(f.part, v.Field(f.index))
		s.steps = s.steps[:len(s.steps)-1]
		if f.fallback && p.defaults.IsValid() && v.Field(f.index).IsZero() {
			v.Field(f.index).Set(p.defaults.Field(f.index))
		}
	}
	if !s.Failed() {
		s.checkMissing(p, s.given[here:])
	}
	s.given = s.given[:here]
}

// field reads the next key and returns its field, and whether the key is exactly its name. It tries the field with the number next first, because
// the fields of an object mostly have the order of the type. For a field that the type does not have, it
// reads the value too, keeps it in Extra if there is one, and returns nil.
func (s *strict) field(p *plan, v reflect.Value, next int) (f *field, exact bool) {
	s.Next()
	if next < len(p.fields) && s.KeyIs(p.fields[next].name) {
		return &p.fields[next], true
	}
	key := s.Key()
	f = p.find(key)
	switch {
	case f != nil:
		return f, string(key) == f.name
	case p.extra < 0:
		s.Skip()
	default:
		jsonlex.KeepUnknown(&s.Lexer, string(key), v.Field(p.extra).Addr().Interface().(*types.Extra))
	}
	return nil, false
}

// scalar reads a value that is not read part by part.
func (s *strict) scalar(kind reflect.Kind, v reflect.Value, c byte) {
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
		s.whole(v)
	}
}

// whole gives a value to the UnmarshalJSON of its type, or to encoding/json if it has none.
func (s *strict) whole(v reflect.Value) {
	raw := s.Raw()
	if s.Failed() {
		return
	}
	var err error
	target := v.Addr().Interface()
	if itself, ok := target.(json.Unmarshaler); ok {
		err = itself.UnmarshalJSON(raw)
	} else {
		err = json.Unmarshal(raw, target)
	}
	if err != nil {
		s.Fail()
	}
}

// maxMissing bounds the missing fields that are listed.
const maxMissing = 10_000

// checkMissing notes the required fields of a struct that were not given, or are null.
func (s *strict) checkMissing(p *plan, marks []mark) {
	isTop := len(s.steps) == 0 || len(s.steps) == 1 && s.steps[0].field == nil
	for i := range p.fields {
		f := &p.fields[i]
		if marks[i]&(optional|given) != 0 {
			continue
		}
		missing := func() Warning {
			return Warning{Path: string(appendPath(nil, append(s.steps, step{field: f})...)), Problem: "required and missing"}
		}
		switch {
		case isTop && f.name == "id" && s.RequireIDs:
			if s.noID == nil {
				s.noID = &Error{Warning: missing()}
			}
		case s.ListMissing && len(s.missing) < maxMissing:
			s.missing = append(s.missing, missing())
		}
	}
}

// step is a part of a path: it leads from a value to one of its fields or elements.
type step struct {
	field *field // nil for an element
	index int
}

// appendPath writes steps as in [Warning.Path].
func appendPath(path []byte, steps ...step) []byte {
	for _, st := range steps {
		switch {
		case st.field == nil:
			path = append(strconv.AppendInt(append(path, '['), int64(st.index), 10), ']')
		case len(path) > 0:
			path = append(append(path, '.'), st.field.name...)
		default:
			path = append(path, st.field.name...)
		}
	}
	return path
}
