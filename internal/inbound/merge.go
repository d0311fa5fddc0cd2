// SPDX-License-Identifier: MIT

package inbound

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/reservationkit/reservations-go/internal/structtag"
)

// decode returns the value of a valid JSON document. Its numbers are json.Number, so that no digit is lost.
func decode(data []byte) (value any) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	_ = decoder.Decode(&value) // cannot fail, because data is valid
	return value
}

// Object returns the fields of a record by their JSON keys, such as "id".
func Object(record any) map[string]any {
	data, _ := json.Marshal(record)
	fields, _ := decode(data).(map[string]any)
	return fields
}

// Merge returns a deep copy of a record with the changes: with {"unit":{"number":"C7"}} the unit gets another number and keeps
// its other fields. It ignores changes of fields that the record does not have. changes can be nil.
func Merge[T any](record T, changes map[string]any) (T, error) {
	t := reflect.TypeOf(record)
	target := reflect.New(t)
	data, err := json.Marshal(record)
	if err == nil && changes != nil {
		data, err = json.Marshal(mergeValue(t, decode(data), changes))
	}
	if err == nil {
		err = json.Unmarshal(data, target.Interface()) // not with the decoder of the client, so that tests find its faults
	}
	return target.Elem().Interface().(T), err
}

// mergeValue applies change to old, the decoded JSON of a value of the type t, and returns the result. Fields that are
// missing in change stay as they are: {"number":"C7"} keeps the name of a unit. But a record in a field is replaced if its
// change has an id: {"guest":{"id":7}} keeps nothing of the previous guest.
func mergeValue(t reflect.Type, old, change any) any {
	t = structtag.ValueType(t)
	fields, isObject := change.(map[string]any)
	items, isList := change.([]any)
	switch {
	case isObject && t.Kind() == reflect.Struct:
		object, _ := old.(map[string]any)
		if object == nil {
			object = map[string]any{}
		}
		for _, f := range namedFields(t, "json") {
			value, given := fields[f.name]
			if inner, _ := value.(map[string]any); inner["id"] != nil {
				object[f.name] = nil // the record in this field is replaced
			}
			if given {
				object[f.name] = mergeValue(f.Type, object[f.name], value)
			}
		}
		return object
	case isList && t.Kind() == reflect.Slice:
		kept := make([]any, len(items))
		for i, item := range items {
			kept[i] = mergeValue(t.Elem(), nil, item)
		}
		return kept
	}
	return change
}
