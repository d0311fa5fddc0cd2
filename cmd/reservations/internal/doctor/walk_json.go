// SPDX-License-Identifier: MIT

package doctor

import (
	"bytes"
	"encoding/json"
	"reflect"
	"regexp"
	"strings"

	"github.com/reservationkit/reservations-go/types"
)

// A leaf is a value of a JSON document that is no object and no array: nil, a boolean, a json.Number or
// a text.
type leaf struct {
	name  string // of the field that holds it
	value any
}

// leavesOf returns the leaves of a document, or none if it is no JSON.
func leavesOf(body []byte) []leaf {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var document any
	if d.Decode(&document) != nil {
		return nil
	}
	return appendLeaves(nil, "", document)
}

func appendLeaves(leaves []leaf, name string, value any) []leaf {
	switch value := value.(type) {
	case map[string]any:
		for field, inner := range value {
			leaves = appendLeaves(leaves, field, inner)
		}
	case []any:
		for _, inner := range value {
			leaves = appendLeaves(leaves, name, inner)
		}
	default:
		leaves = append(leaves, leaf{name, value})
	}
	return leaves
}

// An unknownField is a field that the SDK does not know. Its name can be any text, such as an address with dots.
type unknownField struct{ record, name string }

func (f unknownField) path() fieldPath { return fieldPath(join(f.record, f.name)) }

// unknownFields counts the unknown fields of a value.
func unknownFields(value any) map[unknownField]int {
	found := map[unknownField]int{}
	collectUnknown("", reflect.ValueOf(value), found)
	return found
}

func collectUnknown(path string, v reflect.Value, found map[unknownField]int) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		collectUnknown(path, v.Elem(), found)
	case reflect.Slice:
		for i := range v.Len() {
			collectUnknown(path+"[]", v.Index(i), found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				continue
			}
			if extra, ok := reflect.TypeAssert[types.Extra](v.Field(i)); ok {
				for name := range extra {
					found[unknownField{path, name}]++
				}
				continue
			}
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			collectUnknown(join(path, name), v.Field(i), found)
		}
	}
}

func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}

// fieldName is the form of the name of a field. Names with more than two digits, such as ids and
// dates, may be data.
var fieldName = regexp.MustCompile(`^[a-z]([a-zA-Z_]*[0-9]?){0,2}$`)

// isNameOfField reports whether a name can be shown: it looks like the name of a field and not like data,
// and several records have it.
func isNameOfField(name string, records int) bool {
	const enough = 3
	return records >= enough && len(name) <= 40 && fieldName.MatchString(name)
}
