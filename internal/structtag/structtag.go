// SPDX-License-Identifier: MIT

// Package structtag reads what the tags of a struct field say: its name in JSON or in a query, whether it may be
// missing, and whether it is shown in logs. Packages that decode, send or print by reflection use it, and so does the
// program that generates decoders.
package structtag

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// JSON is what the tags of a field say about its JSON.
type JSON struct {
	Name       string // the key
	Tagged     bool   // the key comes from the tag
	Omitted    bool   // the field is not part of the JSON
	Optional   bool   // the value may be missing
	HasDefault bool   // the API documents a default
}

// Name returns the name that a tag, json or url, gives to a field, such as limit for `url:"limit,omitempty"`. It returns ""
// for a field that is not sent, because it has no such tag, or because its tag is "-".
func Name(f reflect.StructField, tag string) string {
	name, _, _ := strings.Cut(f.Tag.Get(tag), ",")
	if name == "-" {
		return ""
	}
	return name
}

// Of reads what the tags of a field say about its JSON.
func Of(f reflect.StructField) JSON {
	text := f.Tag.Get("json")
	name, list, _ := strings.Cut(text, ",")
	_, hasDefault := f.Tag.Lookup("default")
	t := JSON{
		Name: name, Tagged: name != "", Omitted: text == "-",
		Optional:   hasDefault || strings.Contains(list, "omit"), // omitempty or omitzero
		HasDefault: hasDefault,
	}
	if !t.Tagged {
		t.Name = f.Name
	}
	return t
}

// DecodesItself reports whether t has a method UnmarshalJSON or UnmarshalText.
func DecodesItself(t reflect.Type) bool {
	p, text := reflect.PointerTo(t), reflect.TypeFor[encoding.TextUnmarshaler]()
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(text)
}

// ValueType returns the type of the value of a field: string for a field of the type *string or types.Nullable[string],
// and t itself for any other type.
func ValueType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	if IsNullable(t) {
		return t.Field(0).Type // not MethodByName("Get"), which would link the methods of all types into programs
	}
	return t
}

// IsNullable reports whether t is a types.Nullable.
func IsNullable(t reflect.Type) bool { return strings.HasPrefix(t.Name(), "Nullable[") }

const typesPackage = "github.com/reservationkit/reservations-go/types"

// Shows reports whether a field is shown in logs. A string is shown only if its type is an enumeration of package
// types, or if its tag is print:"yes": any other string may be personal. Enumerations, numbers, dates and records are
// shown unless the tag is print:"no". For example, the number of a reservation has print:"yes", a birth date print:"no".
func Shows(f reflect.StructField) bool {
	if mark := f.Tag.Get("print"); mark != "" {
		return mark == "yes"
	}
	t := ValueType(f.Type)
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	switch kind := t.Kind(); kind {
	case reflect.String:
		return t.PkgPath() == typesPackage // an enumeration of a caller may hold any text
	case reflect.Struct:
		return t.Name() != "Secret" && t.Name() != "Scalar" // a Secret or a Scalar can hold any text
	default:
		return kind <= reflect.Float64 && kind != reflect.Uint8 // a slice of Uint8, such as json.RawMessage, can hold any text
	}
}
