// SPDX-License-Identifier: MIT

package params

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/structtag"
)

// EmptyPart looks inside a body for a record without any set field, and returns the path of that record, such as guest or
// petLines[1], or "" if there is none.
func EmptyPart(body any) string {
	v := reflect.Indirect(reflect.ValueOf(body))
	if v.Kind() != reflect.Struct {
		return "" // the body is nil
	}
	for f, field := range v.Fields() {
		name := structtag.Of(f).Name
		switch field.Kind() {
		case reflect.Pointer:
			if !field.IsNil() && isEmpty(field) {
				return name
			}
		case reflect.Slice:
			for i := range field.Len() {
				if isEmpty(field.Index(i)) {
					return fmt.Sprintf("%s[%d]", name, i)
				}
			}
		}
	}
	return ""
}

// IsEmpty reports whether a body is nil, or a struct in which no field is set.
func IsEmpty(body any) bool { return isEmpty(reflect.ValueOf(body)) }

func isEmpty(v reflect.Value) bool {
	switch {
	case v.Kind() == reflect.Pointer:
		return v.IsNil() || v.Elem().Kind() == reflect.Struct && isEmpty(v.Elem())
	case v.Kind() == reflect.Map:
		return v.Len() == 0
	case v.Kind() != reflect.Struct || v.IsZero():
		return v.IsZero()
	}
	for _, field := range v.Fields() {
		if !isEmpty(field) {
			return false
		}
	}
	return true
}

// JSON returns the JSON of a body, and nil if there is no body. It fails if a text in the body is not valid UTF-8.
func JSON(body any) ([]byte, error) {
	if v := reflect.ValueOf(body); body == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	data, err := json.Marshal(body)
	for { // unwraps a MarshalerError, because its text shows a Go type
		marshaler, ok := errors.AsType[*json.MarshalerError](err)
		if !ok {
			break
		}
		err = marshaler.Err
	}
	if err != nil {
		return nil, Errorf("body", "cannot be written as JSON: %v", err)
	}
	isValid := utf8.Valid(data)
	// encoding/json writes U+FFFD in place of text that is not valid: as \ufffd or, from Go 1.27 on, unescaped.
	if isValid && !bytes.Contains(data, []byte(`\ufffd`)) && !bytes.Contains(data, []byte("\ufffd")) {
		return data, nil
	}
	switch where, found := findInvalidText(reflect.ValueOf(body), ""); {
	case found && where != "":
		return nil, Errorf("body", "%s, but %s is not", NotUTF8, where)
	case found || !isValid:
		return nil, Errorf("body", NotUTF8)
	}
	return data, nil
}
