// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// plan says how JSON is read into one type, which is not a pointer.
type plan struct {
	typ  reflect.Type
	kind reflect.Kind // Invalid for a type that decodes itself
	// open is the bracket that opens a value whose parts are read one by one, and 0 when the
	// whole value is left to its type or to encoding/json.
	open     byte
	single   bool           // a types.OneOrMany: a list, or one element without the array around it
	elem     part           // of a list
	fields   []field        // of a struct
	byName   map[string]int // the fields by their keys
	marks    []mark         // which of the fields are optional
	extra    int            // the index of the field of type types.Extra, -1 when there is none
	defaults reflect.Value  // the record that {} is read as; not valid if it is the zero value
}

// part is what a field or an element is read into. Its type may be a pointer.
type part struct {
	typ reflect.Type
	*plan
}

// cannotBeNull reports whether null has no meaning as an element: a record, a text, a number or a
// boolean. A pointer can be null, and so can a list and a type that decodes itself.
func (p part) cannotBeNull() bool {
	return p.typ.Kind() != reflect.Pointer && (p.open == '{' || p.kind != reflect.Invalid && p.open == 0)
}

// guarded reports whether the values are secret: their type is read as a whole, and decides itself how
// logs show it.
func (p *plan) guarded() bool {
	return p.open == 0 && reflect.PointerTo(p.typ).Implements(reflect.TypeFor[slog.LogValuer]())
}

// find returns the field that a key belongs to: the one with exactly that name, else the first
// whose name differs only in case. It returns nil if there is none.
func (p *plan) find(key []byte) *field {
	if i, ok := p.byName[string(key)]; ok {
		return &p.fields[i]
	}
	runes := utf8.RuneCount(key)
	for i := range p.fields {
		if f := &p.fields[i]; f.runes == runes && strings.EqualFold(f.name, string(key)) {
			return f
		}
	}
	return nil
}

// plans holds every plan that was made, and while its lock is held those that are being made.
var plans = struct {
	sync.Mutex
	known map[reflect.Type]*plan
}{known: map[reflect.Type]*plan{}}

// planned returns t with its plan, or with that of what t points to. Plans are made once.
func planned(t reflect.Type) part {
	plans.Lock()
	defer plans.Unlock()
	return partOf(t)
}

func partOf(t reflect.Type) part {
	to := t
	for to.Kind() == reflect.Pointer {
		to = to.Elem()
	}
	p := plans.known[to]
	if p == nil { // otherwise it is complete, or being made: types may hold themselves
		p = &plan{typ: to, kind: to.Kind(), extra: -1}
		plans.known[to] = p
		p.make()
	}
	return part{t, p}
}

// make fills the plan. A type that decodes itself is read as a whole. Only records and OneOrMany are read part
// by part: this package sets the defaults and fills Extra as their UnmarshalJSON does.
func (p *plan) make() {
	decodesItself := structtag.DecodesItself(p.typ)
	if decodesItself {
		p.kind = reflect.Invalid
	}
	p.single = strings.HasPrefix(p.typ.Name(), "OneOrMany[")
	switch {
	case p.kind == reflect.Slice, p.single:
		p.open, p.elem = '[', partOf(p.typ.Elem())
		return
	case p.typ.Kind() != reflect.Struct:
		return
	}
	if p.addFields(); decodesItself && p.extra < 0 {
		return
	}
	p.open = '{'
	record := reflect.New(p.typ)
	_ = json.Unmarshal([]byte("{}"), record.Interface()) // if this failed, a test of package types would fail too
	if !record.Elem().IsZero() {
		p.defaults = record.Elem()
	}
}

// field is a field of a struct.
type field struct {
	part
	name     string // the key
	runes    int    // the number of characters of the key
	index    int    // in the struct
	number   int    // in the plan
	optional bool   // see [repair]
	fallback bool   // the default replaces a value, such as "", that the type itself reads as not given
	hidden   bool   // its content may be personal or secret
}

// addFields adds the fields of a struct.
func (p *plan) addFields() {
	p.byName = map[string]int{}
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		json := structtag.Of(f)
		switch {
		case f.Type == reflect.TypeFor[types.Extra]():
			p.extra = i
		case !json.Omitted && f.IsExported():
			p.addField(f, json)
		}
	}
}

func (p *plan) addField(f reflect.StructField, json structtag.JSON) {
	number := len(p.fields)
	p.byName[json.Name] = number
	p.fields = append(p.fields, field{
		part: partOf(f.Type), name: json.Name, runes: utf8.RuneCountInString(json.Name), index: f.Index[0], number: number,
		optional: json.Optional, fallback: json.HasDefault && structtag.DecodesItself(f.Type), hidden: !structtag.Shows(f),
	})
	p.marks = append(p.marks, 0)
	if json.Optional {
		p.marks[number] = optional
	}
}
