// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
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

// TestDefaults of records in others, and of records that are read over what they held.
func TestDefaults(t *testing.T) {
	t.Parallel()
	pending := types.WebhookEvent{ID: "1", Status: types.WebhookEventStatusPending, Webhook: types.Webhook{Active: true}}
	forOneUse := []types.ReservationDiscountCode{{DiscountCodeSpecification: types.DiscountCodeSpecification{OneTimeUse: true}}}
	unit := types.AccommodationUnit{ID: 7, Public: true, Active: true, Available: true}
	inactive := unit
	inactive.Active = false
	for _, test := range []struct {
		sent       string
		held, want any
	}{
		{`{"id":"1"}`, types.WebhookEvent{}, pending},
		{`{"id":"1","webhook":null}`, types.WebhookEvent{}, pending},
		{`{"id":"1","webhook":{}}`, types.WebhookEvent{}, pending},
		{`[{}]`, []types.ReservationDiscountCode{}, forOneUse},
		{`[{"discountCodeSpecification":{}}]`, []types.ReservationDiscountCode{}, forOneUse},
		{`{"id":7,"active":false}`, types.AccommodationUnit{}, inactive},
		{`{}`, inactive, unit},
		{`{"quantity":""}`, types.UtilityMeterReport{}, types.UtilityMeterReport{Quantity: types.MustDecimal("0.000")}},
		{`{}`, types.UtilityMeterReport{Quantity: types.NewDecimal(12), Manual: true}, types.UtilityMeterReport{Quantity: types.NewDecimal(12)}},
	} {
		got := reflect.New(reflect.TypeOf(test.held)).Elem()
		got.Set(reflect.ValueOf(test.held))
		decodeInto(t, got, test.sent)
		if diff := cmp.Diff(test.want, got.Interface()); diff != "" {
			t.Errorf("%s read into %v (-want +got):\n%s", test.sent, test.held, diff)
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
			value := tag.ValueType(field.Type)
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
	err := json.Unmarshal([]byte(`{"id":7`+strings.Repeat(`,"x":1`, 100_001)+`}`), new(types.Guest))
	if err == nil || !strings.Contains(err.Error(), "unknown fields") {
		t.Errorf("a guest with 100,001 unknown fields gives %v", err)
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
