// SPDX-License-Identifier: MIT

package types_test

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
)

// TestFieldsKeepToTheRules of CONTRIBUTING.md that other tests do not see: those look at what is read
// and written, and at openapi.yaml.
func TestFieldsKeepToTheRules(t *testing.T) {
	t.Parallel()
	for _, typ := range structs {
		for _, field := range fieldsOf(typ) {
			_, hasDefault := field.Tag.Lookup("default")
			isPointer := field.Type.Kind() == reflect.Pointer
			switch {
			case !field.IsExported() || field.Anonymous:
				t.Errorf("%s.%s is embedded, or not exported", typ.Name(), field.Name)
			case !strings.EqualFold(field.Name, key(field)) || strings.ToLower(key(field)[:1]) != key(field)[:1]:
				t.Errorf("%s.%s has another name than its key", typ.Name(), field.Name)
			case isDateAsText(field):
				t.Errorf("%s.%s is a date that each caller would have to parse", typ.Name(), field.Name)
			case isPointer && (hasDefault || tagOption(field) == "" || forms[field.Type.Elem()] != nil):
				t.Errorf("%s.%s needs no pointer: its zero value is an answer, or knows that it was not given", typ.Name(), field.Name)
			case !isPointer && forms[field.Type] == nil && field.Type.Kind() == reflect.Struct && tagOption(field) != "" &&
				!tag.IsNullable(field.Type):
				t.Errorf("%s.%s is optional and wants a pointer", typ.Name(), field.Name)
			}
		}
	}
}

// isDateAsText reports whether a text is named like a date. Two of these texts name a date
// of the reservation, such as date-from, and are none themselves.
func isDateAsText(field reflect.StructField) bool {
	isDate := regexp.MustCompile(`(Date|Datetime|DatetimeLocal|From|To|Through|Created|Modified|Removed|Archived|Checkin|Checkout|Redeemed)$`)
	isText := tag.ValueType(field.Type).Kind() == reflect.String
	return isText && isDate.MatchString(field.Name) && !strings.HasSuffix(field.Name, "ReferenceDate")
}

func isID(field reflect.StructField) bool {
	return field.Type.Kind() == reflect.Int64 && strings.HasSuffix(field.Name, "ID")
}
