// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// TestStoredRecordsAreComplete reads each record, writes it, and reads it again: with every
// field in each of its forms and unknown fields at every level, and with those that are required
// alone. So it does with each body, whose unknown fields are only written.
func TestStoredRecordsAreComplete(t *testing.T) {
	t.Parallel()
	for _, typ := range structs {
		if typ == reflect.TypeFor[types.VoIPEvent]() {
			typ = reflect.TypeFor[voipEvent]()
		}
		for form := range 6 {
			for _, all := range []bool{true, false} {
				if !all && typ == reflect.TypeFor[types.RequestRef]() {
					continue // it is not written without its id
				}
				t.Run(fmt.Sprintf("%s/form %d/all fields %t", typ.Name(), form, all), func(t *testing.T) {
					t.Parallel()
					var body bytes.Buffer
					encoder := json.NewEncoder(&body)
					if form == 0 { // as others may write it
						encoder.SetEscapeHTML(false)
						encoder.SetIndent(" ", "\t")
					}
					if err := encoder.Encode(sentRecord(t, typ, form, all)); err != nil {
						t.Fatal(err)
					}
					checkStored(t, typ, body.Bytes())
				})
			}
		}
	}
}

// voipEvent has no MarshalJSON, which writes the dates in UTC to the second and so not always
// as they were read.
type voipEvent types.VoIPEvent

func checkStored(t *testing.T, typ reflect.Type, body []byte) {
	t.Helper()
	record := decode(t, typ, body)
	stored := encode(t, record.Interface())
	checkNothingIsLost(t, "", parse(t, body), parse(t, stored))
	again := decode(t, typ, stored)
	if diff := cmp.Diff(record.Interface(), again.Interface(), equateRaw); diff != "" {
		t.Errorf("read again it differs (-first +again):\n%s", diff)
	}
	if got := encode(t, again.Interface()); !bytes.Equal(got, stored) {
		t.Errorf("written again it differs:\n%s\nand first:\n%s", got, stored)
	}
}

// checkNothingIsLost looks for every name and value of one document in another. A number may
// have become a string of its digits, and a list of one its element.
func checkNothingIsLost(t *testing.T, path string, sent, stored any) {
	t.Helper()
	switch sent := sent.(type) {
	case map[string]any:
		object, _ := stored.(map[string]any)
		for name, value := range sent {
			field, kept := object[name]
			if !kept {
				t.Errorf("%s.%s is lost", path, name)
				continue
			}
			checkNothingIsLost(t, path+"."+name, value, field)
		}
	case []any:
		list, isList := stored.([]any)
		if !isList {
			list = []any{stored}
		}
		if len(list) != len(sent) {
			t.Errorf("%s has %d elements, want %d", path, len(list), len(sent))
			return
		}
		for i, value := range sent {
			checkNothingIsLost(t, fmt.Sprintf("%s[%d]", path, i), value, list[i])
		}
	default:
		if fmt.Sprint(sent) != fmt.Sprint(stored) {
			t.Errorf("%s is stored as %v, want %v", path, stored, sent)
		}
	}
}

const awkward = "quote \" backslash \\ <b>&amp;</b> line\u2028 tab\t nul\x00 é 😀"

// unknownFields are what a service may add to any record.
var unknownFields = map[string]any{
	"addedLater": awkward, "": 1, awkward: []any{nil, true, json.Number("7.500"), map[string]any{"\b": json.Number("1e400")}},
	"removedLater": nil, "ADDEDLATER": map[string]any{},
}

// forms are the values that a field of a type may have.
var forms = map[reflect.Type][]any{
	reflect.TypeFor[types.DateTime](): {
		"2026-11-20T14:30:15+01:00", "2026-11-20T14:30:15.250Z", "2026-11-20 14:30", "2026-11-20", "next week", json.Number("12"),
	},
	reflect.TypeFor[types.Date]():    {"2026-11-20", "2026-11-20T00:00:00+02:00", "20261120", "2026-02-31", awkward},
	reflect.TypeFor[types.Decimal](): {"7.50", json.Number("90071992547409.93"), "1.5e3", "-0.000", "+007.", "0"},
	reflect.TypeFor[types.Number]():  {json.Number("7.50"), json.Number("1.50E+3"), "0.000", json.Number("-0.01"), json.Number("0")},
	reflect.TypeFor[types.Scalar](): {
		json.Number("21.00"), "21", true, map[string]any{"id": json.Number("7.0"), "x": awkward}, []any{nil}, awkward,
	},
	reflect.TypeFor[types.Secret]():    {awkward, "s3cret"},
	reflect.TypeFor[types.Object]():    {map[string]any{"a": json.Number("1.50"), awkward: nil}, `{"a":1}`, []any{1}},
	reflect.TypeFor[json.RawMessage](): {map[string]any{"a": json.Number("1.50")}, []any{awkward, nil}, "text", json.Number("1e400")},
}

// sentRecord returns the JSON of a record of the given form. Unknown fields are in it and in
// all records within it.
func sentRecord(t testing.TB, typ reflect.Type, form int, all bool) map[string]any {
	t.Helper()
	sent := map[string]any{}
	if extra, _ := typ.FieldByName("Extra"); extra.Type == reflect.TypeFor[types.Extra]() {
		maps.Copy(sent, unknownFields)
	}
	for _, field := range fieldsOf(typ) {
		text, hasDefault := field.Tag.Lookup("default")
		switch option := tagOption(field); {
		case option != "" && hasDefault: // which is left out, and so has to be the zero value
			sent[key(field)] = map[string]any{"false": true, "0": 7, "true": false}[text]
		case option == "" || all:
			sent[key(field)] = sentValue(t, field.Type, form, all)
		}
	}
	return sent
}

func sentValue(t testing.TB, typ reflect.Type, form int, all bool) any {
	t.Helper()
	typ = tag.ValueType(typ)
	if values := forms[typ]; values != nil {
		return values[form%len(values)]
	}
	switch typ.Kind() {
	case reflect.Struct:
		return sentRecord(t, typ, form, all)
	case reflect.Slice:
		first := sentValue(t, typ.Elem(), form, all)
		switch isOneOrMany := strings.HasPrefix(typ.Name(), "OneOrMany"); {
		case form%3 == 0:
			return []any{first, sentValue(t, typ.Elem(), form+1, all)}
		case form%3 == 1 && isOneOrMany:
			return first
		case form%3 == 1:
			return []any{} // which is stored as such
		}
		return []any{first}
	case reflect.Bool:
		return form%2 == 0
	case reflect.Int:
		return form % 2 * 7
	case reflect.Int64:
		return json.Number("9007199254740993") // more than a float64 holds
	case reflect.String: // an enumeration too
		return []string{awkward, "Added later"}[form%2]
	}
	t.Fatalf("%v is a type that this test does not fill", typ)
	return nil
}

// TestExtraOfHeldRecords: a record that is read into another one keeps the unknown fields of that
// one too, as it keeps its known ones. A copy of it keeps what it had.
func TestExtraOfHeldRecords(t *testing.T) {
	t.Parallel()
	var guest types.Guest
	var copies []types.Guest
	for _, body := range []string{`{"id":1,"x":1,"ID":2}`, `{"x":2,"y":2,"x":3}`, `{"id":4}`, `null`} {
		if err := json.Unmarshal([]byte(body), &guest); err != nil {
			t.Fatal(err)
		}
		copies = append(copies, guest)
	}
	one, two := types.Extra{"x": []byte("1")}, types.Extra{"x": []byte("3"), "y": []byte("2")}
	want := []types.Guest{{ID: 1, Extra: one}, {ID: 1, Extra: two}, {ID: 4, Extra: two}, {ID: 4, Extra: two}}
	if diff := cmp.Diff(want, copies); diff != "" {
		t.Errorf("read one after the other they differ (-want +got):\n%s", diff)
	}
}

// TestExactNamesCount, whatever stands before and after under a name that differs in case.
func TestExactNamesCount(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"id":7,"ID":8}`: `{"id":7}`, `{"ID":8,"id":7}`: `{"id":7}`, `{"Id":"x", "ID" : null ,"x":1,"id":7}`: `{"id":7,"x":1}`,
		`{"ID":8,"x":1,"X":2}`: `{"id":8,"X":2,"x":1}`,
	} {
		var record types.GroupReservation
		if err := json.Unmarshal([]byte(body), &record); err != nil || string(encode(t, record)) != want {
			t.Errorf("%s is read as %s, %v; want %s", body, encode(t, record), err, want)
		}
	}
}

// TestFieldsAreWrittenOnce: a name of Extra that belongs to a field is its value when the field
// is not written, and an error when it is.
func TestFieldsAreWrittenOnce(t *testing.T) {
	t.Parallel()
	for _, typ := range records {
		for _, field := range fieldsOf(typ) {
			record := reflect.New(typ).Elem()
			name := strings.ToUpper(key(field))
			record.FieldByName("Extra").Set(reflect.ValueOf(types.Extra{name: json.RawMessage("1")}))
			data, err := json.Marshal(record.Interface())
			if tagOption(field) == "" {
				if err == nil || !strings.Contains(err.Error(), `Extra["`+name+`"]: the field `+key(field)) {
					t.Errorf("%s with %s in Extra as well is written as %s, error %v", typ.Name(), name, data, err)
				}
				continue
			}
			if err != nil || strings.Count(strings.ToUpper(string(data)), `"`+name+`"`) != 1 {
				t.Errorf("%s with %s in Extra alone is written as %s, error %v", typ.Name(), name, data, err)
			}
		}
	}
}
