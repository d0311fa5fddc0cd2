package types

import (
	"encoding/json"
	"reflect"
	"strconv"
	"sync"
)

// decodeWithDefaults decodes data over the documented defaults of record, so that a key
// that is missing or null leaves the default standing. A record with a default other
// than zero calls it from UnmarshalJSON with a local type of its own shape, which has no
// methods and therefore does not come back here.
func decodeWithDefaults(data []byte, record any) error {
	value := reflect.ValueOf(record).Elem()
	defaults, ok := defaultsByType.Load(value.Type())
	if !ok {
		defaults, _ = defaultsByType.LoadOrStore(value.Type(), defaultsOf(value.Type()))
	}
	for _, d := range defaults.([]fieldDefault) {
		value.FieldByIndex(d.field).Set(d.value)
	}
	return json.Unmarshal(data, record)
}

// fieldDefault is the default of one field of a record.
type fieldDefault struct {
	field []int // the index for FieldByIndex
	value reflect.Value
}

// defaultsByType holds the []fieldDefault of each type, because a tag is slow to read.
var defaultsByType sync.Map

// defaultsOf returns the defaults of the fields that carry a `default` tag, also of the
// records that a record holds as values. The tags are constants of this package, and a
// test reads every one of them.
func defaultsOf(record reflect.Type) []fieldDefault {
	var defaults []fieldDefault
	for i := range record.NumField() {
		field := record.Field(i)
		text, value := field.Tag.Get("default"), reflect.New(field.Type).Elem()
		switch {
		case text == "" && value.Kind() == reflect.Struct && field.IsExported():
			for _, d := range defaultsOf(field.Type) {
				defaults = append(defaults, fieldDefault{append([]int{i}, d.field...), d.value})
			}
			continue
		case text == "":
			continue
		case value.Kind() == reflect.Bool:
			value.SetBool(text == "true")
		case value.Kind() == reflect.String:
			value.SetString(text)
		case value.CanInt():
			n, _ := strconv.ParseInt(text, 10, 64)
			value.SetInt(n)
		default:
			continue
		}
		defaults = append(defaults, fieldDefault{[]int{i}, value})
	}
	return defaults
}
