// SPDX-License-Identifier: MIT

package recording

import (
	"reflect"
	"regexp"
	"strings"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// A place is where a value stands: in a field, an element of a list, or a parameter. The zero place
// is one about which nothing is known.
type place struct {
	name  string       // of the field or parameter; elements of a list have the name of its field
	typ   reflect.Type // without pointers and lists; nil if it is not known
	shown bool         // package types prints what stands there
	inMap bool         // the names of an object there may be data
}

// placeOf returns the place of a field with this name.
func placeOf(name string, f reflect.StructField) place {
	return place{name: name, typ: elementOf(f.Type), shown: shows(f)}
}

// elementOf returns what a type points to, or what is in its lists.
func elementOf(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 {
		t = t.Elem()
	}
	return t
}

// shows reports whether package types prints a field of a record. A test compares this with types.
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

// field returns the place of a field of the object that stands at p. Like encoding/json it ignores
// the case of letters in the name.
func (p place) field(name string) (field place, known bool) {
	if !p.hasFieldNames() {
		return place{inMap: true}, false
	}
	if p.typ == nil {
		return place{name: name, inMap: true}, false
	}
	for i := range p.typ.NumField() {
		f := p.typ.Field(i)
		if json := tag.Of(f); f.IsExported() && json.Tagged && !json.Omitted && strings.EqualFold(json.Name, name) {
			return placeOf(json.Name, f), true
		}
	}
	return place{name: name, inMap: true}, false
}

// isRecord reports whether the fields of the object that stands at p are documented.
func (p place) isRecord() bool {
	_, is := classes[p.typ] // a date or the like
	return p.shown && !is && p.typ != nil && p.typ.Kind() == reflect.Struct
}

// hasFieldNames reports whether an unknown name in the object that stands at p is the name of a
// field. Otherwise it is data, like the key of a map.
func (p place) hasFieldNames() bool { return p.isRecord() || p.typ == nil && !p.inMap }

// A class says how the values of a place are recorded.
type class int

const (
	unknown    class = iota // may be personal, or show from which park it comes
	hidden                  // a token or another secret
	identifies              // an id; one id in package types is a string, all others are numbers
	date
	amount      // a number or a decimal
	flag        // true or false
	enumeration // one of the constants of a type
	locale
	clock  // a time of day
	scalar // a text or a number that is shown
	reason // the description of an error
)

var (
	idName     = regexp.MustCompile(`(?:^id|Id|ID|_id)$`)
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
	case kind == reflect.String && p.typ.PkgPath() != "":
		return enumeration
	case kind == reflect.String:
		return classOfText(p.name)
	}
	return unknown
}

// classOfText returns the class of a text that is shown.
func classOfText(name string) class {
	switch {
	case name == "id":
		return identifies
	case name == "locale":
		return locale
	case strings.HasSuffix(name, "Time"):
		return clock
	}
	return unknown
}

// classes has the types whose class does not follow from their kind.
var classes = map[reflect.Type]class{
	reflect.TypeFor[types.Date]():     date,
	reflect.TypeFor[types.DateTime](): date,
	reflect.TypeFor[types.Decimal]():  amount,
	reflect.TypeFor[types.Number]():   amount,
	reflect.TypeFor[types.Scalar]():   scalar,
	reflect.TypeFor[description]():    reason,
}
