// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
)

// records are the structs of what the methods of a client return, bodies those of what they take.
// The tests of the module contract hold their fields to what the API documents.
var (
	records, bodies = registry()
	structs         = slices.Concat(records, bodies)
)

func registry() (records, bodies []reflect.Type) {
	returned, taken := map[reflect.Type]bool{}, map[reflect.Type]bool{}
	for _, call := range testclient.Calls() {
		method := call.Method.Type
		collect(returned, method.Out(0))
		for in := range method.Ins() {
			collect(taken, in)
		}
	}
	for typ := range returned {
		records = append(records, typ)
		delete(taken, typ)
	}
	for typ := range taken {
		bodies = append(bodies, typ)
	}
	byName := func(a, b reflect.Type) int { return strings.Compare(a.Name(), b.Name()) }
	slices.SortFunc(records, byName)
	slices.SortFunc(bodies, byName)
	return records, bodies
}

// collect adds to found the structs with keys that typ holds at any depth.
func collect(found map[reflect.Type]bool, typ reflect.Type) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		collect(found, typ.Elem())
	case reflect.Func:
		collect(found, typ.In(0)) // what an iterator yields
	case reflect.Struct:
		fields := reflect.VisibleFields(typ)
		hasKeys := slices.ContainsFunc(fields, func(f reflect.StructField) bool { return key(f) != "" && key(f) != "-" })
		ours := strings.HasPrefix(typ.PkgPath(), "github.com/reservationkit/")
		if found[typ] || !ours || strings.HasSuffix(typ.Name(), "Params") || strings.HasSuffix(typ.Name(), "Service") {
			return
		}
		if hasKeys {
			found[typ] = true
		}
		for _, field := range fields {
			collect(found, field.Type)
		}
	}
}

// fieldsOf returns the fields of a struct that travel as JSON under a name, which are all but Extra.
func fieldsOf(typ reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(typ), func(f reflect.StructField) bool { return f.Name == "Extra" })
}

func key(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

func tagOption(field reflect.StructField) string {
	_, option, _ := strings.Cut(field.Tag.Get("json"), ",")
	return option
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
	value := reflect.New(typ).Elem()
	decodeInto(t, value, string(data))
	return value
}

func decodeInto(t testing.TB, field reflect.Value, data string) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), field.Addr().Interface()); err != nil {
		t.Fatalf("%s into a %v: %v", data, field.Type(), err)
	}
}

func read[T any](t testing.TB, data string) (value T) {
	t.Helper()
	decodeInto(t, reflect.ValueOf(&value).Elem(), data)
	return value
}

func quoted(t testing.TB, text string) string {
	t.Helper()
	return string(encode(t, text))
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
