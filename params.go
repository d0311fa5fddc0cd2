// SPDX-License-Identifier: MIT

package reservations

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/go-querystring/query"

	"github.com/reservationkit/reservations-go/internal/lenient/tag"
	"github.com/reservationkit/reservations-go/types"
)

// newParamError leaves out the path of a Do, because the caller has written it, and it may hold a token.
func newParamError(op Operation, param, format string, args ...any) error {
	if op.Name == doName {
		op.Path = ""
	}
	return &ParamError{op, param, fmt.Sprintf(format, args...)}
}

// require returns a ParamError unless ok is true.
func require(ok bool, op Operation, param, format string, args ...any) error {
	if ok {
		return nil
	}
	return newParamError(op, param, format, args...)
}

// apply applies options of a client or of a call to the target.
func apply[T any, O ~func(*T) error](op Operation, target *T, opts []O) error {
	for i, opt := range opts {
		if opt == nil {
			return newParamError(op, "opts", "holds a nil option at index %d", i)
		}
		if err := opt(target); err != nil {
			return err
		}
	}
	return nil
}

// A validator checks params in ways that need several fields.
type validator interface{ validate(op Operation) error }

// checkRange refuses a range that ends before it begins.
func checkRange(op Operation, from, to time.Time) error {
	return require(to.IsZero() || !to.Before(from), op, "dateTo", "must not be before dateFrom")
}

// param is a field of a params struct.
type param struct {
	index    int
	name     string // in the query, with the brackets of a list
	required bool
	midnight bool // a day that is sent as its midnight
}

var knownParams sync.Map // []param by reflect.Type

// paramsOf returns the fields of a params struct. A field tagged param:"required" must not
// be zero. A day is sent as 2026-11-20, or with the tag format:"date-time" as midnight in
// UTC, 2026-11-20T00:00:00Z.
func paramsOf(t reflect.Type) []param {
	if known, ok := knownParams.Load(t); ok {
		return known.([]param)
	}
	params := make([]param, t.NumField())
	for i := range params {
		tag := t.Field(i).Tag
		name, _, _ := strings.Cut(tag.Get("url"), ",")
		params[i] = param{i, name, tag.Get("param") == "required", tag.Get("format") == "date-time"}
	}
	knownParams.Store(t, params)
	return params
}

// queryOf checks a params struct, which may be nil, and returns its query. No number may be
// negative. An organization that is left 0 is the client's.
func (c *Client) queryOf(op Operation, params any) (url.Values, error) {
	if params == nil {
		return url.Values{}, nil
	}
	v := reflect.New(reflect.TypeOf(params)).Elem() // a copy, because check changes days
	v.Set(reflect.ValueOf(params))
	for _, p := range paramsOf(v.Type()) {
		field := v.Field(p.index)
		if p.name == "organization" && field.IsZero() {
			field.SetInt(c.organization)
		}
		if p.required && isZero(field) {
			reason := "is required"
			if p.name == "organization" {
				reason += ": set it here, or for all calls with WithOrganization"
			}
			return nil, newParamError(op, p.name, "%s", reason)
		}
		if err := p.check(op, field); err != nil {
			return nil, err
		}
	}
	if p, ok := params.(validator); ok {
		if err := p.validate(op); err != nil {
			return nil, err
		}
	}
	values, err := query.Values(v.Addr().Interface())
	for _, p := range paramsOf(v.Type()) {
		if !isUTF8(values[p.name]...) {
			return nil, newParamError(op, p.name, notUTF8)
		}
	}
	return values, err
}

const notUTF8 = "must be valid UTF-8"

func isUTF8(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !utf8.ValidString(text) })
}

// invalidText returns the path of a text in v that is not valid UTF-8. Its last element is a
// field, an index or a key. Path leads to v.
func invalidText(v reflect.Value, path string) (where string, found bool) {
	switch v.Kind() {
	case reflect.String:
		return path, !utf8.ValidString(v.String())
	case reflect.Pointer, reflect.Interface:
		return invalidText(v.Elem(), path)
	case reflect.Struct:
		return invalidField(v, path)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 { // JSON, or bytes that are sent as base64
			return path, v.Type() != reflect.TypeFor[[]byte]() && !utf8.Valid(v.Bytes())
		}
		for i := range v.Len() {
			if where, found = invalidText(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); found {
				return where, true
			}
		}
	case reflect.Map:
		for key, value := range v.Seq2() {
			at := fmt.Sprintf("%s[%q]", path, fmt.Sprint(key))
			if _, found = invalidText(key, at); found {
				return at, true
			}
			if where, found = invalidText(value, at); found {
				return where, true
			}
		}
	}
	return "", false
}

// invalidField looks into the fields of a struct that are sent. The types of this module keep text in
// fields that are not exported, those of others are not looked into: they may lead in a circle.
func invalidField(v reflect.Value, path string) (where string, found bool) {
	within := v.Type().PkgPath()
	for f, field := range v.Fields() {
		at, sent := path, tag.Of(f)
		switch {
		case !f.IsExported() && within != reflect.TypeFor[types.Secret]().PkgPath() && within != "unique",
			f.IsExported() && sent.Omitted && f.Name != "Extra":
			continue
		case sent.Omitted:
			at = strings.TrimPrefix(path+"."+f.Name, ".")
		case f.IsExported():
			at = strings.TrimPrefix(path+"."+sent.Name, ".")
		}
		if where, found = invalidText(field, at); found {
			return where, true
		}
	}
	return "", false
}

// check refuses a value that cannot be sent. A day becomes the text that is sent.
func (p param) check(op Operation, field reflect.Value) error {
	if field.CanInt() && field.Int() < 0 {
		return newParamError(op, p.name, "must not be negative, but is %d", field.Int())
	}
	switch value := field.Addr().Interface().(type) {
	case *time.Time:
		*value, _ = types.NewDateTime(*value).Time() // in UTC if RFC 3339 cannot write the offset
		if year := value.Year(); year < 1 || year > 9999 {
			return newParamError(op, p.name, "is in the year %d, which RFC 3339 cannot write", year)
		}
	case *types.Date:
		if value.IsZero() {
			return nil
		}
		midnight, _ := types.ParseDate(value.Midnight().Format(time.RFC3339)) // zero where RFC 3339 cannot write the day
		if midnight.Plain() != value.Plain() {
			return newParamError(op, p.name, "is %.40q, which is not a day of the calendar such as 2026-11-20", *value)
		}
		if p.midnight {
			*value = midnight // it is sent as the text that it was read from
		}
	}
	return nil
}

// has reports whether a params struct, which may be nil, has a field that is sent under this
// key of a query, with or without the brackets of a list.
func has(params any, key string) bool {
	if params == nil {
		return false
	}
	return slices.ContainsFunc(paramsOf(reflect.TypeOf(params)), func(p param) bool {
		return strings.TrimSuffix(p.name, "[]") == strings.TrimSuffix(key, "[]")
	})
}

// isZero uses the method IsZero if there is one, because a zero time may have a location.
func isZero(field reflect.Value) bool {
	if v, ok := reflect.TypeAssert[interface{ IsZero() bool }](field.Addr()); ok {
		return v.IsZero()
	}
	return field.IsZero()
}

// expandPath puts an id, which may be nil, into the template of a path.
func (op Operation) expandPath(id any) (string, error) {
	var segment string
	switch id := id.(type) {
	case nil:
		return op.Path, nil
	case int64:
		if id <= 0 {
			return "", newParamError(op, "id", "must be positive, but is %d", id)
		}
		segment = strconv.FormatInt(id, 10)
	case string:
		if id == "" || id == "." || id == ".." {
			return "", newParamError(op, "id", "must not be %q, which would lead to another path", id)
		}
		if !isUTF8(id) {
			return "", newParamError(op, "id", notUTF8)
		}
		segment = url.PathEscape(id)
	}
	return strings.Replace(op.Path, "{id}", segment, 1), nil
}
