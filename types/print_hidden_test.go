// SPDX-License-Identifier: MIT

package types_test

import (
	"fmt"
	"log/slog"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// ofPersons matches the names of fields that describe a person or give access. These are not printed, whatever their tags say.
var ofPersons = regexp.MustCompile(`(?i)name|mail|phone|street|address|birth|document|note|remark|plate|account|token|message|ssid`)

// isShown reports whether a text is printed: an enumeration, and what its tag declares to be printed.
func isShown(field reflect.StructField, typ reflect.Type) bool {
	isEnum := typ.Kind() == reflect.String && typ.PkgPath() != ""
	return !ofPersons.MatchString(field.Name) && (field.Tag.Get("print") == "yes" || isEnum && field.Tag.Get("print") == "")
}

const birthDate = "1907-03-09"

// holder is a struct of a caller.
type holder struct {
	One    any
	ByName map[string]any `print:"yes"`
}

// TestRecordsPrintNothingPersonal fills every text, date and free-form field of every
// record and body with canaries, and prints it in every way that a program prints values.
func TestRecordsPrintNothingPersonal(t *testing.T) {
	t.Parallel()
	for _, typ := range structs {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			pointer := withCanaries(t, typ)
			record := pointer.Elem().Interface()
			if data := string(encode(t, record)); !strings.Contains(data, canary) && strings.Contains(typ.Name(), "Guest") {
				t.Fatalf("no canary in %s", data)
			}
			byName := map[string]any{"name": pointer.Interface(), "value": record}
			shown := []any{record, pointer.Interface(), []any{record, byName}, holder{record, byName}, []holder{{pointer.Interface(), byName}}}
			for i, form := range shown {
				for _, format := range verbs {
					checkHidden(t, format, fmt.Sprintf(format, form))
				}
				checkHidden(t, fmt.Sprintf("slog text of a %T", form), logged(t, textHandler, form))
				redacted := types.Redacted(form)
				checkHidden(t, fmt.Sprintf("a redacted %T", form), fmt.Sprint(redacted, string(encode(t, redacted)), logged(t, jsonHandler, redacted)))
				if i < 2 { // what holds a record is written as JSON
					checkHidden(t, "slog JSON", logged(t, jsonHandler, slog.GroupValue(slog.Any("r", form))))
				}
			}
		})
	}
}

func checkHidden(t *testing.T, how, printed string) {
	t.Helper()
	for _, hidden := range []string{canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary), birthDate, "1860861860"} {
		if i := strings.Index(printed, hidden); i >= 0 || printed == "" {
			t.Fatalf("%s prints ...%s...; take the tag print:\"yes\" from a text, and give any other field print:\"no\"",
				how, printed[max(0, i-60):min(len(printed), i+60)])
		}
	}
}

// withCanaries returns a pointer to a record in which all fields are set, at any depth.
func withCanaries(t *testing.T, typ reflect.Type) reflect.Value {
	t.Helper()
	value := decode(t, typ, encode(t, sender{form: 2, all: true, leaf: func(_ reflect.Type, field reflect.StructField, typ reflect.Type) any {
		isDate := typ == reflect.TypeFor[types.Date]() || typ == reflect.TypeFor[types.DateTime]()
		isNumber := typ == reflect.TypeFor[types.Decimal]() || typ == reflect.TypeFor[types.Number]()
		switch kind := typ.Kind(); {
		case isNumber:
			return 7.5
		case kind == reflect.Bool:
			return true
		case field.Name == "Municipality":
			return 1860861860 // so long that no address which %d prints has it by chance
		case kind == reflect.Int, kind == reflect.Int64:
			return 7
		case kind == reflect.Slice: // what is free-form
			return map[string]string{canary: canary}
		case isDate && field.Name == "BirthDate":
			return birthDate
		case isDate:
			return "2026-11-20"
		case isShown(field, typ):
			return "harmless"
		}
		return canary
	}}.record(typ)))
	if slices.Contains(bodies, typ) { // Extra of a body is only written
		value.FieldByName("Extra").Set(reflect.ValueOf(map[string]any{canary: canary}))
	}
	return value.Addr()
}
