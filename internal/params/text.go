// SPDX-License-Identifier: MIT

package params

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// NotUTF8 is the Reason in errors about text that is not valid UTF-8.
const NotUTF8 = "must be valid UTF-8"

// IsUTF8 reports whether all texts are valid UTF-8.
func IsUTF8(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !utf8.ValidString(text) })
}

// findInvalidText returns the path of a text in v that is not valid UTF-8, such as guest.email or petLines[0]. The argument
// path is the path of v, which is "" for a body.
func findInvalidText(v reflect.Value, path string) (where string, found bool) {
	switch v.Kind() {
	case reflect.String:
		return path, !utf8.ValidString(v.String())
	case reflect.Pointer, reflect.Interface:
		return findInvalidText(v.Elem(), path)
	case reflect.Struct:
		return findInvalidField(v, path)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			return path, v.Type() != reflect.TypeFor[[]byte]() && !utf8.Valid(v.Bytes()) // encoding/json writes a []byte as base64
		}
		for i := range v.Len() {
			if where, found = findInvalidText(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); found {
				return where, true
			}
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			at := fmt.Sprintf("%s[%q]", path, fmt.Sprint(key))
			if _, found = findInvalidText(key, at); found {
				return at, true
			}
			if where, found = findInvalidText(value, at); found {
				return where, true
			}
		}
	}
	return "", false
}

// findInvalidField does the same as findInvalidText for the fields of a struct that are sent. It skips unexported fields,
// which may form a cycle. But it reads those of the packages types and unique, because a types.Secret keeps its text there.
func findInvalidField(v reflect.Value, path string) (where string, found bool) {
	within := v.Type().PkgPath()
	for f, field := range v.Fields() {
		at, sent := path, structtag.Of(f)
		switch {
		case !f.IsExported() && within != reflect.TypeFor[types.Secret]().PkgPath() && within != "unique",
			f.IsExported() && sent.Omitted && f.Name != "Extra":
			continue
		case sent.Omitted:
			at = strings.TrimPrefix(path+"."+f.Name, ".")
		case f.IsExported():
			at = strings.TrimPrefix(path+"."+sent.Name, ".")
		}
		if where, found = findInvalidText(field, at); found {
			return where, true
		}
	}
	return "", false
}
