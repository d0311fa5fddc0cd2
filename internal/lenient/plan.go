// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// typePlan says how JSON is read into one type, which is not a pointer.
type typePlan struct {
	typ  reflect.Type
	kind reflect.Kind // the kind of typ, but Invalid if typ decodes itself, by an UnmarshalJSON or UnmarshalText
	// open is { or [ for a type whose fields or elements are read one by one. It is 0 for a type whose values are read
	// as a whole, such as int64 or types.Date.
	open      byte
	oneOrMany bool           // typ is types.OneOrMany: an array, or one element without the array
	elem      *typePlan      // the plan of the elements, if typ is a list
	fields    []field        // the fields of a struct, without its types.Extra
	byName    map[string]int // the index in fields for each key
	extra     int            // the index of the field of type types.Extra in the struct; -1 if there is none
	defaults  reflect.Value  // what {} is read as: the record with its defaults; the zero Value if no field has a default
}

// canBeNull reports whether null can stand for an element of this type. It cannot for a record, a text, a number or a
// boolean: [null] is no list of texts.
func (p *typePlan) canBeNull() bool { return p.open == '[' || p.open == 0 && p.kind == reflect.Invalid }

// isSecret reports whether the type hides its values in logs, as types.Secret does. Records, whose open is {, have a
// LogValue too, but it shows some of their fields.
func (p *typePlan) isSecret() bool {
	return p.open == 0 && reflect.PointerTo(p.typ).Implements(reflect.TypeFor[slog.LogValuer]())
}

// findField returns the index of the field with exactly the name key, or else of the first field whose name differs from key
// only in case. It returns -1 if there is no such field.
func (p *typePlan) findField(key []byte) int {
	if i, ok := p.byName[string(key)]; ok {
		return i
	}
	runes := utf8.RuneCount(key)
	return slices.IndexFunc(p.fields, func(f field) bool { return f.runes == runes && strings.EqualFold(f.name, string(key)) })
}

// plans holds all finished plans. While it is locked, it can also hold unfinished plans.
var plans = struct {
	sync.Mutex
	known map[reflect.Type]*typePlan
}{known: map[reflect.Type]*typePlan{}}

// planOf returns the plan of a type, and makes it if plans.known lacks it. For *Guest, it returns the plan of Guest.
func planOf(t reflect.Type) *typePlan {
	plans.Lock()
	defer plans.Unlock()
	return planWhileLocked(t)
}

// planWhileLocked does the same as planOf, for a caller that has locked plans.
func planWhileLocked(t reflect.Type) *typePlan {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	p := plans.known[t]
	if p == nil {
		p = &typePlan{typ: t, kind: t.Kind(), extra: -1}
		plans.known[t] = p
		p.fill()
	}
	return p // may still be unfinished, if the type has a field of the same type
}

// fill makes the plan of p.typ. A type with an UnmarshalJSON, such as types.Date, is read as a whole. Records and OneOrMany
// are not, because this package does what their UnmarshalJSON does.
func (p *typePlan) fill() {
	decodesItself := structtag.DecodesItself(p.typ)
	if decodesItself {
		p.kind = reflect.Invalid
	}
	p.oneOrMany = strings.HasPrefix(p.typ.Name(), "OneOrMany[")
	switch {
	case p.kind == reflect.Slice, p.oneOrMany:
		p.open, p.elem = '[', planWhileLocked(p.typ.Elem())
		return
	case p.typ.Kind() != reflect.Struct:
		return
	}
	if p.addFields(); decodesItself && p.extra < 0 {
		return
	}
	p.open = '{'
	record := reflect.New(p.typ)
	_ = json.Unmarshal([]byte("{}"), record.Interface()) // no error: tests of package types read {} into every record
	if !record.Elem().IsZero() {
		p.defaults = record.Elem()
	}
}

// field says how JSON is read into one field of a struct.
type field struct {
	*typePlan
	name     string // the key of the field in JSON
	runes    int    // the number of characters of name
	index    int    // the index of the field in the struct
	optional bool   // the field may be missing, and a value that cannot be read becomes null; see [repair]
	fallback bool   // a value that is read as zero, such as "", becomes the default
	hidden   bool   // the value may be personal or secret
}

// addFields adds the fields of the struct p.typ.
func (p *typePlan) addFields() {
	p.byName = map[string]int{}
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		tag := structtag.Of(f)
		switch {
		case f.Type == reflect.TypeFor[types.Extra]():
			p.extra = i
		case !tag.Omitted && f.IsExported():
			p.byName[tag.Name] = len(p.fields)
			p.fields = append(p.fields, field{
				typePlan: planWhileLocked(f.Type), name: tag.Name, runes: utf8.RuneCountInString(tag.Name),
				index: i, optional: tag.Optional,
				fallback: tag.HasDefault && structtag.DecodesItself(f.Type), hidden: !structtag.Shows(f),
			})
		}
	}
}
