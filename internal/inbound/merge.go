// SPDX-License-Identifier: MIT

package inbound

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/reservationkit/reservations-go/internal/structtag"
)

// decode returns the value of a valid JSON document, with its numbers as they are written.
func decode(data []byte) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	_ = decoder.Decode(&value) // it is valid
	return value
}

// Object returns a record, which can be written, as a JSON object.
func Object(record any) map[string]any {
	data, _ := json.Marshal(record)
	fields, _ := decode(data).(map[string]any)
	return fields
}

// Merge returns a deep copy of a record with changes put into it, of which there may be none. A change for which the
// record has no field of that name is lost.
func Merge[T any](record T, changes map[string]any) (T, error) {
	t := reflect.TypeOf(record)
	target := reflect.New(t)
	data, err := json.Marshal(record)
	if err == nil && changes != nil {
		data, err = json.Marshal(merge(t, decode(data), changes))
	}
	if err == nil {
		err = json.Unmarshal(data, target.Interface()) // not as the client decodes, or a fault of that would be in both
	}
	return target.Elem().Interface().(T), err
}

// merge puts the fields that t has of a JSON value into an old one: an object field by field unless it has an id, and
// everything else as a whole.
func merge(t reflect.Type, old, change any) any {
	t = structtag.ValueType(t)
	fields, isObject := change.(map[string]any)
	items, isList := change.([]any)
	switch {
	case isObject && t.Kind() == reflect.Struct:
		object, _ := old.(map[string]any)
		if object == nil {
			object = map[string]any{}
		}
		for _, f := range fieldsOf(t, "json") {
			value, given := fields[f.name]
			if inner, _ := value.(map[string]any); inner["id"] != nil {
				object[f.name] = nil // it is another one
			}
			if given {
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
