// SPDX-License-Identifier: MIT

package reservationstest

import (
	"reflect"
	"strings"
)

// A field is a field of a struct that travels.
type field struct {
	reflect.StructField
	name     string
	optional bool // its tag has an option such as omitempty
}

// fieldsOf returns the fields of a struct that the tags json or url name. They are the one
// description of what the operations take and return.
func fieldsOf(t reflect.Type, tag string) (fields []field) {
	for i := range t.NumField() {
		name, option, _ := strings.Cut(t.Field(i).Tag.Get(tag), ",")
		if name != "" && name != "-" {
			fields = append(fields, field{t.Field(i), name, option != ""})
		}
	}
	return fields
}
