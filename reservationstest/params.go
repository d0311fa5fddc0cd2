// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// readParams reads the query into a params struct of package reservations, by the tags of its
// fields. The parameter include[] may only be include.
func (c *check) readParams(params reflect.Value, include string) {
	for _, f := range fieldsOf(params.Type(), "url") {
		texts, given := c.query[f.name]
		delete(c.query, f.name)
		isList, required := f.Type.Kind() == reflect.Slice, f.Tag.Get("param") == "required"
		field := params.FieldByIndex(f.Index)
		switch {
		case isList:
			for _, text := range texts {
				if f.name == "include[]" && text != include {
					c.invalid("%s is %.40q, want %s", f.name, text, include)
				}
				item := reflect.New(f.Type.Elem()).Elem()
				c.param(f, text, item)
				field.Set(reflect.Append(field, item))
			}
		case !given && required:
			c.invalid("%s is missing", f.name)
		case !given:
		case len(texts) > 1:
			c.invalid("%s is given %d times", f.name, len(texts))
		case texts[0] == "" && required:
			c.invalid("%s is empty", f.name)
		default:
			c.param(f, texts[0], field)
		}
	}
	if to, given := c.times["dateTo"]; given && to.Before(c.times["dateFrom"]) {
		c.invalid("dateTo is before dateFrom")
	}
	for _, name := range slices.Sorted(maps.Keys(c.query)) {
		c.invalid("there is no parameter %.40q", name)
	}
}

// param reads the value of one parameter into its field, or an item of a list into v.
func (c *check) param(f field, text string, v reflect.Value) {
	switch target := v.Addr().Interface().(type) {
	case *types.Secret:
		*target = types.NewSecret(text)
	case **bool:
		if text != "true" && text != "false" {
			c.invalid("%s is %.40q, want true or false", f.name, text)
		}
		*target = new(text == "true")
	case *int64:
		*target = c.integer(f.name, text, 1)
		if f.name == "organization" && c.organization != 0 && *target != c.organization {
			c.invalid("organization is %.40s, but this server holds only organization %d", text, c.organization)
		}
	case *int: // it is the limit or the offset
		least := int64(1)
		if f.name == "offset" {
			least = 0
		}
		*target = int(min(c.integer(f.name, text, least), math.MaxInt))
	case *time.Time:
		*target = c.time(f.name, text)
	case *types.Date:
		*target = c.day(f, text)
	default: // a string or an enumeration
		if v.Kind() != reflect.String {
			panic(fmt.Sprintf("reservationstest: the parameter %s is a %v: add a case to check.param in params.go", f.name, f.Type))
		}
		c.string(f.name, v.Type(), text)
		v.SetString(text)
	}
}

func (c *check) integer(name, text string, least int64) int64 {
	n, ok := integerOf(text)
	if !ok || n < least {
		c.invalid("%s is %.40q, want an integer of at least %d", name, text, least)
	}
	return n
}

// day reads a day in the form that the tag of its field names. Without one neither the form nor the
// effect of the parameter is documented.
func (c *check) day(f field, text string) (d types.Date) {
	switch f.Tag.Get("format") {
	case "date-time":
		d = types.DateOf(c.time(f.name, text).UTC())
	case "date":
		if d, _ = types.ParseDate(text); d.Plain().String() != text {
			c.invalid("%s is %.40q, want a day such as 2026-11-20", f.name, text)
		}
	}
	return d
}

func (c *check) time(name, text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		c.invalid("%s is %.40q, want a date-time such as 2026-11-20T00:00:00Z", name, text)
		return t
	}
	c.times[name] = t
	return t
}
