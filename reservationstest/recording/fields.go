// SPDX-License-Identifier: MIT

package recording

import (
	"reflect"
	"regexp"
	"strings"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// A place is where a value stands: in a field, an element of a list, or a parameter. Its zero
// value is a place of which nothing is known.
type place struct {
	name  string       // of the field or parameter, also of elements of a list in it
	typ   reflect.Type // without pointers and lists; nil if it is not known
	shown bool         // package types prints what stands there
}

// placeOf returns the place of a field with this name.
func placeOf(name string, f reflect.StructField) place {
	return place{name, elementOf(f.Type), shows(f)}
}

// elementOf returns what a type points to, or what is in its lists.
func elementOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		t = t.Elem()
	}
	return t
}

// shows is the rule by which package types prints the fields of records. A test compares them.
func shows(f reflect.StructField) bool {
	if mark := f.Tag.Get("print"); mark != "" {
		return mark == "yes"
	}
	t := elementOf(f.Type)
	switch t {
	case reflect.TypeFor[types.Secret](), reflect.TypeFor[types.Scalar]():
		return false
	}
	switch kind := t.Kind(); kind {
	case reflect.String:
		return t.PkgPath() != "" // an enumeration
	case reflect.Bool, reflect.Struct:
		return true
	default:
		return kind <= reflect.Float64 // neither bytes nor JSON
	}
}

// field returns the place of a field of the object that stands at p. Like encoding/json it takes
// a name in other capitals for the same.
func (p place) field(name string) (field place, known bool) {
	if !p.shown || p.typ == nil || p.typ.Kind() != reflect.Struct {
		return place{name: name}, false
	}
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		if json := tag.Of(f); f.IsExported() && json.Tagged && !json.Omitted && strings.EqualFold(json.Name, name) {
			return placeOf(json.Name, f), true
		}
	}
	return place{name: name}, false
}

// A class says how the values of a place are recorded.
type class int

const (
	unknown    class = iota // may be personal
	hidden                  // a token or another secret
	identifies              // an id: a number in types
	code                    // a text that identifies a record, such as the number of a reservation
	date
	amount // a number or a decimal
	flag   // true or false
	label  // a text that is shown
	scalar // a text or a number that is shown
	reason // the description of an error
)

var (
	idName     = regexp.MustCompile(`(?:^id|Id|ID|_id)$`)
	codeName   = regexp.MustCompile(`(?:^id|^uuid|^number|Number)$`)
	secretName = regexp.MustCompile(`(?i:token|secret|password|key)$`)
)

func (p place) class() class {
	switch {
	case p.typ == reflect.TypeFor[types.Secret](), p.typ == nil && secretName.MatchString(p.name):
		return hidden
	case p.typ == nil && idName.MatchString(p.name):
		return identifies
	case p.typ == nil || !p.shown:
		return unknown
	}
	if known, is := classes[p.typ]; is {
		return known
	}
	switch kind := p.typ.Kind(); {
	case kind == reflect.Int64:
		return identifies
	case kind == reflect.Bool:
		return flag
	case kind <= reflect.Float64:
		return amount
	case kind == reflect.String && codeName.MatchString(p.name):
		return code
	case kind == reflect.String:
		return label
	}
	return unknown
}

// classes has the types whose kind does not tell.
var classes = map[reflect.Type]class{
	reflect.TypeFor[types.Date]():     date,
	reflect.TypeFor[types.DateTime](): date,
	reflect.TypeFor[types.Decimal]():  amount,
	reflect.TypeFor[types.Number]():   amount,
	reflect.TypeFor[types.Scalar]():   scalar,
	reflect.TypeFor[description]():    reason,
}
