// SPDX-License-Identifier: MIT

// Package structtag reads what the tags of a struct field say: the name of the field in JSON or in a query, whether its value
// may be missing, and whether logs show it.
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
	Tagged     bool   // the key comes from the tag, and not from the name of the field in Go
	Omitted    bool   // the field is not part of the JSON
	Optional   bool   // the value may be missing
	HasDefault bool   // the API documents a default
}

// Name returns the name that a json or url tag gives to a field, such as limit for `url:"limit,omitempty"`. For a field without
// that tag, and for a tag with the name "-", Name returns "".
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
		return t.Field(0).Type // the first field of a Nullable is its value
	}
	return t
}

// IsNullable reports whether t is a types.Nullable.
func IsNullable(t reflect.Type) bool { return strings.HasPrefix(t.Name(), "Nullable[") }

const typesPackage = "github.com/reservationkit/reservations-go/types"

// Shows reports whether logs show a field, as the tag print:"yes" or print:"no" says. Without the tag they show numbers,
// booleans, dates, records and the enumerations of package types, but no other string, because it may be personal.
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
		return t.PkgPath() == typesPackage // an enumeration; a string type of another package may hold any text
	case reflect.Struct:
		return t.Name() != "Secret" && t.Name() != "Scalar" // a Secret or a Scalar can hold any text
	default:
		return kind <= reflect.Float64 && kind != reflect.Uint8 // a slice of Uint8, such as json.RawMessage, can hold any text
	}
}
