// SPDX-License-Identifier: MIT

package reservations

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/jsontag"
	"github.com/reservationkit/reservations-go/internal/params"
)

// checkBody refuses the body of an update or a create that says nothing, or a part of which says nothing: a service
// may take an empty guest or line for one that it has to clear or to add.
func (o callOptions) checkBody(body any) error {
	if body == nil || o.op.Name == doName {
		return nil
	}
	part := emptyPart(reflect.ValueOf(body))
	switch {
	case part != "":
		return newParamError(o.op, "body", "must not have an empty %s: set a field of it, or leave it out", part)
	case !isEmpty(reflect.ValueOf(body)):
		return nil
	case !o.op.isUpdate():
		return newParamError(o.op, "body", "must not be empty: set a field")
	}
	return require(o.emptyUpdate, o.op, "body", "would change nothing: set a field, or allow it with WithEmptyUpdate")
}

// emptyPart returns the path of a part of a body in which no field is set, such as guest or petLines[1], or "".
func emptyPart(body reflect.Value) string {
	if body = reflect.Indirect(body); body.Kind() != reflect.Struct {
		return "" // it is nil
	}
	for f, field := range body.Fields() {
		name := jsontag.Of(f).Name
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

// isEmpty reports whether a body or a part of it is nil, or a struct in which no field is set.
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

// marshal returns the JSON of a body, and nil for one that is not given.
func marshal(op Operation, body any) ([]byte, error) {
	if v := reflect.ValueOf(body); body == nil || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	data, err := json.Marshal(body)
	var marshaler *json.MarshalerError
	for errors.As(err, &marshaler) { // its text names a Go type, which does not help the caller
		err = marshaler.Err
	}
	if err != nil {
		return nil, newParamError(op, "body", "cannot be written as JSON: %v", err)
	}
	isValid := utf8.Valid(data)
	// encoding/json writes U+FFFD in place of text that is not valid, as an escape or, from Go 1.27 on, as it is.
	if isValid && !bytes.Contains(data, []byte(`\ufffd`)) && !bytes.Contains(data, []byte("\ufffd")) {
		return data, nil
	}
	switch where, found := params.InvalidText(body); {
	case found && where != "":
		return nil, newParamError(op, "body", "%s, but %s is not", params.NotUTF8, where)
	case found || !isValid:
		return nil, newParamError(op, "body", params.NotUTF8)
	}
	return data, nil
}
