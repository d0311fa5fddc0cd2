// SPDX-License-Identifier: MIT

package types_test

import (
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
	for _, r := range records {
		checkTags(t, r, answerRule)
	}
	for _, r := range requests {
		checkTags(t, r, requestRule)
	}
}

// checkTags applies the rules that hold for all structs, and then rule. A rule returns
// what is wrong with a field, or "".
func checkTags(t *testing.T, r record, rule func(record, reflect.StructField) string) {
	t.Helper()
	for _, field := range fieldsOf(r.typ) {
		wrong := rule(r, field)
		switch {
		case !field.IsExported() || field.Anonymous:
			wrong = "is not an exported field of its own"
		case !strings.EqualFold(field.Name, key(field)) || strings.ToLower(key(field)[:1]) != key(field)[:1]:
			wrong = "has another name than its key"
		case isDateAsText(field):
			wrong = "is a date that each caller would have to parse"
		case holdsFloatOrAny(field.Type):
			wrong = "holds a float or an untyped value"
		case field.Type.Kind() == reflect.Pointer && isScalar(field.Type.Elem()), strings.Contains(field.Type.String(), "decimal."):
			wrong = "is a pointer to a value that knows itself whether it was given, or a bare decimal"
		}
		if wrong != "" {
			t.Errorf("%s.%s %s (%v, %s)", r.typ.Name(), field.Name, wrong, field.Type, field.Tag)
		}
	}
}

func answerRule(r record, field reflect.StructField) string {
	option := tagOption(field)
	required := containsWord(r.required, key(field))
	text, hasDefault := r.defaults[key(field)]
	zeroDefault := text == "false" || text == "0"
	switch {
	case (required || hasDefault && !zeroDefault) && option != "":
		return "would lose its zero value when it is written"
	case (required || hasDefault) && field.Type.Kind() == reflect.Pointer:
		return "needs no pointer: its zero value is an answer"
	case required || hasDefault && !zeroDefault:
		return ""
	case option != optionFor(field.Type):
		return "is optional and wants " + optionFor(field.Type)
	case hasDefault || isID(field):
		return ""
	case isPlainNumberOrBool(field.Type):
		return "is optional and wants a pointer: its zero value could be an answer"
	case field.Type.Kind() == reflect.Struct && !isScalar(field.Type):
		return "is optional and wants a pointer"
	}
	return ""
}

func requestRule(r record, field reflect.StructField) string {
	if containsWord(r.required, key(field)) {
		if tagOption(field) != "" {
			return "is required and would not be sent when it is zero"
		}
		return ""
	}
	kind := field.Type.Kind()
	isOpen := kind == reflect.Pointer || kind == reflect.Slice || isScalar(field.Type) || tag.IsNullable(field.Type)
	if !isOpen && !isID(field) {
		return "has no value that says that it was not given"
	}
	if tagOption(field) != optionFor(field.Type) {
		return "wants " + optionFor(field.Type)
	}
	return ""
}

// optionFor returns the option by which encoding/json leaves a field out when it holds
// nothing, and only then.
func optionFor(typ reflect.Type) string {
	switch {
	case typ == reflect.TypeFor[types.Object](), typ == reflect.TypeFor[types.OneOrMany[types.FacilityFilterSpecification]]():
		return "omitempty" // empty is nothing
	case typ.Kind() == reflect.Slice, typ.Kind() == reflect.Struct:
		return "omitzero"
	}
	return "omitempty"
}

func tagOption(field reflect.StructField) string {
	_, option, _ := strings.Cut(field.Tag.Get("json"), ",")
	return option
}

func containsWord(words, word string) bool {
	return strings.Contains(" "+words+" ", " "+word+" ")
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

func isScalar(typ reflect.Type) bool {
	return isDecimal(typ) || typ == reflect.TypeFor[types.Scalar]() || typ == reflect.TypeFor[types.Secret]() || typ == reflect.TypeFor[types.DateTime]() || typ == reflect.TypeFor[types.Date]()
}

func isPlainNumberOrBool(typ reflect.Type) bool {
	return typ.Kind() == reflect.Bool || typ.Kind() >= reflect.Int && typ.Kind() <= reflect.Uint64
}

func holdsFloatOrAny(typ reflect.Type) bool {
	if tag.IsNullable(typ) {
		typ = tag.ValueType(typ)
	}
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		return holdsFloatOrAny(typ.Elem())
	case reflect.Float32, reflect.Float64, reflect.Interface, reflect.Map:
		return true
	}
	return false
}
