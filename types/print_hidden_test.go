// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

// harmless are the keys of the texts and enumerations that may be printed, by record, and those
// that may be in every record. No other text of a record or body may, and no other enumeration:
// their lists are open, so each can hold any text.
var harmless = map[string][]string{
	"":                                   {"locale", "type", "status"},
	"AccommodationUnit":                  {"number"},
	"AccommodationUnitWifiConfiguration": {"securityProtocol"},
	"AgeGroupLine":                       {"description"},
	"AgeGroupSpecification":              {"description"},
	"GroupReservation":                   {"number", "accommodationTitle", "accommodationUnitNumber"},
	"Guest":                              {"uuid"},
	"PresenceItem": {
		"reservationNumber", "reservationAccommodationTitle", "reservationAccommodationUnitNumber",
		"ageGroupSpecificationDescription",
	},
	"Reservation": {
		"number", "accommodationTitle", "accommodationUnitNumber", "checkinTime", "checkoutTime", "paymentStatus",
	},
	"ReservationSummary":           {"number", "paymentStatus", "source"},
	"SummaryAccommodation":         {"title"},
	"SummaryAccommodationCategory": {"title"},
	"SummaryAccommodationUnit":     {"number"},
	"SummaryAgeGroupLine":          {"description"},
	"Supplement": {
		"utilityConsumptionType", "reportReferenceDate", "reportTotalsType", "taxRate", "checkinTime", "checkoutTime",
	},
	"Task":         {"dueTime"},
	"TaxProfile":   {"reservationReferenceDate"},
	"VoIPCall":     {"direction"},
	"VoIPEvent":    {"event", "direction"},
	"Webhook":      {"events"},
	"WebhookEvent": {"id", "event"},
}

const birthDate = "1907-03-09"

// TestRecordsPrintNothingPersonal fills every text, date and free-form field of every
// record and body with canaries, and prints it in every way that a program prints values. Unless
// tests run deep, what holds a record is one in some, at random.
func TestRecordsPrintNothingPersonal(t *testing.T) {
	t.Parallel()
	for _, typ := range structs {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			for _, readable := range []bool{true, false} {
				pointer := withCanaries(t, typ, readable)
				record := pointer.Elem().Interface()
				if data := string(encode(t, record)); !strings.Contains(data, canary) && strings.Contains(typ.Name(), "Guest") {
					t.Fatalf("no canary in %s", data)
				}
				forms := append([]any{record}, testkit.Cases(5, []any{
					pointer.Interface(), []any{record}, []any{pointer.Interface()}, map[string]any{"r": pointer.Interface()},
					struct{ R any }{record}, struct{ R any }{pointer.Interface()}, &struct{ R any }{pointer.Interface()}, [1]any{record},
					pointerIn(pointer), sliceOf(record),
				})...)
				for _, form := range forms {
					for _, format := range verbs {
						checkHidden(t, format, fmt.Sprintf(format, form))
					}
				}
				shown := []any{record, pointer.Interface(), slog.GroupValue(slog.Any("r", record))}
				for _, form := range append(forms, testkit.Cases(8, inContainers(pointer))...) {
					shown = append(shown, types.Redacted(form))
					checkHidden(t, fmt.Sprintf("json.Marshal of a redacted %T", form), string(encode(t, types.Redacted(form))))
				}
				for _, form := range shown {
					checkHidden(t, "slog text", logged(t, textHandler, form))
					checkHidden(t, "slog JSON", logged(t, jsonHandler, form))
				}
				checkHidden(t, "slog text of a slice", logged(t, textHandler, sliceOf(record)))
			}
		})
	}
}

func checkHidden(t *testing.T, how, printed string) {
	t.Helper()
	for _, hidden := range []string{canary, fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary), birthDate, "860860"} {
		if i := strings.Index(printed, hidden); i >= 0 || printed == "" {
			t.Fatalf("%s prints ...%s...; give the field the tag print:\"no\", or, if it says nothing of a person, name it in harmless",
				how, printed[max(0, i-60):min(len(printed), i+60)])
		}
	}
}

// inContainers returns what programs keep records in: slices and maps of records and of pointers,
// at two depths, and a struct that holds them.
func inContainers(pointer reflect.Value) (all []any) {
	for _, record := range []reflect.Value{pointer, pointer.Elem()} {
		list := reflect.ValueOf(sliceOf(record.Interface()))
		for _, value := range []reflect.Value{record, list} {
			byName := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), value.Type()))
			byName.SetMapIndex(reflect.ValueOf("name"), value)
			inStruct := reflect.New(reflect.StructOf([]reflect.StructField{
				{Name: "One", Type: value.Type()}, {Name: "ByName", Type: byName.Type(), Tag: `print:"yes"`},
			})).Elem()
			inStruct.Field(0).Set(value)
			inStruct.Field(1).Set(byName)
			all = append(all, sliceOf(value.Interface()), byName.Interface(), inStruct.Interface(), sliceOf(inStruct.Interface()))
		}
	}
	return all
}

func pointerIn(pointer reflect.Value) any {
	outer := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "P", Type: pointer.Type()}})).Elem()
	outer.Field(0).Set(pointer)
	return outer.Interface()
}

func sliceOf(record any) any {
	list := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(record)), 0, 1)
	return reflect.Append(list, reflect.ValueOf(record)).Interface()
}

// withCanaries returns a pointer to a record in which all fields are set, at any depth. A date
// is one that can be read, or a canary.
func withCanaries(t *testing.T, typ reflect.Type, readable bool) reflect.Value {
	t.Helper()
	pointer := reflect.New(typ)
	fill(t, pointer.Elem(), func(record reflect.Type, field reflect.StructField, typ reflect.Type) string {
		isDate := typ == reflect.TypeFor[types.Date]() || typ == reflect.TypeFor[types.DateTime]()
		isNumber := typ == reflect.TypeFor[types.Decimal]() || typ == reflect.TypeFor[types.Number]()
		switch kind := typ.Kind(); {
		case isNumber:
			return `7.50`
		case kind == reflect.Bool:
			return `true`
		case field.Name == "Municipality":
			return `860860`
		case kind == reflect.Int, kind == reflect.Int64:
			return `7`
		case kind == reflect.Map, kind == reflect.Slice: // Extra and what is free-form
			return `{"` + canary + `":"` + canary + `"}`
		case isDate && readable && field.Name == "BirthDate":
			return quoted(t, birthDate)
		case isDate && readable:
			return `"2026-11-20"`
		case slices.Contains(slices.Concat(harmless[""], harmless[record.Name()]), key(field)):
			return `"harmless"`
		}
		return quoted(t, canary)
	})
	return pointer
}

// fill sets every field of a record, at any depth, from the JSON that value returns for it. It
// leaves a field alone for which that is empty.
func fill(t *testing.T, record reflect.Value, value func(record reflect.Type, field reflect.StructField, typ reflect.Type) string) {
	t.Helper()
	for _, f := range reflect.VisibleFields(record.Type()) {
		field := record.FieldByIndex(f.Index)
		for field.Kind() == reflect.Pointer || field.Kind() == reflect.Slice && field.Type().Elem().Kind() != reflect.Uint8 {
			if field.Kind() == reflect.Pointer {
				field.Set(reflect.New(field.Type().Elem()))
				field = field.Elem()
			} else {
				field.Set(reflect.MakeSlice(field.Type(), 1, 1))
				field = field.Index(0)
			}
		}
		part := field
		if tag.IsNullable(field.Type()) {
			part = reflect.New(tag.ValueType(field.Type())).Elem()
		}
		if slices.Contains(structs, part.Type()) {
			fill(t, part, value)
		} else if text := value(record.Type(), f, part.Type()); text != "" {
			decodeInto(t, part, text)
		}
		if part != field {
			decodeInto(t, field, string(encode(t, part.Interface())))
		}
	}
}

// TestRedactedPartsOfRecords: a part of a record that is logged by itself may hold anything.
func TestRedactedPartsOfRecords(t *testing.T) {
	t.Parallel()
	canary := json.RawMessage(`"CANARY"`)
	for name, part := range map[string]any{
		"string":      "CANARY",
		"Extra":       types.Extra{"nickname": canary},
		"RawMessage":  canary,
		"a list":      []json.RawMessage{canary},
		"Object":      types.Object(`{"nickname":"CANARY"}`),
		"Scalar":      types.Scalar{Text: "CANARY", Quoted: true},
		"bytes":       []byte("CANARY"),
		"with a body": struct{ Body []byte }{[]byte("CANARY")},
	} {
		printed := fmt.Sprint(types.Redacted(part), string(encode(t, types.Redacted(part))))
		if strings.Contains(printed, "CANARY") || strings.Contains(printed, "67") {
			t.Errorf("%s is printed as %s", name, printed)
		}
	}
}
