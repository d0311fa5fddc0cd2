package reservations

import (
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-querystring/query"

	"github.com/reservationkit/reservations-go/types"
)

// A validator checks what no single field can tell.
type validator interface{ validate() error }

// ordered refuses a range that ends before it begins.
func ordered(from, to time.Time) error {
	if !to.IsZero() && to.Before(from) {
		return invalid("dateTo", "must not be before dateFrom")
	}
	return nil
}

// queryOf checks a params struct, which may be nil, and returns its query. A field
// tagged param:"required" must not be zero, and no number may be negative. An
// organization that is left 0 is the client's. A day is sent as 2026-11-20, or with the tag
// format:"date-time" as midnight in UTC, 2026-11-20T00:00:00Z.
func (c *Client) queryOf(params any) (url.Values, error) {
	if params == nil {
		return url.Values{}, nil
	}
	v := reflect.New(reflect.TypeOf(params)).Elem() // a copy: the caller's stays as it is
	v.Set(reflect.ValueOf(params))
	for i := range v.NumField() {
		field, tag := v.Field(i), v.Type().Field(i).Tag
		name, _, _ := strings.Cut(tag.Get("url"), ",")
		if name == "organization" && field.IsZero() {
			field.SetInt(c.organization)
		}
		if tag.Get("param") == "required" && isZero(field) {
			reason := "is required"
			if name == "organization" {
				reason += ": set it here, or for all calls with WithOrganization"
			}
			return nil, invalid(name, "%s", reason)
		}
		if field.CanInt() && field.Int() < 0 {
			return nil, invalid(name, "must not be negative, but is %d", field.Int())
		}
		if at, ok := field.Interface().(time.Time); ok && (at.Year() < 0 || at.Year() > 9999) {
			return nil, invalid(name, "is in the year %d, which RFC 3339 cannot write", at.Year())
		}
		if day, ok := field.Interface().(types.Date); ok && !day.IsZero() {
			midnight, err := types.ParseDate(day.Midnight().Format(time.RFC3339))
			if err != nil || midnight.Plain() != day.Plain() {
				return nil, invalid(name, "is %.40q, which is not a day of the calendar such as 2026-11-20", day)
			}
			if tag.Get("format") == "date-time" {
				field.Set(reflect.ValueOf(midnight)) // it is sent as the text that it was read from
			}
		}
	}
	if p, ok := params.(validator); ok {
		if err := p.validate(); err != nil {
			return nil, err
		}
	}
	return query.Values(v.Interface())
}

// queryNames lists what the fields of a params struct, which may be nil, are in a query, those
// of lists without their brackets.
func queryNames(params any) (names []string) {
	if params == nil {
		return nil
	}
	for _, field := range reflect.VisibleFields(reflect.TypeOf(params)) {
		name, _, _ := strings.Cut(field.Tag.Get("url"), ",")
		names = append(names, strings.TrimSuffix(name, "[]"))
	}
	return names
}

// secretsOf returns the values of a query that nobody should see: those whose keys sound like it.
func secretsOf(query url.Values) (secrets []string) {
	for key, values := range query {
		key = strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(key))
		for _, name := range []string{"token", "secret", "password", "apikey"} {
			if strings.Contains(key, name) {
				secrets = append(secrets, values...)
			}
		}
	}
	return secrets
}

// isZero asks the value first: a zero time need not be the zero struct.
func isZero(field reflect.Value) bool {
	if v, ok := field.Interface().(interface{ IsZero() bool }); ok {
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
			return "", invalid("id", "must be positive, but is %d", id)
		}
		segment = strconv.FormatInt(id, 10)
	case string:
		if id == "" || id == "." || id == ".." {
			return "", invalid("id", "must not be %q, which would lead to another path", id)
		}
		segment = url.PathEscape(id)
	}
	return strings.Replace(op.Path, "{id}", segment, 1), nil
}
