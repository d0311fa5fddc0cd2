// SPDX-License-Identifier: MIT

package types_test

import (
	"cmp"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// TestTags holds every field to the rules by which its tag tells requiredness and
// defaults, and its type tells "not given" from zero.
func TestTags(t *testing.T) {
	t.Parallel()
	check := func(typ reflect.Type, rule func(reflect.StructField) string) {
		for _, field := range fieldsOf(typ) {
			if wrong := cmp.Or(wrongAnywhere(field), rule(field)); wrong != "" {
				t.Errorf("%s.%s %s (%v, %s)", typ.Name(), field.Name, wrong, field.Type, field.Tag)
			}
		}
	}
	for _, typ := range records {
		check(typ, wrongInRecord)
	}
	for _, typ := range bodies {
		check(typ, wrongInBody)
	}
}

// wrongAnywhere returns what is wrong with a field of a record or body, or "".
func wrongAnywhere(field reflect.StructField) string {
	switch {
	case !field.IsExported() || field.Anonymous:
		return "is not an exported field of its own"
	case !strings.EqualFold(field.Name, key(field)) || strings.ToLower(key(field)[:1]) != key(field)[:1]:
		return "has another name than its key"
	case isDateAsText(field):
		return "is a date that each caller would have to parse"
	case holdsFloatOrAny(field.Type):
		return "holds a float or an untyped value"
	case field.Type.Kind() == reflect.Pointer && forms[field.Type.Elem()] != nil, strings.Contains(field.Type.String(), "decimal."):
		return "is a pointer to a value that knows itself whether it was given, or a bare decimal"
	}
	return ""
}

func wrongInRecord(field reflect.StructField) string {
	option, kind := tagOption(field), field.Type.Kind()
	text, hasDefault := field.Tag.Lookup("default")
	isZeroDefault := text == "false" || text == "0"
	switch {
	case hasDefault && !isZeroDefault && option != "":
		return "would lose its zero value when it is written"
	case (hasDefault || option == "") && kind == reflect.Pointer:
		return "needs no pointer: its zero value is an answer"
	case option == "" && !isZeroDefault:
		return ""
	case option != optionFor(field.Type):
		return "is optional and wants " + optionFor(field.Type)
	case hasDefault || isID(field):
		return ""
	case kind == reflect.Bool || kind >= reflect.Int && kind <= reflect.Uint64:
		return "is optional and wants a pointer: its zero value could be an answer"
	case kind == reflect.Struct && forms[field.Type] == nil:
		return "is optional and wants a pointer"
	}
	return ""
}

func wrongInBody(field reflect.StructField) string {
	option, kind := tagOption(field), field.Type.Kind()
	isOpen := kind == reflect.Pointer || kind == reflect.Slice || forms[field.Type] != nil || tag.IsNullable(field.Type)
	switch {
	case option == "": // it is required
		return ""
	case !isOpen && !isID(field):
		return "has no value that says that it was not given"
	case option != optionFor(field.Type):
		return "wants " + optionFor(field.Type)
	}
	return ""
}

// optionFor returns the option by which encoding/json leaves a field out when it holds
// nothing, and only then.
func optionFor(typ reflect.Type) string {
	emptyIsNothing := typ == reflect.TypeFor[types.Object]() || strings.HasPrefix(typ.Name(), "OneOrMany")
	if !emptyIsNothing && (typ.Kind() == reflect.Slice || typ.Kind() == reflect.Struct) {
		return "omitzero"
	}
	return "omitempty"
}

func isID(field reflect.StructField) bool {
	return field.Type.Kind() == reflect.Int64 && strings.HasSuffix(field.Name, "ID")
}

// isDateAsText reports whether a text is named like a date. Two of these texts name a date
// of the reservation, such as date-from, and are none themselves.
func isDateAsText(field reflect.StructField) bool {
	typ := tag.ValueType(field.Type)
	isDate := regexp.MustCompile(`(Date|Datetime|DatetimeLocal|From|To|Through|Created|Modified|Removed|Archived|Checkin|Checkout|Redeemed)$`)
	return typ.Kind() == reflect.String && isDate.MatchString(field.Name) && !strings.HasSuffix(field.Name, "ReferenceDate")
}

func holdsFloatOrAny(typ reflect.Type) bool {
	typ = tag.ValueType(typ)
	switch typ.Kind() {
	case reflect.Slice:
		return holdsFloatOrAny(typ.Elem())
	case reflect.Float32, reflect.Float64, reflect.Interface, reflect.Map:
		return true
	}
	return false
}
