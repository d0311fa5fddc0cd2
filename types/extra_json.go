// SPDX-License-Identifier: MIT

package types

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/reservationkit/reservations-go/internal/lenient/lexer"
)

// withExtra returns the JSON of a record or body, which has no MarshalJSON, with the fields
// of extra after its own, in the order of their names.
func withExtra[V any, M ~map[string]V](plain any, extra M) ([]byte, error) {
	data, err := json.Marshal(plain)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	set := namesIn(data)
	data = data[:len(data)-1]
	for i, name := range slices.Sorted(maps.Keys(extra)) {
		if field, isSet := find(set, name); isSet {
			return nil, fmt.Errorf("in Extra[%q]: the field %s is set as well; set it in one place only", name, field)
		}
		value, err := json.Marshal(extra[name])
		if err != nil {
			return nil, fmt.Errorf("in Extra[%q]: the value cannot be written as JSON: %w", name, err)
		}
		if i > 0 || len(set) > 0 {
			data = append(data, ',')
		}
		key, _ := json.Marshal(name) // every string can be written
		data = append(append(append(data, key...), ':'), value...)
	}
	return append(data, '}'), nil
}

// namesIn returns the names of the fields of an object.
func namesIn(data []byte) map[string]bool {
	names := map[string]bool{}
	object := lexer.Lexer{Body: data}
	for more := object.Open('{', '}'); more; more = object.More('}') {
		names[string(object.Key())] = true
		object.Skip()
	}
	return names
}

// readRecord reads data into a record, which has no UnmarshalJSON, and adds the fields that
// it does not have to extra. The map is a new one then, because a copy of the record may
// share the old one.
func readRecord(data []byte, plain any, extra *Extra) error {
	if err := json.Unmarshal(data, plain); err != nil {
		return err
	}
	known := namesOf(reflect.TypeOf(plain).Elem())
	isNew := false
	object := lexer.Lexer{Body: data}
	for more := object.Open('{', '}'); more; more = object.More('}') {
		name := string(object.Key())
		if _, isKnown := find(known, name); isKnown {
			object.Skip()
			continue
		}
		object.CountUnknown() // more than records can have are refused, as the client does
		if !isNew {
			isNew = true
			if *extra = maps.Clone(*extra); *extra == nil {
				*extra = Extra{}
			}
		}
		(*extra)[name] = bytes.Clone(object.Raw())
	}
	return object.Err
}

// names holds the names of the fields of each record that was read, by its type.
var names sync.Map

func namesOf(record reflect.Type) map[string]bool {
	if known, ok := names.Load(record); ok {
		return known.(map[string]bool)
	}
	known := map[string]bool{}
	for i := range record.NumField() {
		name, _, _ := strings.Cut(record.Field(i).Tag.Get("json"), ",")
		known[name] = name != "-"
	}
	names.Store(record, known)
	return known
}

// find returns the name that encoding/json takes a key for, which may differ from it in case.
func find(names map[string]bool, key string) (name string, found bool) {
	if names[key] {
		return key, true
	}
	for name, isField := range names {
		if isField && strings.EqualFold(name, key) {
			return name, true
		}
	}
	return "", false
}
