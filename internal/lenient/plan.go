// SPDX-License-Identifier: MIT

package lenient

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
)

// plan says how JSON is read into one type, which is no pointer.
type plan struct {
	typ  reflect.Type
	kind reflect.Kind // Invalid for a type that decodes itself
	// open is the bracket that opens a value whose parts are read one by one, and 0 when the
	// whole value is left to its type or to encoding/json.
	open     byte
	single   bool           // a list that also takes one record instead of the list
	elem     part           // of a list
	fields   []field        // of a struct
	byName   map[string]int // the fields by their keys
	marks    []mark         // which of the fields are optional
	extra    int            // the index of the field of type types.Extra, -1 when there is none
	defaults reflect.Value  // of a record: what it reads {} as, unless that is nothing
}

// part is what a field or an element is read into. Its type may be a pointer.
type part struct {
	typ reflect.Type
	*plan
}

// isRecord reports whether null is no value of the part, because it has to be an object.
func (p part) isRecord() bool { return p.open == '{' && p.typ.Kind() == reflect.Struct }

// guarded reports whether the type decides how logs show its values: the
// values are secret.
func (p *plan) guarded() bool {
	return p.open == 0 && reflect.PointerTo(p.typ).Implements(reflect.TypeFor[slog.LogValuer]())
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
	making = struct {
		sync.Mutex
		known map[reflect.Type]*plan
	}{known: map[reflect.Type]*plan{}}
)

// planned returns t with its plan, or with that of what t points to. Plans are made once.
func planned(t reflect.Type) part {
	if p, ok := plans.Load(t); ok {
		return part{t, p.(*plan)}
	}
	making.Lock()
	defer making.Unlock()
	p := partOf(t)
	plans.Store(t, p.plan)
	return p
}

func partOf(t reflect.Type) part {
	to := t
	for to.Kind() == reflect.Pointer {
		to = to.Elem()
	}
	p := making.known[to]
	if p == nil { // otherwise it is complete, or being made: types may hold themselves
		p = &plan{typ: to, kind: to.Kind(), extra: -1}
		making.known[to] = p
		p.make()
	}
	return part{t, p}
}

// make fills the plan. Of the types that decode themselves only the records of package types and
// their lists are read part by part: their UnmarshalJSON sets defaults and fills Extra.
func (p *plan) make() {
	t := p.typ
	decodesItself := tag.DecodesItself(t)
	if decodesItself || t == reflect.TypeFor[json.Number]() {
		p.kind = reflect.Invalid
	}
	p.single = t.PkgPath() == ourRecords && strings.HasPrefix(t.Name(), "OneOrMany[")
	switch {
	case p.kind == reflect.Slice, p.single:
		p.open, p.elem = '[', partOf(t.Elem())
	case t.Kind() != reflect.Struct || !p.addFields():
	case !decodesItself:
		p.open = '{'
	case t.PkgPath() == ourRecords && p.extra >= 0:
		p.open = '{'
		record := reflect.New(t)
		_ = json.Unmarshal([]byte("{}"), record.Interface()) // if it fails, a test of package types does
		if !record.Elem().IsZero() {
			p.defaults = record.Elem()
		}
	}
}
