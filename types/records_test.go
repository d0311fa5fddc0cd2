// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/types"
)

// TestSamples decodes the files in testdata, which have every field. Nothing may stay zero, and
// what is written again must be what was read, key for key and digit for digit.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, typ := range structs {
		data, err := os.ReadFile("testdata/" + typ.Name() + ".json")
		if err != nil {
			continue // it is part of another record
		}
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			value := decode(t, typ, data)
			checkNothingIsZero(t, typ.Name(), value)
			if diff := cmp.Diff(parse(t, data), parse(t, encode(t, value.Interface()))); diff != "" {
				t.Errorf("written again it differs (-read +written):\n%s", diff)
			}
		})
	}
}

// checkNothingIsZero reports every field of value, at any depth, that holds nothing.
func checkNothingIsZero(t *testing.T, path string, value reflect.Value) {
	t.Helper()
	switch {
	case value.IsZero(), value.Kind() == reflect.Slice && value.Len() == 0:
		t.Errorf("%s holds nothing although the sample sets it", path)
	case value.Kind() == reflect.Pointer:
		checkNothingIsZero(t, path, value.Elem())
	case value.Kind() == reflect.Slice:
		for i := range value.Len() {
			checkNothingIsZero(t, path+"[]", value.Index(i))
		}
	case slices.Contains(structs, value.Type()):
		for _, field := range fieldsOf(value.Type()) {
			checkNothingIsZero(t, path+"."+field.Name, value.FieldByIndex(field.Index))
		}
	}
}

// TestEmptyAnswer decodes {} as every record: no missing key is an error, every default shows,
// and only what the API requires or defaults to is written again.
func TestEmptyAnswer(t *testing.T) {
	t.Parallel()
	for _, typ := range records {
		value := decode(t, typ, []byte(`{}`))
		want := map[string]bool{}
		for _, field := range fieldsOf(typ) {
			got := strings.Trim(string(encode(t, value.FieldByIndex(field.Index).Interface())), `"`)
			if text, hasDefault := field.Tag.Lookup("default"); hasDefault && got != text {
				t.Errorf("%s.%s is %s when it is missing; want %s", typ.Name(), field.Name, got, text)
			}
			if tagOption(field) == "" {
				want[key(field)] = true
			}
		}
		written := parse(t, encode(t, value.Interface())).(map[string]any)
		got := slices.Sorted(maps.Keys(written))
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), got); diff != "" {
			t.Errorf("an empty %s is written with other keys (-want +got):\n%s", typ.Name(), diff)
		}
	}
}

// TestNullReadsLikeAbsent: one field after the other is null, and then all of them.
func TestNullReadsLikeAbsent(t *testing.T) {
	t.Parallel()
	for _, typ := range testkit.Cases(3, records) {
		t.Run(typ.Name(), func(t *testing.T) {
			t.Parallel()
			check := func(with, without map[string]any) {
				t.Helper()
				null := decode(t, typ, encode(t, with)).Interface()
				missing := decode(t, typ, encode(t, without)).Interface()
				if !reflect.DeepEqual(missing, null) { // go-cmp takes seconds for what is equal nearly always
					t.Errorf("null differs from a missing key (-missing +null):\n%s", cmp.Diff(missing, null))
				}
			}
			full, nulls := sentRecord(t, typ, 0, true), map[string]any{}
			for _, field := range fieldsOf(typ) {
				nulls[key(field)] = nil
				with, without := maps.Clone(full), maps.Clone(full)
				with[key(field)] = nil
				delete(without, key(field))
				check(with, without)
			}
			check(nulls, map[string]any{})
		})
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
	tests := []struct {
		name, sent string
		held, want any
	}{
		{"no record", `{"id":"1"}`, types.WebhookEvent{}, pending},
		{"null for a record", `{"id":"1","webhook":null}`, types.WebhookEvent{}, pending},
		{"an empty record", `{"id":"1","webhook":{}}`, types.WebhookEvent{}, pending},
		{"no record in a list", `[{}]`, []types.ReservationDiscountCode{}, forOneUse},
		{"null in a list", `[{"discountCodeSpecification":null}]`, []types.ReservationDiscountCode{}, forOneUse},
		{"an empty record in a list", `[{"discountCodeSpecification":{}}]`, []types.ReservationDiscountCode{}, forOneUse},
		{"one field", `{"id":7,"active":false}`, types.AccommodationUnit{}, inactive},
		{"set again", `{}`, inactive, unit},
		{"no reading", `{"quantity":""}`, types.UtilityMeterReport{}, types.UtilityMeterReport{Quantity: types.MustDecimal("0.000")}},
		{"a reading that was held", `{}`, types.UtilityMeterReport{Quantity: types.NewDecimal(12), Manual: true},
			types.UtilityMeterReport{Quantity: types.NewDecimal(12)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := reflect.New(reflect.TypeOf(test.held)).Elem()
			got.Set(reflect.ValueOf(test.held))
			decodeInto(t, got, test.sent)
			if diff := cmp.Diff(test.want, got.Interface()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
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
