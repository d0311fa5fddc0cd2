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

// documented returns a JSON value without the fields that t does not have.
func documented(t reflect.Type, value any) any {
	t = tag.ValueType(t)
	items, isList := value.([]any)
	object, isObject := value.(map[string]any)
	switch {
	case isList && t.Kind() == reflect.Slice:
		kept := make([]any, len(items))
		for i, item := range items {
			kept[i] = documented(t.Elem(), item)
		}
		return kept
	case isObject && t.Kind() == reflect.Struct:
		kept := map[string]any{}
		for _, f := range fieldsOf(t, "json") {
			if field, given := object[f.name]; given {
				kept[f.name] = documented(f.Type, field)
			}
		}
		return kept
	}
	return value
}

// merged returns a copy of record with the documented fields of a body put into it: an object
// without an id field by field, everything else as a whole. A field that has no counterpart of
// the same name in the record is lost.
func merged[T any](record T, changes map[string]any) (changed T) {
	data, _ := json.Marshal(record) // it does not fail: it was written as JSON before, when it was put
	reread(merge(decode(data), documented(reflect.TypeFor[T](), changes)), &changed)
	return changed
}

func merge(old, change any) any {
	fields, _ := old.(map[string]any)
	changes, _ := change.(map[string]any)
	if fields == nil || changes == nil || changes["id"] != nil {
		return change
	}
	for name, value := range changes {
		fields[name] = merge(fields[name], value)
	}
	return fields
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
