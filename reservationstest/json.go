// SPDX-License-Identifier: MIT

package reservationstest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/reservationkit/reservations-go/internal/lenient"
	"github.com/reservationkit/reservations-go/internal/lenient/tag"
)

// decode returns the value of a valid JSON document, with its numbers as they are written.
func decode(data []byte) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	_ = decoder.Decode(&value) // it is valid
	return value
}

// merged returns a deep copy of a record with the documented fields of a body put into it, of which there
// may be none. A field that has no counterpart of the same name in the record is lost.
func merged[T any](record T, changes map[string]any) T {
	t := reflect.TypeOf(record)
	target := reflect.New(t)
	data, err := json.Marshal(record)
	if err == nil && changes != nil {
		data, err = json.Marshal(merge(t, decode(data), changes))
	}
	if err == nil {
		err = lenient.Unmarshal(data, target.Interface())
	}
	if err != nil {
		panic(fmt.Sprintf("reservationstest: a %s cannot be held: %v", t, err))
	}
	return target.Elem().Interface().(T)
}

// merge puts the fields that t has of a JSON value into an old one: an object without an id field by
// field, everything else as a whole.
func merge(t reflect.Type, old, change any) any {
	t = tag.ValueType(t)
	fields, isObject := change.(map[string]any)
	items, isList := change.([]any)
	switch {
	case isObject && t.Kind() == reflect.Struct:
		object, _ := old.(map[string]any)
		if object == nil || fields["id"] != nil {
			object = map[string]any{}
		}
		for _, f := range fieldsOf(t, "json") {
			if value, given := fields[f.name]; given {
				object[f.name] = merge(f.Type, object[f.name], value)
			}
		}
		return object
	case isList && t.Kind() == reflect.Slice:
		kept := make([]any, len(items))
		for i, item := range items {
			kept[i] = merge(t.Elem(), nil, item)
		}
		return kept
	}
	return change
}
