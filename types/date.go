package types

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The errors quote nothing: a value that should not be there can be anything.
var (
	errNotDate     = errors.New("not a date such as 2026-11-20")
	errNotDateTime = errors.New("not an ISO 8601 date-time")
)

// Date is a calendar date without a time of day and without a time zone, so no
// conversion can shift it to a neighbouring day. Dates compare with == and can be keys
// of a map.
//
// The zero value means "not given"; null, "" and the empty dates of a database
// (0000-00-00 and -0001-11-30) read as it. Where the service sends a date-time instead
// of a date, the day is kept as written.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// NewDate returns the given date. Values outside their usual ranges are carried over,
// as time.Date does: 31 November is 1 December.
func NewDate(year int, month time.Month, day int) Date {
	return DateOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// DateOf returns the date of t in t's own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// ParseDate reads a date such as 2026-11-20, or the date of a date-time as written.
// The empty values listed at [Date] give the zero Date; any other text is an error.
func ParseDate(s string) (Date, error) {
	t, err := ParseDateTime(s)
	if err != nil {
		return Date{}, errNotDate
	}
	if t.IsZero() {
		return Date{}, nil
	}
	return DateOf(t.Time), nil
}

// IsZero reports whether no date was given.
func (d Date) IsZero() bool { return d == Date{} }

// Midnight returns the start of the day in UTC.
func (d Date) Midnight() time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// AddDays returns the date n days later, or earlier when n is negative.
func (d Date) AddDays(n int) Date { return DateOf(d.Midnight().AddDate(0, 0, n)) }

// Compare returns -1 when d is before other, 0 when they are the same day, and 1 when
// d is after other.
func (d Date) Compare(other Date) int { return d.Midnight().Compare(other.Midnight()) }

// String returns the date as 2026-11-20, or "" when none was given.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// MarshalText returns the same text as String.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads text as [ParseDate] does.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := ParseDate(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// MarshalJSON returns the date as a JSON string, and null when none was given.
func (d Date) MarshalJSON() ([]byte, error) { return marshalDate(d.String()) }

// UnmarshalJSON reads a JSON string as [ParseDate] does, and null as the zero Date.
func (d *Date) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return errNotDate
	}
	return d.UnmarshalText([]byte(text))
}
