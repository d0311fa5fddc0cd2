// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding"
	"encoding/json"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"
)

// plan says how JSON is read into one type, which is no pointer.
type plan struct {
	typ  reflect.Type
	kind reflect.Kind // Invalid for a type that decodes itself
	// open is the bracket that opens a value whose parts are walked, and 0 when every
	// value is read as a whole.
	open byte
	// direct is true when strict decoding fills the parts one by one. Otherwise the whole
	// value is left to encoding/json.
	direct   bool
	defaults reflect.Value  // of a direct struct that decodes itself: what it reads {} as, unless that is nothing
	single   bool           // a list that also takes one record instead of the list
	elem     part           // of a list or map
	fields   []field        // of a struct, as encoding/json sees them
	byName   map[string]int // the fields by their keys
	keyed    bool           // a json tag names one of the fields
	marks    []mark         // which of the fields are optional
	extra    []int          // the index of the field of type types.Extra, nil when there is none
}

// part is what a field or an element is read into. Its type may be a pointer.
type part struct {
	typ reflect.Type
	*plan
}

// isRecord reports whether the part is an object that is walked, where null is no record.
func (p part) isRecord() bool { return p.open == '{' && p.typ.Kind() == reflect.Struct }

// guarded reports whether the type decides how logs show its values: the
// values are secret.
func (p *plan) guarded() bool {
	if p.open == '[' {
		return p.elem.guarded()
	}
	return p.open == 0 && reflect.PointerTo(p.typ).Implements(logValuer)
}

// find returns the field a key belongs to: the one of that very name, else the first
// that differs in case alone. It is nil when there is none.
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

// plans holds the plans that were asked for, which are complete. The map in making also
// holds those of the types inside, and those that are being made.
var (
	plans  sync.Map // by type
	making struct {
		sync.Mutex
		known map[reflect.Type]*plan
	}
)

// planned returns t with its plan, or with that of what t points to. Plans are made once.
func planned(t reflect.Type) part {
	if p, ok := plans.Load(t); ok {
		return part{t, p.(*plan)}
	}
	making.Lock()
	defer making.Unlock()
	if making.known == nil {
		making.known = map[reflect.Type]*plan{}
	}
	p := makePlan(t)
	plans.Store(t, p)
	return part{t, p}
}

func makePlan(t reflect.Type) *plan {
	t = base(t)
	if p := making.known[t]; p != nil {
		return p // complete, or being made: types may hold themselves
	}
	p := &plan{typ: t, kind: t.Kind()}
	making.known[t] = p
	if decodesItself(t) || t == reflect.TypeFor[json.Number]() {
		p.kind = reflect.Invalid
	}
	if t.Kind() == reflect.Struct {
		p.addFields()
	}
	switch p.open = p.bracket(); {
	case p.open == '[' || p.open == '{' && t.Kind() == reflect.Map:
		p.direct, p.elem = p.kind == reflect.Slice, partOf(t.Elem())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		if elem := partOf(t.Elem()); elem.open == '{' {
			p.open, p.single, p.elem = '[', true, elem
		}
	}
	return p
}

func partOf(t reflect.Type) part { return part{t, makePlan(t)} }

var (
	unmarshaler     = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
	logValuer       = reflect.TypeFor[slog.LogValuer]()
)

// decodesItself reports whether t has a method that decodes it.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(unmarshaler) || p.Implements(textUnmarshaler)
}

// bracket returns the bracket of open. A type that decodes itself is read as a whole. The
// exception is a struct with a json tag on one of its fields: the tag shows that its
// UnmarshalJSON reads those fields, after setting their defaults, say.
func (p *plan) bracket() byte {
	t := p.typ
	if decodesItself(t) && (!p.keyed || !reflect.PointerTo(t).Implements(unmarshaler)) {
		return 0
	}
	switch kind := t.Kind(); {
	case kind == reflect.Struct, kind == reflect.Map && t.Key().Kind() == reflect.String && !decodesItself(t.Key()):
		return '{'
	case kind == reflect.Slice, kind == reflect.Array:
		return '['
	}
	return 0
}

// base returns the type that t points to, or t itself when it is no pointer.
func base(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
