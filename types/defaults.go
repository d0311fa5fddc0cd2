package types

import (
	"encoding/json"
	"reflect"
	"strconv"
)

// decodeWithDefaults decodes data over the documented defaults of record, so that a key
// that is missing or null leaves the default standing. A record with a default other
// than zero calls it from UnmarshalJSON with a local type of its own shape, which has no
// methods and therefore does not come back here.
func decodeWithDefaults(data []byte, record any) error {
	setDefaults(reflect.ValueOf(record).Elem())
	return json.Unmarshal(data, record)
}

// setDefaults sets the fields of record that carry a `default` tag, also in the records
// that it holds as values. The tags are constants of this package, and a test reads
// every one of them.
func setDefaults(record reflect.Value) {
	for i := range record.NumField() {
		text := record.Type().Field(i).Tag.Get("default")
		switch field := record.Field(i); {
		case text == "" && field.Kind() == reflect.Struct && field.CanSet():
			setDefaults(field)
		case text == "":
		case field.Kind() == reflect.Bool:
			field.SetBool(text == "true")
		case field.Kind() == reflect.String:
			field.SetString(text)
		case field.CanInt():
			n, _ := strconv.ParseInt(text, 10, 64)
			field.SetInt(n)
		}
	}
}
