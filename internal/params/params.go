// SPDX-License-Identifier: MIT

// Package params checks what a caller passes to a call, and makes the path, query and body of the request from it.
package params

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/go-querystring/query"

	"github.com/reservationkit/reservations-go/internal/structtag"
	"github.com/reservationkit/reservations-go/types"
)

// DefaultLimit is the limit that the client sends to read all pages when the caller sets no limit. DocumentedLimit is how
// many records the API puts on a page when the request has no limit.
const (
	DefaultLimit    = 100
	DocumentedLimit = 25
)

// Error is the error for a value that cannot be sent.
type Error struct {
	Param  string // the name of the value in the API
	Reason string // what is expected, and what was given
}

// Error returns a text that says which value is wrong and what is expected.
func (e *Error) Error() string { return e.Param + " " + e.Reason }

// Errorf returns an [Error] whose Reason is formatted as by fmt.Sprintf.
func Errorf(param, format string, args ...any) error {
	return &Error{param, fmt.Sprintf(format, args...)}
}

// Require returns nil if ok is true, and otherwise an [Error] as Errorf does.
func Require(ok bool, param, format string, args ...any) error {
	if ok {
		return nil
	}
	return Errorf(param, format, args...)
}

// param is a field of a params struct, such as DateFrom with the tag `url:"dateFrom,omitempty"`.
type param struct {
	index    int
	name     string // in the query, such as limit or include[]
	required bool
	midnight bool // the field is a day that is sent as its midnight
}

var known sync.Map // the results of fieldsToSend: []param by reflect.Type

// fieldsToSend returns the fields of a params struct that are sent. A day with the tag format:"date-time" is sent as its
// midnight in UTC: 2026-11-20T00:00:00Z, and not 2026-11-20.
func fieldsToSend(t reflect.Type) []param {
	if fields, ok := known.Load(t); ok {
		return fields.([]param)
	}
	var fields []param
	for i := range t.NumField() {
		tag, isDay := t.Field(i).Tag, t.Field(i).Type == reflect.TypeFor[types.Date]()
		if name := structtag.Name(t.Field(i), "url"); name != "" {
			fields = append(fields, param{i, name, tag.Get("param") == "required", isDay && tag.Get("format") == "date-time"})
		}
	}
	known.Store(t, fields)
	return fields
}

// Query checks a params struct, which may be nil, and returns the query to send. It rejects negative numbers, and a dateTo
// before the dateFrom. If the organization in params is 0, it sends the argument organization.
func Query(params any, organization int64) (url.Values, error) {
	if params == nil {
		return url.Values{}, nil
	}
	v := reflect.New(reflect.TypeOf(params)).Elem() // a copy, because values in it are changed
	v.Set(reflect.ValueOf(params))
	var from, to time.Time
	for _, f := range fieldsToSend(v.Type()) {
		value := v.Field(f.index)
		if err := f.prepareValue(value, organization); err != nil {
			return nil, err
		}
		switch f.name {
		case "dateFrom":
			from = instant(value)
		case "dateTo":
			to = instant(value)
		}
	}
	if !to.IsZero() && to.Before(from) {
		return nil, Errorf("dateTo", "must not be before dateFrom")
	}
	values, err := query.Values(v.Addr().Interface())
	for _, f := range fieldsToSend(v.Type()) {
		if f.midnight && values.Has(f.name) {
			values.Set(f.name, values.Get(f.name)+"T00:00:00Z")
		}
		if !IsUTF8(values[f.name]...) {
			return nil, Errorf(f.name, NotUTF8)
		}
	}
	return values, err
}

// prepareValue rejects a value that is missing or cannot be sent. It replaces an organization of 0 by the argument
// organization. A time whose offset RFC 3339 cannot write becomes the same time in UTC.
func (f param) prepareValue(field reflect.Value, organization int64) error {
	if f.name == "organization" && field.IsZero() {
		field.SetInt(organization)
	}
	switch {
	case !f.required || !isZero(field):
	case f.name == "organization":
		return Errorf(f.name, "is required: set it here, or for all calls with WithOrganization")
	default:
		return Errorf(f.name, "is required")
	}
	if field.CanInt() && field.Int() < 0 {
		return Errorf(f.name, "must not be negative, but is %d", field.Int())
	}
	switch value := field.Addr().Interface().(type) {
	case *time.Time:
		*value, _ = types.NewDateTime(*value).Time()                            // becomes UTC if RFC 3339 cannot write its offset
		if year := value.Year(); !value.IsZero() && (year < 1 || year > 9999) { // a zero time in a zone west of UTC has the year 0
			return Errorf(f.name, "is in the year %d, which RFC 3339 cannot write", year)
		}
	case *types.Date:
		if _, err := value.MarshalText(); err != nil {
			return Errorf(f.name, "is %.40q, which is not a day of the calendar such as 2026-11-20", *value)
		}
	}
	return nil
}

// instant returns the time of a field, or the midnight of its day.
func instant(field reflect.Value) time.Time {
	if day, ok := reflect.TypeAssert[types.Date](field); ok {
		return day.Midnight()
	}
	at, _ := reflect.TypeAssert[time.Time](field)
	return at
}

// Has reports whether a params struct, which may be nil, has a field for a key of the query. It ignores the brackets of
// a list: "include" and "include[]" are one key.
func Has(params any, key string) bool {
	if params == nil {
		return false
	}
	return slices.ContainsFunc(fieldsToSend(reflect.TypeOf(params)), func(f param) bool {
		return strings.TrimSuffix(f.name, "[]") == strings.TrimSuffix(key, "[]")
	})
}

// isZero reports whether a field is zero. It uses the method IsZero, if any, because a zero time may have a location.
func isZero(field reflect.Value) bool {
	if v, ok := reflect.TypeAssert[interface{ IsZero() bool }](field.Addr()); ok {
		return v.IsZero()
	}
	return field.IsZero()
}

// Path puts an id into the template of a path: /api/guests/{id} and 7 make /api/guests/7. If the template has several ids, id
// is a []any with the ids in their order. If the template has no id, id is nil. Path fails if an id cannot be sent.
func Path(template string, id any) (path string, err error) {
	before, rest, _ := strings.Cut(template, "{")
	name, after, _ := strings.Cut(rest, "}")
	switch id := id.(type) {
	case []any:
		for _, each := range id {
			if template, err = Path(template, each); err != nil {
				break
			}
		}
	case int64:
		if id <= 0 {
			err = Errorf(name, "must be positive, but is %d", id)
		}
		template = before + strconv.FormatInt(id, 10) + after
	case string:
		switch {
		case id == "" || id == "." || id == "..":
			err = Errorf(name, "must not be %q, which would lead to another path", id)
		case !IsUTF8(id):
			err = Errorf(name, NotUTF8)
		}
		template = before + url.PathEscape(id) + after
	}
	return template, err
}
