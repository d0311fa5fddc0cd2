// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"github.com/reservationkit/reservations-go/internal/lenient/lexer"
)

// strict decodes a document that is as documented, in one pass and beside the plan of its type.
// Texts, numbers and booleans are stored as they come, in records and lists that are made as
// their brackets open. Any other value is passed as a whole and given to the UnmarshalJSON of
// its type, or to encoding/json, and what was read is looked at once more for what encoding/json
// passes over. It fails at a value of another type, at null where a record has to be, and at
// a field that is given twice, all of which are for repair. A field that the type does not have
// goes to Extra, and a required one that is missing is noted.
type strict struct {
	lexer.Lexer
	Options
	decoded bool   // encoding/json has decoded the value at hand: what is left is Extra, and what is missing
	lax     bool   // set with decoded: a field that is given twice and a null record are accepted, as encoding/json does
	steps   []step // to the array or object at hand
	given   []mark // the fields that were given or are optional, of every struct around the place
	missing []Warning
	noID    *Error // the first record without an id
}

// mark says of a field that it may be missing, and that it is not.
type mark uint8

const (
	optional mark = 1 << iota
	given
)

func newStrict(body []byte, o Options) *strict {
	return &strict{Lexer: lexer.Lexer{Body: body}, Options: o}
}

// document reads the whole document into v. It is not ok if anything has failed.
func (s *strict) document(p part, v reflect.Value) (ok bool) {
	s.value(p, v)
	return s.Ends()
}

// value reads the next value into v. V is not valid where there is no place for the value.
func (s *strict) value(p part, v reflect.Value) {
	c := s.Next()
	if !s.decoded && v.Kind() == reflect.Pointer {
		if s.Null() {
			v.SetZero()
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		s.value(p, v.Elem())
		return
	}
	v = pointed(v)
	switch {
	case s.decoded && p.single && c == '{':
		s.inside(step{single: true}, p.elem, element(v, 0))
	case s.decoded && c != p.open:
		s.Skip()
	case !s.decoded && (!p.direct || c != p.open):
		s.scalar(p.plan, v, c)
	case c == '[':
		s.array(p.plan, v)
	case p.kind == reflect.Map:
		s.entries(p.plan)
	default:
		s.object(p.plan, v)
	}
}

// pointed returns what v points to. It is not valid when that is nothing.
func pointed(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v
}

// inside reads the next value, to which st leads.
func (s *strict) inside(st step, p part, v reflect.Value) {
	s.steps = append(s.steps, st)
	s.value(p, v)
	s.steps = s.steps[:len(s.steps)-1]
}

// array reads the elements of an array.
func (s *strict) array(p *plan, v reflect.Value) {
	if !s.decoded {
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	s.steps = append(s.steps, step{})
	last := len(s.steps) - 1
	for more := s.Open('[', ']'); more; more = s.More(']') {
		i := s.steps[last].index
		if !s.decoded {
			v.Grow(1)
			v.SetLen(i + 1)
		}
		s.checkRecord(p.elem)
		s.value(p.elem, element(v, i))
		s.steps[last].index++
	}
	s.steps = s.steps[:last]
}

// element returns an element of v, if there is one.
func element(v reflect.Value, i int) reflect.Value {
	if !v.IsValid() || i >= v.Len() {
		return reflect.Value{}
	}
	return v.Index(i)
}

// checkRecord fails at null instead of a record, which encoding/json reads as an empty one.
func (s *strict) checkRecord(p part) {
	if p.isRecord() && !s.lax && s.Next() == 'n' {
		s.Fail()
	}
}

// entries passes the values of a map, which cannot be changed in place.
func (s *strict) entries(p *plan) {
	for more := s.Open('{', '}'); more; more = s.More('}') {
		st := step{key: string(s.Key()), inMap: true}
		s.checkRecord(p.elem)
		s.inside(st, p.elem, reflect.Value{})
	}
}

// object reads the fields of a struct.
func (s *strict) object(p *plan, v reflect.Value) {
	if !s.decoded && p.defaults.IsValid() {
		v.Set(p.defaults)
	}
	here, next := len(s.given), 0
	s.given = append(s.given, p.marks...)
	for more := s.Open('{', '}'); more; more = s.More('}') {
		f := s.field(p, v, next)
		if f == nil {
			continue
		}
		next = f.number + 1
		c, seen := s.Next(), &s.given[here+f.number]
		if *seen&given != 0 && !s.lax {
			s.Fail()
		}
		if c != 'n' {
			*seen |= given
		}
		if c == '{' || c == '[' {
			s.inside(step{field: f}, f.part, fieldOf(v, f.index))
		} else {
			s.value(f.part, fieldOf(v, f.index))
		}
	}
	if !s.Failed() && slices.Contains(s.given[here:], 0) {
		s.checkMissing(p, s.given[here:])
	}
	s.given = s.given[:here]
}

// field passes the next key and returns its field. The fields of an object mostly have the order
// of the type. It is nil for a field that the type does not have, which is passed as well.
func (s *strict) field(p *plan, v reflect.Value, next int) *field {
	s.Next()
	if next < len(p.fields) && s.KeyIs(p.fields[next].name) {
		return &p.fields[next]
	}
	key := s.Key()
	f := p.find(key)
	if f == nil && !s.Failed() {
		s.unknown(p, v, string(key))
	}
	return f
}

// fieldOf returns a field of v, if there is a place for it.
func fieldOf(v reflect.Value, index []int) reflect.Value {
	switch {
	case !v.IsValid():
		return v
	case len(index) == 1:
		return v.Field(index[0])
	}
	v, err := v.FieldByIndexErr(index)
	if err != nil { // in an embedded struct that is not there
		return reflect.Value{}
	}
	return v
}

// scalar reads a value that is stored as a whole.
func (s *strict) scalar(p *plan, v reflect.Value, c byte) {
	switch p.kind {
	case reflect.String:
		if c == '"' {
			v.SetString(string(s.Text()))
			return
		}
	case reflect.Bool:
		if c == 't' || c == 'f' {
			v.SetBool(s.Bool())
			return
		}
	case reflect.Int, reflect.Int64:
		if c != '"' && c != 'n' {
			n, err := strconv.ParseInt(string(s.Number()), 10, v.Type().Bits())
			if err != nil {
				s.Fail()
			}
			v.SetInt(n)
			return
		}
	}
	if c == 'n' && p.kind != reflect.Invalid {
		s.Null()
		return
	}
	s.whole(p, v, c)
}

// whole gives a value to the methods of its type, or to encoding/json.
func (s *strict) whole(p *plan, v reflect.Value, c byte) {
	before := s.Lexer
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
	switch {
	case err != nil:
		s.Fail()
	case c == p.open, p.single && c == '{':
		s.Lexer, s.decoded = before, true
		s.value(part{p.typ, p}, v)
		s.decoded = false
	}
}
