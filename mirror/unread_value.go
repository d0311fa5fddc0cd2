// SPDX-License-Identifier: MIT

package mirror

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// value returns what was sent for u in the form for the column extra: nil, one value, or a list of several.
func (u unread) value(record reflect.Type, keep keep) any {
	t := record
	for _, name := range u.path {
		if t = typeOf(t, name); t == nil {
			return nil
		}
	}
	var values []json.RawMessage
	for _, sent := range u.sent {
		if value := documented(sent, t, keep); value != nil {
			values = append(values, value)
		}
	}
	switch len(values) {
	case 0:
		return nil
	case 1:
		return values[0]
	}
	return values
}

// typeOf returns the type of a field by its JSON name in upper or lower case; nil if there is no such field.
func typeOf(record reflect.Type, name string) reflect.Type {
	for i := range record.NumField() {
		f := record.Field(i)
		if known, _, _ := strings.Cut(f.Tag.Get("json"), ","); strings.EqualFold(known, name) && known != "-" {
			if f.Type.Kind() == reflect.Pointer {
				return f.Type.Elem()
			}
			return f.Type
		}
	}
	return nil
}

// documented returns what was sent for a field of a type, without secrets and fields that the SDK does not know, as
// far as keep leaves them out. It returns nil if the value itself is not kept.
func documented(sent json.RawMessage, t reflect.Type, keep keep) json.RawMessage {
	if t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	switch {
	case keep.extra && keep.secrets:
		return sent
	case t == secretType:
		return kept(sent, keep.secrets)
	case !isRecord(t):
		return sent
	}
	var elements []json.RawMessage
	var fields map[string]json.RawMessage
	switch {
	case json.Unmarshal(sent, &elements) == nil && elements != nil:
		for i, element := range elements {
			elements[i] = documented(element, t, keep)
		}
		return encoded(elements)
	case json.Unmarshal(sent, &fields) != nil || fields == nil:
		return kept(sent, keep.secrets || !hasSecret(t)) // not an object, but the value may be the secret of the record
	}
	return encoded(documentedFields(fields, t, keep))
}

// documentedFields removes the fields of a record that are not kept from fields, and returns fields.
func documentedFields(fields map[string]json.RawMessage, t reflect.Type, keep keep) map[string]json.RawMessage {
	for name, value := range fields {
		if known := typeOf(t, name); known != nil {
			fields[name] = documented(value, known, keep)
		} else if !keep.extra {
			fields[name] = nil
		}
		if fields[name] == nil {
			delete(fields, name)
		}
	}
	return fields
}

func kept(sent json.RawMessage, keep bool) json.RawMessage {
	if !keep {
		return nil
	}
	return sent
}

// encoded returns the JSON of a list or an object whose parts are JSON already.
func encoded(parts any) json.RawMessage {
	data, err := json.Marshal(parts)
	if err != nil {
		panic(err)
	}
	return data
}

// isRecord reports whether the service sends an object with fields for a type: records have a field Extra.
func isRecord(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	_, is := t.FieldByName("Extra")
	return is
}

func hasSecret(record reflect.Type) bool {
	return slices.ContainsFunc(reflect.VisibleFields(record), func(f reflect.StructField) bool { return f.Type == secretType })
}
