// SPDX-License-Identifier: MIT

package mirror

import (
	"reflect"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// columnValues returns the values of the columns of a field, which are nil for a date that no column can
// hold. The text of such a date is returned as unread.
func columnValues(value reflect.Value) (values []any, unread string) {
	isPointer := value.Kind() == reflect.Pointer
	if isPointer {
		if value.IsNil() {
			return []any{nil}, ""
		}
		value = value.Elem()
	}
	switch v := value.Interface().(type) {
	case types.Date:
		day, ok := dayText(v)
		if !ok {
			return []any{nil}, v.String()
		}
		return []any{day}, ""
	case types.DateTime:
		return dateTimeValues(v)
	case types.Number:
		if !v.Given() {
			return []any{nil}, ""
		}
		return []any{v.String()}, ""
	case types.Scalar:
		return []any{text(v.Text)}, ""
	case types.Secret:
		return []any{text(v.Reveal())}, ""
	}
	switch value.Kind() {
	case reflect.String:
		return []any{text(value.String())}, ""
	case reflect.Bool:
		return []any{value.Bool()}, ""
	}
	if n := value.Int(); n != 0 || isPointer {
		return []any{n}, ""
	}
	return []any{nil}, "" // an id that was not given
}

// dayText returns nil for a day that was not sent, and false for one that cannot be read or has no year from 1 to 9999.
func dayText(d types.Date) (any, bool) {
	switch {
	case d.IsZero():
		return nil, true
	case d.Plain().IsZero() || d.Year < 1 || d.Year > 9999:
		return nil, false
	}
	return d.Plain().String(), true
}

// dateTimeValues returns the day as it was written, and the instant, which is nil when only a day was sent.
func dateTimeValues(d types.DateTime) (values []any, unread string) {
	if d.IsZero() {
		return []any{nil, nil}, ""
	}
	at, ok := d.Time()
	day, isDay := dayText(d.Date())
	if year := at.UTC().Year(); !ok || !isDay || year < 1 || year > 9999 {
		return []any{nil, nil}, d.String()
	}
	if raw := d.Raw(); raw != "" && len(raw) <= len(time.DateOnly) {
		return []any{day, nil}, ""
	}
	return []any{day, at.UTC().Truncate(time.Microsecond)}, ""
}

// text returns nil for a text that was not sent. It replaces the character 0, which PostgreSQL cannot store.
func text(s string) any {
	if s == "" {
		return nil
	}
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}
