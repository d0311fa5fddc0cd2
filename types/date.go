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

// Date is a calendar date without a time of day and without a time zone, so no
// conversion can shift it to a neighbouring day.
//
// The zero value means "not given"; null, "" and the empty dates of a database
// (0000-00-00 and -0001-11-30) are read as the zero value.
//
// A Date that is read from any form but 2026-11-20 also keeps the text: String, Raw and
// JSON return it as it was sent. A date-time is read as its day as written, whatever its
// offset. A string that cannot be read does not make the decoding of a record fail: Year,
// Month and Day are zero then.
//
// Dates compare with == and can be keys of a map. Both also compare the text: a Date that was
// read from 2026-11-20T00:00:00Z is not == to NewDate(2026, 11, 20). Equal and Compare
// compare only the days, and [Date.Plain] returns the day without the text.
type Date struct {
	Year  int        // 0 for the zero Date
	Month time.Month // 0 for the zero Date
	Day   int        // of the month, from 1; 0 for the zero Date

	sent sharedText // the text that was read, unless String writes the same from the day
}

// NewDate returns the given date. Values outside their usual ranges are carried over,
// as time.Date does: 31 November is 1 December.
func NewDate(year int, month time.Month, day int) Date {
	return DateOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// DateOf returns the date of t in t's own location.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{Year: year, Month: month, Day: day}
}

// ParseDate reads a date such as 2026-11-20, or the day of a date-time as written, by the
// rules of [Date]. A string that is neither a day nor empty is an error.
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

// Plain returns the day without the text it was read from, so that equal days are == to
// each other. It is the zero Date when no day is known.
func (d Date) Plain() Date { return Date{Year: d.Year, Month: d.Month, Day: d.Day} }

// Raw returns the text that the date was read from if the day would be written differently,
// as for a date-time or a string that could not be read, and "" otherwise. After a change of
// Year, Month or Day it returns "".
func (d Date) Raw() string {
	text := d.sent.text()
	if text == "" || readDate(text).Plain() != d.Plain() {
		return ""
	}
	return text
}

// IsZero reports whether no date was given. It is false for a string that was given and
// could not be read; Plain tells whether there is a day.
func (d Date) IsZero() bool { return d == Date{} }

// Midnight returns the start of the day in UTC, and the zero time when no day is known.
func (d Date) Midnight() time.Time {
	if d.Plain().IsZero() {
		return time.Time{}
	}
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
}

// DateTime returns the date as a [DateTime]: the start of the day in UTC, which is
// written as d is, 2026-11-20.
func (d Date) DateTime() DateTime { return readDateTime(d.String()) }

// AddDays returns the day n days later, or earlier when n is negative. It is the zero
// Date when no day is known.
func (d Date) AddDays(n int) Date {
	if d.Plain().IsZero() {
		return Date{}
	}
	return DateOf(d.Midnight().AddDate(0, 0, n))
}

// Compare returns -1 when the day of d is before that of other, 0 when they are the same
// day, and 1 when it is after. Dates without a day come first, in the order of their strings.
func (d Date) Compare(other Date) int {
	if d.Plain().IsZero() && other.Plain().IsZero() {
		return strings.Compare(d.sent.text(), other.sent.text())
	}
	return d.Midnight().Compare(other.Midnight())
}

// Equal reports whether d and other are the same day, or the same text without a day.
func (d Date) Equal(other Date) bool { return d.Compare(other) == 0 }

// String returns the date as 2026-11-20, or the text as it was sent when [Date.Raw] has
// one, and "" when no date was given.
func (d Date) String() string {
	if text := d.Raw(); text != "" || d.Plain().IsZero() {
		return text
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// MarshalText returns the same text as String.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads text as [ParseDate] does.
func (d *Date) UnmarshalText(text []byte) error {
	parsed, err := ParseDate(string(text))
	if err == nil {
		*d = parsed
	}
	return err
}

// MarshalJSON returns the text of String as a JSON string, and null when no date was
// given. It fails when Year, Month and Day were set to a day that does not exist, or that is
// outside the years 1 to 9999.
func (d Date) MarshalJSON() ([]byte, error) {
	day := d.Plain()
	if !day.IsZero() && (DateOf(d.Midnight()) != day || d.Year < 1 || d.Year > 9999) {
		return nil, errNotDay
	}
	return marshalDate(d.String())
}

// UnmarshalJSON reads any JSON value by the rules of [Date]; it never fails. Of a value that
// is not a string, it reads the JSON as text.
func (d *Date) UnmarshalJSON(data []byte) error {
	*d = readDate(string(dateText(data)))
	return nil
}

// EncodeValues puts the text of String into a query.
func (d Date) EncodeValues(key string, v *url.Values) error {
	v.Set(key, d.String())
	return nil
}

// dateText returns the text of a JSON string, nothing for null, and the JSON of anything
// else.
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

// isEmptyDate reports whether s is one of the ways in which a database writes "no date": "", or a date before
// the year 1, which 0000-00-00 becomes in some time zone.
func isEmptyDate(s string) bool {
	year, _, isDate := strings.Cut(strings.TrimPrefix(s, "-"), "-")
	return s == "" || isDate && len(year) >= 4 && strings.Trim(year, "0123456789") == "" && (s[0] == '-' || strings.Trim(year, "0") == "")
}
