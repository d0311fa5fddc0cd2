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

// typePlan says how JSON is read into one type, which is not a pointer.
type typePlan struct {
	typ  reflect.Type
	kind reflect.Kind // Invalid for a type that decodes itself
	// open is { or [ for a type whose fields or elements are read one by one. It is 0 for a type that is read as a
	// whole, by its own UnmarshalJSON or by encoding/json.
	open      byte
	oneOrMany bool           // a types.OneOrMany: a list, or one element without the array around it
	elem      target         // the target of the elements of a list
	fields    []field        // the fields of a struct, but for types.Extra
	byName    map[string]int // the index in fields of each key
	optional  []fieldState   // isOptional or 0 for each of fields
	extra     int            // the index of the field of type types.Extra in the struct, -1 when there is none
	defaults  reflect.Value  // the record that {} is read as; not valid if it is the zero value
}

// target is the type of a field or of an element, with the plan of that type. For *Guest it is the plan of Guest.
type target struct {
	typ reflect.Type
	*typePlan
}

// cannotBeNull reports whether null has no meaning as an element: a record, a text, a number or a boolean. A pointer
// can be null, and so can a list and a type that decodes itself.
func (t target) cannotBeNull() bool {
	return t.typ.Kind() != reflect.Pointer && (t.open == '{' || t.kind != reflect.Invalid && t.open == 0)
}

// isSecret reports whether values of the type are secrets. Such a type is read as a whole, and decides how logs show
// it.
func (p *typePlan) isSecret() bool {
	return p.open == 0 && reflect.PointerTo(p.typ).Implements(reflect.TypeFor[slog.LogValuer]())
}

// find returns the field that a key belongs to: the one with exactly that name, or else the first one whose name
// differs from the key only in case. It returns nil if there is none.
func (p *typePlan) find(key []byte) *field {
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
	known map[reflect.Type]*typePlan
}{known: map[reflect.Type]*typePlan{}}

// targetOf returns the target for a type. The plan of each type is made once.
func targetOf(t reflect.Type) target {
	plans.Lock()
	defer plans.Unlock()
	return newTarget(t)
}

// newTarget is targetOf for a caller that holds the lock of plans.
func newTarget(t reflect.Type) target {
	to := t
	for to.Kind() == reflect.Pointer {
		to = to.Elem()
	}
	p := plans.known[to]
	if p == nil { // otherwise it is complete, or being made: types may hold themselves
		p = &typePlan{typ: to, kind: to.Kind(), extra: -1}
		plans.known[to] = p
		p.fill()
	}
	return target{t, p}
}

// fill fills the plan of p.typ. Of the types with an UnmarshalJSON only records and OneOrMany are read field by field: this
// package sets defaults and fills Extra as their UnmarshalJSON does.
func (p *typePlan) fill() {
	decodesItself := structtag.DecodesItself(p.typ)
	if decodesItself {
		p.kind = reflect.Invalid
	}
	p.oneOrMany = strings.HasPrefix(p.typ.Name(), "OneOrMany[")
	switch {
	case p.kind == reflect.Slice, p.oneOrMany:
		p.open, p.elem = '[', newTarget(p.typ.Elem())
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
	target
	name     string // the key of the field in JSON
	runes    int    // the number of characters of name
	index    int    // the index of the field in the struct
	number   int    // the index of the field in the plan
	optional bool   // a value that cannot be read becomes null; see [repair]
	fallback bool   // the default replaces a value, such as "", that the type itself reads as not given
	hidden   bool   // the value may be personal or secret
}

// addFields adds the fields of a struct.
func (p *typePlan) addFields() {
	p.byName = map[string]int{}
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		tag := structtag.Of(f)
		switch {
		case f.Type == reflect.TypeFor[types.Extra]():
			p.extra = i
		case !tag.Omitted && f.IsExported():
			p.addField(f, tag)
		}
	}
}

func (p *typePlan) addField(f reflect.StructField, tag structtag.JSON) {
	number := len(p.fields)
	p.byName[tag.Name] = number
	p.fields = append(p.fields, field{
		target: newTarget(f.Type), name: tag.Name, runes: utf8.RuneCountInString(tag.Name), index: f.Index[0], number: number,
		optional: tag.Optional, fallback: tag.HasDefault && structtag.DecodesItself(f.Type), hidden: !structtag.Shows(f),
	})
	p.optional = append(p.optional, 0)
	if tag.Optional {
		p.optional[number] = isOptional
	}
}
