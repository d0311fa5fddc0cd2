// SPDX-License-Identifier: MIT

package types

import (
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

// Date is a calendar date without a time of day and a time zone. The zero value means "not given"; null, "" and
// dates before the year 1, such as 0000-00-00, are read as the zero value. Of a date-time the day is read as it is
// written, whatever its offset. A Date that was read is written as it was sent. Text that cannot be read has the
// Year 0.
//
// Compare with [Date.Equal], and use [Date.Plain] as the key of a map, because == also compares the text that was
// read.
type Date struct {
	Year  int        // 0 if there is no day
	Month time.Month // 0 if there is no day
	Day   int        // from 1; a day that the month does not have is an error when it is written

	sent sharedText // the text that was read, unless String writes the same from the day
}

// NewDate returns a date. As in time.Date, 31 November is 1 December.
func NewDate(year int, month time.Month, day int) Date {
	return DateOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// DateOf returns the date of t in t's own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{Year: year, Month: month, Day: day}
}

// ParseDate reads s, which must be a day, a date-time or empty.
func ParseDate(s string) (Date, error) {
	d := readDate(s)
	if d.Plain().IsZero() && !d.IsZero() {
		return Date{}, errNotDate
	}
	return d, nil
}

// readDate reads any string by the rules of [Date].
func readDate(text string) Date {
	if isEmptyDate(text) {
		return Date{}
	}
	t, err := parseTime(text)
	if err != nil {
		return Date{sent: shareText(text)}
	}
	d := DateOf(t)
	if len(text) != len(time.DateOnly) { // no other form that can be read has the length of 2026-11-20
		d.sent = shareText(text)
	}
	return d
}

// Plain returns the day without the text that was read.
func (d Date) Plain() Date { return Date{Year: d.Year, Month: d.Month, Day: d.Day} }

// Raw returns the text that was read, or "" if it was like 2026-11-20.
func (d Date) Raw() string {
	text := d.sent.text()
	if text == "" || readDate(text).Plain() != d.Plain() {
		return ""
	}
	return text
}

// IsZero reports whether nothing was given: neither a day nor a text.
func (d Date) IsZero() bool { return d == Date{} }

// Midnight returns the start of the day in UTC, and the zero time for no day.
func (d Date) Midnight() time.Time {
	if d.Plain().IsZero() {
		return time.Time{}
	}
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// DateTime returns d as a DateTime, with the same text. A day is midnight UTC.
func (d Date) DateTime() DateTime { return readDateTime(d.String()) }

// AddDays returns the day n days later, or the zero Date if no day is known.
func (d Date) AddDays(n int) Date {
	if d.Plain().IsZero() {
		return Date{}
	}
	return DateOf(d.Midnight().AddDate(0, 0, n))
}

// Compare orders days as cmp.Compare does. Texts without a day come first.
func (d Date) Compare(other Date) int {
	if d.Plain().IsZero() && other.Plain().IsZero() {
		return strings.Compare(d.sent.text(), other.sent.text())
	}
	return d.Midnight().Compare(other.Midnight())
}

// Equal reports whether both are the same day, or the same unreadable text.
func (d Date) Equal(other Date) bool { return d.Compare(other) == 0 }

// String returns the date as it is written, and "" if none was given.
func (d Date) String() string {
	if text := d.Raw(); text != "" || d.Plain().IsZero() {
		return text
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

func (d dateValue) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

func (d *dateValue) UnmarshalText(text []byte) error {
	parsed, err := ParseDate(string(text))
	if err == nil {
		*d = parsed
	}
	return err
}

// MarshalJSON fails if Year, Month and Day are no day, or one outside the years 1 to 9999.
func (d dateValue) MarshalJSON() ([]byte, error) {
	day := d.Plain()
	if !day.IsZero() && (DateOf(d.Midnight()) != day || d.Year < 1 || d.Year > 9999) {
		return nil, errNotDay
	}
	return marshalDate(d.String())
}

// UnmarshalJSON never fails. Of a value that is not a string, it reads the JSON as text.
func (d *dateValue) UnmarshalJSON(data []byte) error {
	*d = readDate(string(dateText(data)))
	return nil
}

func (d dateValue) EncodeValues(key string, v *url.Values) error {
	v.Set(key, d.String())
	return nil
}

// dateText returns the text of a JSON string, nothing for null, and the JSON of anything else.
func dateText(data []byte) []byte {
	if text, ok := plainText(data); ok {
		return text
	}
	var text string
	if json.Unmarshal(data, &text) != nil {
		return data
	}
	return []byte(text)
}

func marshalDate(text string) ([]byte, error) {
	if text == "" {
		return []byte("null"), nil
	}
	return json.Marshal(text)
}

// isEmptyDate reports whether s is one of the ways in which a database writes "no date": "", or a date before the
// year 1, which 0000-00-00 becomes in some time zone.
func isEmptyDate(s string) bool {
	year, _, isDate := strings.Cut(strings.TrimPrefix(s, "-"), "-")
	return s == "" || isDate && len(year) >= 4 && strings.Trim(year, "0123456789") == "" && (s[0] == '-' || strings.Trim(year, "0") == "")
}
