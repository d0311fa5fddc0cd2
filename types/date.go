// SPDX-License-Identifier: MIT

package types

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"
)

// The errors do not quote the value, because a value in the wrong place may be a secret.
var (
	errNotDate = errors.New("not a date such as 2026-11-20")
	errNotDay  = errors.New("a Date that is not a day of the calendar, such as 31 February, cannot be written; NewDate always gives a day")
)

// Date is a calendar date without a time of day and a time zone. Compare with ==, and use it as the key of a map. It
// is written as 2026-11-20. Of a date-time it reads the day as it is written, whatever the offset:
// 2026-11-20T00:00:00+02:00 is 2026-11-20. The zero value means "not given"; null, "" and dates before the year 1, such
// as 0000-00-00, are read as the zero value.
type Date struct {
	Year  int        // 1 to 9999 in all that can be written
	Month time.Month // 1 to 12
	Day   int        // from 1; a day that the month does not have is an error when it is written
}

// NewDate returns a date. As in time.Date, 31 November is 1 December.
func NewDate(year int, month time.Month, day int) Date {
	return DateOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// DateOf returns the date of t in t's own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// ParseDate reads s, which must be a day, a date-time or empty.
func ParseDate(s string) (Date, error) {
	if isEmptyDate(s) {
		return Date{}, nil
	}
	t, err := parseTime(s)
	if err != nil {
		return Date{}, errNotDate
	}
	return DateOf(t), nil
}

// IsZero reports whether no date was given.
func (d Date) IsZero() bool { return d == Date{} }

// Midnight returns the start of the day in UTC, and the zero time for no date.
func (d Date) Midnight() time.Time {
	if d.IsZero() {
		return time.Time{}
	}
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// DateTime returns d as a DateTime that is sent as 2026-11-20. Its instant is midnight UTC.
func (d Date) DateTime() DateTime {
	if d.IsZero() {
		return DateTime{}
	}
	text := d.String()
	t, _ := parseTime(text) // the zero time if d is not a day of the calendar
	return DateTime{time: t, raw: &text}
}

// AddDays returns the day n days later, and the zero Date for no date.
func (d Date) AddDays(n int) Date {
	if d.IsZero() {
		return Date{}
	}
	return DateOf(d.Midnight().AddDate(0, 0, n))
}

// Compare orders dates as cmp.Compare does. The zero Date comes before all dates that can be written.
func (d Date) Compare(other Date) int {
	return cmp.Or(cmp.Compare(d.Year, other.Year), cmp.Compare(d.Month, other.Month), cmp.Compare(d.Day, other.Day))
}

// String returns the date as it is written, and "" if none was given.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// MarshalText fails if d is not a day of the calendar in the years 1 to 9999.
func (d Date) MarshalText() ([]byte, error) {
	if !d.IsZero() && (DateOf(d.Midnight()) != d || d.Year < 1 || d.Year > 9999) {
		return nil, errNotDay
	}
	return []byte(d.String()), nil
}

// UnmarshalJSON reads a JSON string, or a JSON number as its digits: 20261120 is a date.
func (d *Date) UnmarshalJSON(data []byte) error { return d.UnmarshalText(jsonText(data)) }

func (d Date) EncodeValues(key string, v *url.Values) error {
	text, err := d.MarshalText()
	v.Set(key, string(text))
	return err
}

// marshalDate writes the text of a date, and null if none was given.
func marshalDate(text []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	if len(text) == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(string(text))
}

// isEmptyDate reports whether s is a way in which databases write "no date": "", or a date before the year 1, such as
// 0000-00-00 and 00000000. In some time zones these become -0001-11-30.
func isEmptyDate(s string) bool {
	if s == "" || s[0] > '0' {
		return s == ""
	}
	unsigned := strings.TrimPrefix(s, "-")
	rest := strings.TrimLeft(unsigned, "0123456789")
	digits, isYear := unsigned[:len(unsigned)-len(rest)], strings.HasPrefix(rest, "-")
	switch {
	case s[0] == '-':
		return isYear && digits != ""
	case len(digits) >= len("00000000"):
		return strings.HasPrefix(digits, "0000")
	}
	return isYear && len(digits) >= 4 && strings.Trim(digits, "0") == ""
}
