// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// TestStoredRecordsAreComplete reads each record, writes it, and reads it again: with every field in each of its forms
// and unknown fields at every level, and with those that are required alone. So it does with each body.
func TestStoredRecordsAreComplete(t *testing.T) {
	t.Parallel()
	for _, typ := range structs {
		if typ == reflect.TypeFor[types.VoIPEvent]() {
			typ = reflect.TypeFor[voipEvent]()
		}
		for form := range 12 {
			all := form%2 == 0 || typ == reflect.TypeFor[types.RequestRef]() // which is not written without its id
			t.Run(fmt.Sprintf("%s/form %d/all fields %t", typ.Name(), form/2, all), func(t *testing.T) {
				t.Parallel()
				body := encode(t, sender{form: form / 2, all: all}.record(typ))
				if form < 2 { // as others may write it
					body, _ = json.MarshalIndent(json.RawMessage(body), " ", "\t")
				}
				stored := checkStored(t, decode(t, typ, body))
				kept := flatten("", parse(t, stored))
				for _, line := range flatten("", parse(t, body)) {
					if !slices.Contains(kept, line) {
						t.Errorf("lost: %s", line)
					}
				}
			})
		}
	}
}

// voipEvent has no MarshalJSON, which writes the dates in UTC to the second and so not always
// as they were read, and no Extra, which is written there too.
type voipEvent types.VoIPEvent

// checkStored writes a record, reads it again, and returns what it has written.
func checkStored(t *testing.T, record reflect.Value) []byte {
	t.Helper()
	stored := encode(t, record.Interface())
	if again := encode(t, decode(t, record.Type(), stored).Interface()); !bytes.Equal(again, stored) {
		t.Errorf("written again it differs:\n%s\nand first:\n%s", again, stored)
	}
	return stored
}

// flatten returns every name and value of a document. A number may become a string of its digits, and a list of
// one its element.
func flatten(path string, value any) (lines []string) {
	switch value := value.(type) {
	case map[string]any:
		for name, field := range value {
			lines = append(lines, flatten(path+"."+name, field)...)
		}
		return append(lines, path)
	case []any:
		for _, element := range value {
			lines = append(lines, flatten(path, element)...)
		}
		return append(lines, path)
	}
	return []string{fmt.Sprint(path, "=", value)}
}

const awkward = "quote \" backslash \\ <b>&amp;</b> line\u2028 tab\t nul\x00 é 😀"

// unknownFields are what a service may add to any record.
var unknownFields = map[string]any{
	"addedLater": awkward, "": 1, awkward: []any{nil, true, json.Number("7.500"), map[string]any{"\b": json.Number("1e400")}},
	"removedLater": nil, canary: canary, "ADDEDLATER": map[string]any{},
}

// forms are the values that a field of a type may have.
var forms = map[reflect.Type][]any{
	reflect.TypeFor[types.DateTime](): {
		"2026-11-20T14:30:15+01:00", "2026-11-20T14:30:15.250Z", "2026-11-20 14:30", "2026-11-20", "20261120T1430", json.Number("20261120"),
	},
	reflect.TypeFor[types.Date]():    {"2026-11-20", "1907-03-09"},
	reflect.TypeFor[types.Decimal](): {"7.50", json.Number("90071992547409.93"), "-0.000", "0", json.Number("1e400")},
	reflect.TypeFor[types.Number]():  {json.Number("7.50"), "0.000", json.Number("-0.01"), json.Number("0"), json.Number("1e-400")},
	reflect.TypeFor[types.Scalar](): {
		json.Number("21.00"), "21", true, map[string]any{"id": json.Number("7.0"), "x": awkward}, []any{nil}, awkward,
	},
	reflect.TypeFor[types.Secret]():    {awkward, "s3cret"},
	reflect.TypeFor[types.Object]():    {map[string]any{"a": json.Number("1.50"), awkward: nil}, `{"a":1}`, []any{1}},
	reflect.TypeFor[json.RawMessage](): {map[string]any{"a": json.Number("1.50")}, []any{awkward, nil}, "text", json.Number("1e400")},
}

// sender writes the JSON of a record in one of the forms, or with what leaf returns for its fields. Unknown fields are
// in it and in all records within it.
type sender struct {
	form int
	all  bool // and not only the fields that are required
	leaf func(record reflect.Type, field reflect.StructField, typ reflect.Type) any
}

func (s sender) record(typ reflect.Type) map[string]any {
	sent := map[string]any{}
	if typ != reflect.TypeFor[voipEvent]() {
		maps.Copy(sent, unknownFields)
	}
	for _, field := range fieldsOf(typ) {
		text, hasDefault := field.Tag.Lookup("default")
		switch option := tagOption(field); {
		case option != "" && hasDefault: // which is left out, and so has to be the zero value
			sent[key(field)] = map[string]any{"false": true, "0": 7, "true": false}[text]
		case option == "" || s.all:
			sent[key(field)] = s.value(typ, field, field.Type)
		}
	}
	return sent
}

func (s sender) value(record reflect.Type, field reflect.StructField, typ reflect.Type) any {
	typ = structtag.ValueType(typ)
	values := forms[typ]
	switch kind := typ.Kind(); {
	case values == nil && kind == reflect.Struct:
		return s.record(typ)
	case values == nil && kind == reflect.Slice:
		first, next := s.value(record, field, typ.Elem()), s
		switch isOneOrMany := strings.HasPrefix(typ.Name(), "OneOrMany"); {
		case s.form%3 == 0:
			next.form++
			return []any{first, next.value(record, field, typ.Elem())}
		case s.form%3 == 1 && isOneOrMany:
			return first
		case s.form%3 == 1:
			return []any{} // which is stored as such
		}
		return []any{first}
	case s.leaf != nil:
		return s.leaf(record, field, typ)
	case values != nil:
		return values[s.form%len(values)]
	}
	return map[reflect.Kind]any{
		reflect.Bool: s.form%2 == 0, reflect.Int: s.form % 2 * 7, reflect.Int64: json.Number("9007199254740993"), // more than a float64 holds
		reflect.String: []string{awkward, "Added later"}[s.form%2], // an enumeration too
	}[typ.Kind()]
}
