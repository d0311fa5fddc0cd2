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
	"github.com/reservationkit/reservations-go/types"
)

// harmless are the keys of the texts and enumerations that may be printed, by record. No other text
// of a record or body may, and no other enumeration: their lists are open, so each can hold any text.
var harmless = map[string][]string{
	"AccommodationCategory":              {"locale"},
	"AccommodationUnit":                  {"number", "locale"},
	"AccommodationUnitContent":           {"locale"},
	"AccommodationUnitWifiConfiguration": {"securityProtocol"},
	"AgeGroupLine":                       {"description"},
	"AgeGroupSpecification":              {"type", "description", "locale"},
	"CampingEquipmentSpecification":      {"locale"},
	"CancellationInsuranceChargeLine":    {"type"},
	"FacilityFilterItem":                 {"type"},
	"FacilityFilterSpecification":        {"type"},
	"FacilityGroup":                      {"type", "locale"},
	"FacilityGroupSection":               {"type", "locale"},
	"FacilitySpaceSpecification":         {"type", "locale"},
	"FacilitySpecification":              {"type", "locale"},
	"GroupReservation":                   {"number", "accommodationTitle", "accommodationUnitNumber"},
	"Guest":                              {"uuid", "type", "locale"},
	"GuestAttachment":                    {"type", "locale"},
	"GuestContact":                       {"locale"},
	"PackageSpecification":               {"locale"},
	"PetSpecification":                   {"type", "locale"},
	"PresenceItem": {
		"reservationNumber", "reservationAccommodationTitle", "reservationAccommodationUnitNumber",
		"ageGroupSpecificationDescription",
	},
	"RegistrationNumberEntry": {"type"},
	"Reservation": {
		"number", "accommodationTitle", "accommodationUnitNumber", "locale", "checkinTime", "checkoutTime", "status",
		"paymentStatus",
	},
	"ReservationAttachment":                  {"type", "locale"},
	"ReservationGuestUpdate":                 {"locale"},
	"ReservationSummary":                     {"number", "locale", "status", "paymentStatus", "source"},
	"ReservationUpdate":                      {"locale"},
	"SummaryAccommodation":                   {"title", "locale"},
	"SummaryAccommodationCategory":           {"title", "locale"},
	"SummaryAccommodationUnit":               {"number", "locale"},
	"SummaryAgeGroupLine":                    {"description"},
	"SummaryCancellationInsuranceChargeLine": {"type"},
	"Supplement": {
		"type", "utilityConsumptionType", "reportReferenceDate", "reportTotalsType", "taxRate", "checkinTime",
		"checkoutTime", "locale",
	},
	"Task":                     {"dueTime", "status"},
	"TaskAttachment":           {"type"},
	"TaxProfile":               {"reservationReferenceDate"},
	"Transaction":              {"type", "status"},
	"UtilityMeterReport":       {"type"},
	"UtilityMeterReportCreate": {"type"},
	"VoIPCall":                 {"status", "direction"},
	"VoIPEvent":                {"event", "status", "direction"},
	"Webhook":                  {"events"},
	"WebhookEvent":             {"id", "event", "status"},
}

const birthDate = "1907-03-09"

// TestRecordsPrintNothingPersonal fills every text, date and free-form field of every
// record and body with canaries, and prints it in every way that a program prints values.
func TestRecordsPrintNothingPersonal(t *testing.T) {
	t.Parallel()
	for _, r := range slices.Concat(records, requests) {
		t.Run(r.typ.Name(), func(t *testing.T) {
			t.Parallel()
			for _, readable := range []bool{true, false} {
				pointer := reflect.New(r.typ)
				fillWithCanaries(t, pointer.Elem(), readable)
				record := pointer.Elem().Interface()
				if data := string(encode(t, record)); !strings.Contains(data, canary) && strings.Contains(fmt.Sprint(r.typ), "Guest") {
					t.Fatalf("no canary in %s", data)
				}
				forms := []any{
					record, pointer.Interface(), []any{record}, []any{pointer.Interface()}, map[string]any{"r": pointer.Interface()},
					struct{ R any }{record}, struct{ R any }{pointer.Interface()}, &struct{ R any }{pointer.Interface()}, [1]any{record},
					pointerIn(pointer), sliceOf(record),
				}
				for _, form := range forms {
					for _, format := range verbs {
						checkHidden(t, format, fmt.Sprintf(format, form))
					}
				}
				group := slog.GroupValue(slog.Any("r", record))
				redacted := []any{record, pointer.Interface(), group}
				for _, form := range append(forms, inContainers(pointer)...) {
					redacted = append(redacted, types.Redacted(form))
					checkHidden(t, fmt.Sprintf("json.Marshal of a redacted %T", form), string(encode(t, types.Redacted(form))))
				}
				for _, form := range redacted {
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

// fillWithCanaries sets every field of a record, at any depth. A date is one that can be
// read, or a canary.
func fillWithCanaries(t *testing.T, record reflect.Value, readable bool) {
	t.Helper()
	for i := range record.NumField() {
		f, field := record.Type().Field(i), record.Field(i)
		for field.Kind() == reflect.Pointer || field.Kind() == reflect.Slice && field.Type().Elem().Kind() != reflect.Uint8 {
			if field.Kind() == reflect.Pointer {
				field.Set(reflect.New(field.Type().Elem()))
				field = field.Elem()
			} else {
				field.Set(reflect.MakeSlice(field.Type(), 1, 1))
				field = field.Index(0)
			}
		}
		target := field
		if tag.IsNullable(field.Type()) {
			field = reflect.New(tag.ValueType(field.Type())).Elem()
		}
		text := canary
		if slices.Contains(harmless[record.Type().Name()], key(f)) {
			text = "harmless"
		}
		switch name := field.Type().Name(); {
		case name == "Extra" || f.Name == "Extra":
			decodeInto(t, field, `{"`+canary+`":"`+canary+`"}`)
		case name == "Date" || name == "DateTime":
			date := canary
			if readable && f.Name == "BirthDate" {
				date = birthDate
			} else if readable {
				date = "2026-11-20"
			}
			decodeInto(t, field, string(quoted(t, date)))
		case name == "Object" || field.Type() == reflect.TypeFor[json.RawMessage]():
			decodeInto(t, field, `{"`+canary+`":"`+canary+`"}`)
		case name == "Decimal" || name == "Number":
			decodeInto(t, field, `7.50`)
		case name == "Scalar" || name == "Secret" || field.Kind() == reflect.String:
			decodeInto(t, field, string(quoted(t, text)))
		case field.Kind() == reflect.Struct:
			fillWithCanaries(t, field, readable)
		case field.Kind() == reflect.Bool:
			field.SetBool(true)
		case f.Name == "Municipality":
			field.SetInt(860860)
		case field.CanInt():
			field.SetInt(7)
		default:
			t.Fatalf("%v.%s is a %v, which this test does not fill", record.Type(), f.Name, field.Type())
		}
		if target != field {
			decodeInto(t, target, string(encode(t, field.Interface())))
		}
	}
}

func decodeInto(t *testing.T, field reflect.Value, data string) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), field.Addr().Interface()); err != nil {
		t.Fatalf("%s into a %v: %v", data, field.Type(), err)
	}
}

// TestSecretsStayHidden: Unredacted shows all but secrets.
func TestSecretsStayHidden(t *testing.T) {
	t.Parallel()
	for _, r := range records {
		pointer := reflect.New(r.typ)
		plantSecrets(t, pointer.Elem())
		for _, printed := range []string{
			fmt.Sprint(types.Unredacted(pointer.Interface())), fmt.Sprintf("%x", types.Unredacted(sliceOf(pointer.Elem().Interface()))),
			logged(t, jsonHandler, types.Unredacted(pointer.Interface())),
		} {
			checkHidden(t, r.typ.Name(), printed)
		}
	}
	if got := fmt.Sprint(types.Unredacted(pointerTo(t, `{"id":1,"secret":"`+canary+`"}`))); got != "Webhook{id:1 secret:REDACTED active:true}" {
		t.Errorf("printed as %s", got)
	}
}

func pointerTo(t *testing.T, data string) *types.Webhook {
	t.Helper()
	var webhook types.Webhook
	decodeInto(t, reflect.ValueOf(&webhook).Elem(), data)
	return &webhook
}

// plantSecrets sets the secrets of a record, at any depth, to the canary.
func plantSecrets(t *testing.T, value reflect.Value) {
	t.Helper()
	switch {
	case value.Type() == reflect.TypeFor[types.Secret]():
		decodeInto(t, value, string(quoted(t, canary)))
	case value.Kind() == reflect.Pointer:
		value.Set(reflect.New(value.Type().Elem()))
		plantSecrets(t, value.Elem())
	case value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Struct:
		value.Set(reflect.MakeSlice(value.Type(), 1, 1))
		plantSecrets(t, value.Index(0))
	case value.Kind() == reflect.Struct && !isOneValue(value):
		for _, field := range fieldsOf(value.Type()) {
			plantSecrets(t, value.FieldByIndex(field.Index))
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
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			asJSON, err := json.Marshal(types.Redacted(part))
			text := fmt.Sprint(types.Redacted(part))
			if err != nil || strings.Contains(string(asJSON)+text, "CANARY") || strings.Contains(string(asJSON)+text, "67") {
				t.Errorf("printed as %s and %s, %v", text, asJSON, err)
			}
		})
	}
}
