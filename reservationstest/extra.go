package reservationstest

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// encode returns the JSON of records together with the fields of their Extra, which
// encoding/json leaves out.
func encode(records any) ([]byte, error) {
	data, err := json.Marshal(records)
	if err != nil {
		return nil, err
	}
	return withExtra(reflect.ValueOf(records), data)
}

// withExtra returns the JSON of a value with the fields of every Extra in it.
func withExtra(v reflect.Value, data json.RawMessage) (json.RawMessage, error) {
	if !hasExtra(v) {
		return data, nil
	}
	var err error
	switch v.Kind() {
	case reflect.Pointer:
		return withExtra(v.Elem(), data)
	case reflect.Slice:
		var items []json.RawMessage
		if json.Unmarshal(data, &items) != nil { // one value is written without its list
			return withExtra(v.Index(0), data)
		}
		for i := range items {
			if items[i], err = withExtra(v.Index(i), items[i]); err != nil {
				return nil, err
			}
		}
		return json.Marshal(items)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return nil, err
	}
	for i := range v.NumField() {
		if extra, ok := reflect.TypeAssert[types.Extra](v.Field(i)); ok {
			maps.Copy(fields, extra)
			continue
		}
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if value, sent := fields[name]; sent {
			if fields[name], err = withExtra(v.Field(i), value); err != nil {
				return nil, err
			}
		}
	}
	return json.Marshal(fields)
}

// hasExtra reports whether there is an Extra with fields anywhere in a value.
func hasExtra(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer:
		return hasExtra(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if hasExtra(v.Index(i)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if hasExtra(v.Field(i)) {
				return true
			}
		}
	case reflect.Map:
		return v.Type() == reflect.TypeFor[types.Extra]() && v.Len() > 0
	}
	return false
}
