// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// TestEmptyAnswer decodes {} as every record: no missing key is an error, every default shows,
// and only what the API requires or defaults to is written again. Null for a field is read like a missing one.
func TestEmptyAnswer(t *testing.T) {
	t.Parallel()
	for _, typ := range records {
		value := decode(t, typ, []byte(`{}`))
		var want []string
		nulls := map[string]any{}
		for _, field := range fieldsOf(typ) {
			got := strings.Trim(string(encode(t, value.FieldByIndex(field.Index).Interface())), `"`)
			if text, hasDefault := field.Tag.Lookup("default"); hasDefault && got != text {
				t.Errorf("%s.%s is %s when it is missing; want %s", typ.Name(), field.Name, got, text)
			}
			if tagOption(field) == "" {
				want = append(want, key(field))
			}
			nulls[key(field)] = nil
		}
		written := parse(t, encode(t, value.Interface())).(map[string]any)
		if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(maps.Keys(written))); diff != "" {
			t.Errorf("an empty %s is written with other keys (-want +got):\n%s", typ.Name(), diff)
		}
		if diff := cmp.Diff(value.Interface(), decode(t, typ, encode(t, nulls)).Interface()); diff != "" {
			t.Errorf("null differs from a missing key (-missing +null):\n%s", diff)
		}
	}
}

// TestDefaults of records in others.
func TestDefaults(t *testing.T) {
	t.Parallel()
	pending := types.WebhookEvent{ID: "1", Status: types.WebhookEventStatusPending, Webhook: types.Webhook{Active: true}}
	forOneUse := []types.ReservationDiscountCode{{DiscountCodeSpecification: types.DiscountCodeSpecification{OneTimeUse: true}}}
	for sent, want := range map[string]any{
		`{"id":"1"}`:                         pending,
		`{"id":"1","webhook":null}`:          pending,
		`{"id":"1","webhook":{}}`:            pending,
		`[{}]`:                               forOneUse,
		`[{"discountCodeSpecification":{}}]`: forOneUse,
		`{"id":7,"active":false}`:            types.AccommodationUnit{ID: 7, Public: true, Available: true},
		`{"quantity":""}`:                    types.UtilityMeterReport{Quantity: types.MustDecimal("0.000")},
	} {
		if diff := cmp.Diff(want, decode(t, reflect.TypeOf(want), []byte(sent)).Interface()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", sent, diff)
		}
	}
}

// TestNothingOfTheValueBefore is in one that is read into the same variable, and a copy that was made between keeps
// what it had. encoding/json reads the elements of a list over those that the list had before.
func TestNothingOfTheValueBefore(t *testing.T) {
	t.Parallel()
	held := map[reflect.Type]any{
		reflect.TypeFor[types.Extra]():                        unknownFields,
		reflect.TypeFor[types.Nullable[string]]():             canary,
		reflect.TypeFor[types.OneOrMany[types.ResponseRef]](): []any{map[string]any{"id": 1, "x": 1}, map[string]any{"id": 2}},
	}
	for typ, values := range forms {
		held[typ] = values[0]
	}
	for _, typ := range structs {
		held[typ] = sender{all: true}.record(typ)
	}
	delete(held, reflect.TypeFor[json.RawMessage]()) // which is not ours
	for typ, first := range held {
		for _, next := range []string{`null`, `{}`, `{"x":2,"ID":null,"guest":{},"webhook":{}}`, `"2026-11-21"`, `7`} {
			want, list := reflect.New(typ), reflect.New(reflect.SliceOf(typ))
			if json.Unmarshal([]byte(next), want.Interface()) != nil {
				continue // it is no JSON of this type
			}
			decodeInto(t, list.Elem(), string(encode(t, []any{first, first})))
			before := reflect.New(typ).Elem()
			before.Set(list.Elem().Index(0))
			decodeInto(t, list.Elem(), `[`+next+`]`)
			if diff := cmp.Diff(want.Elem().Interface(), list.Elem().Index(0).Interface()); diff != "" {
				t.Errorf("%s read into a %v that is not empty (-want +got):\n%s", next, typ, diff)
			}
			if diff := cmp.Diff(list.Elem().Slice(0, 2).Index(1).Interface(), before.Interface()); diff != "" {
				t.Errorf("%s changes a copy of the %v (-want +got):\n%s", next, typ, diff)
			}
		}
	}
}

// TestFieldsKeepToTheRules of CONTRIBUTING.md that other tests do not see: those look at what is read
// and written, and at openapi.yaml. Bodies have TestNotGivenInBodies.
func TestFieldsKeepToTheRules(t *testing.T) {
	t.Parallel()
	isDate := regexp.MustCompile(`(Date|Datetime|DatetimeLocal|From|To|Through|Created|Modified|Removed|Archived|Checkin|Checkout|Redeemed)$`)
	for _, typ := range structs {
		for _, field := range fieldsOf(typ) {
			_, hasDefault := field.Tag.Lookup("default")
			value := structtag.ValueType(field.Type)
			isPointer, isRecord := field.Type.Kind() == reflect.Pointer, forms[value] == nil && value.Kind() == reflect.Struct
			switch {
			case !field.IsExported() || field.Anonymous || !strings.EqualFold(field.Name, key(field)) || strings.ToLower(key(field)[:1]) != key(field)[:1]:
				t.Errorf("%s.%s is embedded or not exported, or has another name than its key", typ.Name(), field.Name)
			case value.Kind() == reflect.String && isDate.MatchString(field.Name) && !strings.HasSuffix(field.Name, "ReferenceDate"): // which names a date
				t.Errorf("%s.%s is a date that each caller would have to parse", typ.Name(), field.Name)
			case isPointer && (hasDefault || tagOption(field) == "" || forms[value] != nil), !isPointer && isRecord && tagOption(field) == "omitempty":
				t.Errorf("%s.%s needs no pointer, because its zero value is an answer or knows that it was not given, or is optional and wants one",
					typ.Name(), field.Name)
			}
		}
	}
}

// TestTooManyUnknownFieldsAreRefused, because a small document would take gigabytes.
func TestTooManyUnknownFieldsAreRefused(t *testing.T) {
	t.Parallel()
	const want = "600014 bytes hold 100001 array elements or unknown fields, which is more than records can be"
	err := json.Unmarshal([]byte(`{"id":7`+strings.Repeat(`,"x":1`, 100_001)+`}`), new(types.Guest))
	if fmt.Sprint(err) != want {
		t.Errorf("a guest with 100,001 unknown fields gives %v, want %s", err, want)
	}
}

// TestPersons: an item without a number adds nobody.
func TestPersons(t *testing.T) {
	t.Parallel()
	day := types.PresenceDay{Items: []types.PresenceItem{{NumOfPersons: new(2)}, {}, {NumOfPersons: new(3)}}}
	if got, none := day.Persons(), (types.PresenceDay{}).Persons(); got != 5 || none != 0 {
		t.Errorf("got %d persons, and %d of a day without items; want 5 and 0", got, none)
	}
}
