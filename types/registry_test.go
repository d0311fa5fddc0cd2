// SPDX-License-Identifier: MIT

package types_test

import (
	"cmp"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

// record is a struct of this package that travels as JSON, and what its tags say of it. The
// tests of the module contract hold the tags to what the API documents.
type record struct {
	typ      reflect.Type
	sample   string            // the file in testdata with every field set; "" when there is none
	required string            // the keys that are always written and have no default
	defaults map[string]string // key to default, as JSON
}

// records are what the methods of a client return, requests the bodies that they take, each
// with the structs in it.
var records, requests = registry()

func registry() (records, requests []record) {
	returned, taken := map[reflect.Type]bool{}, map[reflect.Type]bool{}
	client := reflect.TypeFor[reservations.Client]()
	for i := range client.NumField() {
		service := client.Field(i)
		if !service.IsExported() {
			continue
		}
		for j := range service.Type.NumMethod() {
			method := service.Type.Method(j).Type
			collect(returned, method.Out(0))
			for k := range method.NumIn() {
				collect(taken, method.In(k))
			}
		}
	}
	for typ := range returned {
		records = append(records, newRecord(typ))
	}
	for typ := range taken {
		if !returned[typ] {
			requests = append(requests, newRecord(typ))
		}
	}
	byName := func(a, b record) int { return cmp.Compare(a.typ.Name(), b.typ.Name()) }
	slices.SortFunc(records, byName)
	slices.SortFunc(requests, byName)
	return records, requests
}

// collect adds to found the structs with keys that typ holds at any depth.
func collect(found map[reflect.Type]bool, typ reflect.Type) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		collect(found, typ.Elem())
	case reflect.Func:
		collect(found, typ.In(0)) // what an iterator yields
	case reflect.Struct:
		hasKeys := slices.ContainsFunc(reflect.VisibleFields(typ), func(f reflect.StructField) bool { return !slices.Contains([]string{"", "-"}, key(f)) })
		ours := strings.HasPrefix(typ.PkgPath(), reflect.TypeFor[reservations.Client]().PkgPath())
		if found[typ] || !ours || strings.HasSuffix(typ.Name(), "Params") || strings.HasSuffix(typ.Name(), "Service") {
			return
		}
		if hasKeys {
			found[typ] = true
		}
		for _, field := range reflect.VisibleFields(typ) {
			collect(found, field.Type)
		}
	}
}

func newRecord(typ reflect.Type) record {
	r := record{typ: typ, defaults: map[string]string{}}
	if _, err := os.Stat("testdata/" + typ.Name() + ".json"); err == nil {
		r.sample = typ.Name()
	}
	for _, field := range fieldsOf(typ) {
		text, hasDefault := field.Tag.Lookup("default")
		switch {
		case hasDefault && (field.Type.Kind() == reflect.String || field.Type == reflect.TypeFor[types.Decimal]()):
			r.defaults[key(field)] = strconv.Quote(text)
		case hasDefault:
			r.defaults[key(field)] = text
		case tagOption(field) == "":
			r.required = strings.TrimSpace(r.required + " " + key(field))
		}
	}
	return r
}
