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

// merged returns a copy of record with the documented fields of a body put into it. A field that has
// no counterpart of the same name in the record is lost.
func merged[T any](record T, changes map[string]any) (changed T) {
	data, _ := json.Marshal(record) // it does not fail: it was written as JSON before, when it was put
	reread(merge(reflect.TypeFor[T](), decode(data), changes), &changed)
	return changed
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

// copyOf returns a deep copy of a record. It writes the JSON that a response would have, and reads it.
func copyOf(record any) any {
	mustHold(reflect.TypeOf(record))
	duplicate := reflect.New(reflect.TypeOf(record))
	reread(record, duplicate.Interface())
	return duplicate.Elem().Interface()
}

// reread reads the JSON of a value into what target points to.
func reread(value, target any) {
	data, err := json.Marshal(value)
	if err == nil {
		err = lenient.Unmarshal(data, target)
	}
	if err != nil {
		panic(fmt.Sprintf("reservationstest: a %s cannot be held: %v", reflect.TypeOf(target).Elem(), err))
	}
}
