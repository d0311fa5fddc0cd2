// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// TestFullAnswer decodes every record with every field set. Nothing may stay zero, and
// what is written again must be what was read, key for key and digit for digit.
func TestFullAnswer(t *testing.T) {
	t.Parallel()
	for _, r := range slices.Concat(records, requests) {
		if r.sample == "" {
			continue
		}
		t.Run(r.sample, func(t *testing.T) {
			t.Parallel()
			sample := readSample(t, r.sample)
			value := decode(t, r.typ, encode(t, sample))
			checkNothingIsZero(t, r.typ.Name(), value)
			if diff := cmp.Diff(sample, parse(t, encode(t, value.Interface()))); diff != "" {
				t.Errorf("written again it differs (-read +written):\n%s", diff)
			}
		})
	}
}

// TestEmptyAnswer decodes {} as every record: no missing key is an error, every default
// shows, and only what the API requires or defaults to is written again.
func TestEmptyAnswer(t *testing.T) {
	t.Parallel()
	for _, r := range records {
		value := decode(t, r.typ, []byte(`{}`))
		want := strings.Fields(r.required)
		for key, text := range r.defaults {
			field := fieldByKey(t, value, key)
			if got := string(encode(t, field.Interface())); got != text {
				t.Errorf("%s.%s is %s when it is missing; want %s", r.typ.Name(), key, got, text)
			}
			if !field.IsZero() {
				want = append(want, key)
			}
		}
		written := parse(t, encode(t, value.Interface())).(map[string]any)
		if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(maps.Keys(written)), equateEmpty); diff != "" {
			t.Errorf("an empty %s is written with other keys than the required ones and those with a default (-want +got):\n%s", r.typ.Name(), diff)
		}
	}
}

// TestNullReadsLikeAbsent sets every key of the sample of every record to null, at any depth.
func TestNullReadsLikeAbsent(t *testing.T) {
	t.Parallel()
	for _, r := range records {
		if r.sample == "" {
			continue
		}
		t.Run(r.sample, func(t *testing.T) {
			t.Parallel()
			sample := readSample(t, r.sample)
			eachObject(sample, func(object map[string]any) {
				for _, key := range slices.Collect(maps.Keys(object)) {
					kept := object[key]
					object[key] = nil
					null := decode(t, r.typ, encode(t, sample))
					delete(object, key)
					absent := decode(t, r.typ, encode(t, sample))
					object[key] = kept
					if reflect.DeepEqual(absent.Interface(), null.Interface()) {
						continue // go-cmp takes seconds for what is equal nearly always
					}
					if diff := cmp.Diff(absent.Interface(), null.Interface()); diff != "" {
						t.Errorf("%s: null differs from a missing key (-missing +null):\n%s", key, diff)
					}
				}
			})
		})
	}
}

// TestAllKeysNull decodes every record, nested ones too, with nothing but nulls.
func TestAllKeysNull(t *testing.T) {
	t.Parallel()
	for _, r := range records {
		nulls := map[string]any{}
		for _, field := range fieldsOf(r.typ) {
			nulls[key(field)] = nil
		}
		got, want := decode(t, r.typ, encode(t, nulls)), decode(t, r.typ, []byte(`{}`))
		if diff := cmp.Diff(want.Interface(), got.Interface()); diff != "" {
			t.Errorf("%s full of nulls differs from an empty one (-empty +nulls):\n%s", r.typ.Name(), diff)
		}
	}
}

// TestDefaultsCanBeOverruled sends the opposite of each default, which must survive
// being read and written.
func TestDefaultsCanBeOverruled(t *testing.T) {
	t.Parallel()
	opposites := map[string]string{"true": "false", "false": "true", "0": "7", "200": "0", `"0.000"`: `"0.125"`}
	for _, r := range records {
		for key, text := range r.defaults {
			opposite, ok := opposites[text]
			if !ok {
				opposite = `"other"`
			}
			value := decode(t, r.typ, []byte(`{"`+key+`":`+opposite+`}`))
			written := parse(t, encode(t, value.Interface())).(map[string]any)
			if got := string(encode(t, written[key])); got != opposite {
				t.Errorf("%s.%s: %s was sent, %s is written again", r.typ.Name(), key, opposite, got)
			}
		}
	}
}

// TestUnknownEnumValuesSurvive sends a value that is not listed to every text field.
func TestUnknownEnumValuesSurvive(t *testing.T) {
	t.Parallel()
	const sent = "Added later é"
	for _, r := range slices.Concat(records, requests) {
		for _, field := range fieldsOf(r.typ) {
			if tag.ValueType(field.Type).Kind() != reflect.String {
				continue
			}
			value := decode(t, r.typ, encode(t, map[string]any{key(field): sent}))
			written := parse(t, encode(t, value.Interface())).(map[string]any)
			if written[key(field)] != sent {
				t.Errorf("%s.%s: %q is written again as %v", r.typ.Name(), field.Name, sent, written[key(field)])
			}
		}
	}
}

// TestIDsBeyondFloatsAreExact replaces every id by one that a float64 would round.
func TestIDsBeyondFloatsAreExact(t *testing.T) {
	t.Parallel()
	for _, r := range slices.Concat(records, requests) {
		if r.sample == "" {
			continue
		}
		sample := readSample(t, r.sample)
		replaced := 0
		eachObject(sample, func(object map[string]any) {
			for key, value := range object {
				_, number := value.(json.Number)
				if number && (key == "id" || strings.HasSuffix(key, "Id") || key == "municipality") {
					object[key] = json.Number("9007199254740993")
					replaced++
				}
			}
		})
		value := decode(t, r.typ, encode(t, sample))
		if replaced == 0 {
			t.Errorf("%s holds no id", r.sample)
		}
		if diff := cmp.Diff(sample, parse(t, encode(t, value.Interface()))); diff != "" {
			t.Errorf("%s: ids beyond 2^53 changed (-read +written):\n%s", r.sample, diff)
		}
	}
}

// TestDecimalsAreExact sends each money field and each measure as a number and as a
// text. Both must be read digit for digit, and written as the API types them.
func TestDecimalsAreExact(t *testing.T) {
	t.Parallel()
	for _, r := range records {
		for _, field := range fieldsOf(r.typ) {
			if !isDecimal(field.Type) {
				continue
			}
			for _, digits := range []string{"90071992547409.93", "-0.01", "0", "7.50", "123456789012345678901234567890.123456789"} {
				for _, sent := range []string{digits, `"` + digits + `"`} {
					value := decode(t, r.typ, []byte(`{"`+key(field)+`":`+sent+`}`)).FieldByIndex(field.Index)
					want := `"` + digits + `"`
					if field.Type == reflect.TypeFor[types.Number]() {
						want = digits
					}
					if got := string(encode(t, value.Interface())); got != want {
						t.Errorf("%s.%s: %s is written again as %s; want %s", r.typ.Name(), field.Name, sent, got, want)
					}
				}
			}
			if data := []byte(`{"` + key(field) + `":"12,50"}`); json.Unmarshal(data, reflect.New(r.typ).Interface()) == nil {
				t.Errorf("%s.%s accepts 12,50", r.typ.Name(), field.Name)
			}
		}
	}
}

// TestUnexpectedSummariesCostNoPage decodes a page whose records have unexpected values one by one.
func TestUnexpectedSummariesCostNoPage(t *testing.T) {
	t.Parallel()
	page := make([]any, 100)
	for i := range page {
		page[i] = readSample(t, "ReservationSummary")
	}
	page[10].(map[string]any)["dateFrom"] = "the day before"
	page[20].(map[string]any)["status"] = "on-hold"
	page[30].(map[string]any)["totalPrice"] = "0.10"
	var got []types.ReservationSummary
	if err := json.Unmarshal(encode(t, page), &got); err != nil || len(got) != 100 {
		t.Fatalf("%d of 100 summaries, error %v", len(got), err)
	}
	if got[10].DateFrom.Raw() != "the day before" || got[20].Status != "on-hold" || got[30].TotalPrice.String() != "0.10" {
		t.Errorf("unexpected values read as %q, %q and %v", got[10].DateFrom, got[20].Status, got[30].TotalPrice)
	}
	if at, ok := got[10].DateFrom.Time(); ok {
		t.Errorf("an unreadable date is %v", at)
	}
}

func isDecimal(typ reflect.Type) bool {
	return typ == reflect.TypeFor[types.Decimal]() || typ == reflect.TypeFor[types.Number]()
}

// equateRaw compares JSON that was kept as sent by what it means.
var equateRaw = cmp.Options{
	cmp.Comparer(func(a, b json.RawMessage) bool { return sameJSON(a, b) }),
	cmp.Comparer(func(a, b types.Object) bool { return sameJSON([]byte(a), []byte(b)) }),
}

var equateEmpty = cmp.FilterValues(func(a, b []string) bool { return len(a)+len(b) == 0 }, cmp.Ignore())

func sameJSON(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == len(b)
	}
	left, _ := json.Marshal(json.RawMessage(a))
	right, _ := json.Marshal(json.RawMessage(b))
	return bytes.Equal(left, right)
}

func readSample(t testing.TB, name string) any {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, data)
}

// parse returns data as maps, slices and exact numbers.
func parse(t testing.TB, data []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("parsing %s: %v", data, err)
	}
	return value
}

func encode(t testing.TB, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatalf("encoding %#v: %v", value, err)
	}
	return data
}

func decode(t testing.TB, typ reflect.Type, data []byte) reflect.Value {
	t.Helper()
	value := reflect.New(typ)
	if err := json.Unmarshal(data, value.Interface()); err != nil {
		t.Fatalf("decoding %s as %v: %v", data, typ, err)
	}
	return value.Elem()
}

// freeForm are the keys under which the API documents no shape.
var freeForm = []string{"customFields", "payload", "accommodations", "numOfPersonsLines", "facilitySpaceEquipmentSpecifications"}

// eachObject calls visit for every object in value whose shape the API documents.
func eachObject(value any, visit func(map[string]any)) {
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			eachObject(item, visit)
		}
	case map[string]any:
		_, hasContexts := value["contexts"] // the features of a reservation, unlike those of a unit, are free-form
		for key, item := range value {
			if !slices.Contains(freeForm, key) && !(key == "features" && hasContexts) {
				eachObject(item, visit)
			}
		}
		visit(value)
	}
}

// isOneValue reports whether value is written as JSON in a way of its own, and is no record or
// body, which write themselves for the sake of their Extra.
func isOneValue(value reflect.Value) bool {
	typ := value.Type()
	if typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	isRecord := slices.ContainsFunc(slices.Concat(records, requests), func(r record) bool { return r.typ == typ })
	return typ.Implements(reflect.TypeFor[json.Marshaler]()) && !isRecord
}

// fieldsOf returns the fields of a record or body that travel as JSON under a name of
// their own, which are all but Extra.
func fieldsOf(typ reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(typ), func(f reflect.StructField) bool { return f.Name == "Extra" })
}

func key(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

func fieldByKey(t *testing.T, record reflect.Value, name string) reflect.Value {
	t.Helper()
	for i := range record.NumField() {
		if key(record.Type().Field(i)) == name {
			return record.Field(i)
		}
	}
	t.Fatalf("%v has no field for %s", record.Type(), name)
	return reflect.Value{}
}

// checkNothingIsZero reports every field of value, at any depth, that holds nothing.
func checkNothingIsZero(t *testing.T, path string, value reflect.Value) {
	t.Helper()
	if value.IsZero() {
		t.Errorf("%s is zero although the sample sets it", path)
		return
	}
	if isOneValue(value) {
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		checkNothingIsZero(t, path, value.Elem())
	case reflect.Slice:
		if value.Len() == 0 {
			t.Errorf("%s is empty although the sample sets it", path)
		}
		for i := range value.Len() {
			checkNothingIsZero(t, path+"[]", value.Index(i))
		}
	case reflect.Struct:
		for _, field := range fieldsOf(value.Type()) {
			checkNothingIsZero(t, path+"."+field.Name, value.FieldByIndex(field.Index))
		}
	}
}
