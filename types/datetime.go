// SPDX-License-Identifier: MIT

package types

import (
	"errors"
	"strings"
	"time"
)

var (
	errNotDateTime = errors.New("not an ISO 8601 date-time such as 2026-11-20T14:30:00Z")
	errYear        = errors.New("a date-time outside the years 1 to 9999 cannot be written")
)

// DateTime is an instant, or a day, as the service writes it. It is read from every common ISO 8601 form: with Z,
// +02:00, +0200 or +02, with a T or a space, with or without seconds and fractions, and a date without a time, which
// is midnight. Without an offset it is in UTC, never in local time. It is written as it was sent. Compare with Equal.
//
// The zero value means "not given". null, "" and dates before the year 1, such as 0000-00-00, are read as the zero
// value. Of 0001-01-01T00:00:00Z, the zero time of Go, only the text is kept: Time reports that there is no instant.
type DateTime struct {
	time time.Time // the zero time when there is no instant
	raw  *string   // the text as sent, unless String writes the same from time
}

// NewDateTime returns t cut to the second, because some services refuse fractions. It is written with the offset
// of t, or in UTC if the offset has seconds or is 24 hours or more. To send a fraction, use [ParseDateTime]; to
// send a day, [Date.DateTime].
func NewDateTime(t time.Time) DateTime {
	const day = 24 * 60 * 60
	if _, offset := t.Zone(); offset%60 != 0 || offset <= -day || offset >= day {
		t = t.UTC()
	}
	return DateTime{time: t.Truncate(time.Second)}
}

// ParseDateTime reads s, which must be a date-time, a day or empty.
func ParseDateTime(s string) (DateTime, error) {
	if isEmptyDate(s) {
		return DateTime{}, nil
	}
	t, err := parseTime(s)
	if err != nil {
		return DateTime{}, errNotDateTime
	}
	d := DateTime{time: t}
	if buffer := [len(time.RFC3339Nano)]byte{}; t.IsZero() || string(t.AppendFormat(buffer[:0], time.RFC3339Nano)) != s {
		raw := strings.Clone(s) // so that s itself stays off the heap
		d.raw = &raw
	}
	return d, nil
}

// Time returns the instant with its offset, and whether there is one.
func (d DateTime) Time() (time.Time, bool) { return d.time, !d.time.IsZero() }

// DateAsWritten returns the day as it was written, and the zero Date for no instant. So 2026-07-06T22:00:00Z is 6 July, and
// 2026-07-07T00:00:00+02:00, which is the same instant, 7 July. [DateTime.DateIn] returns one day for both.
func (d DateTime) DateAsWritten() Date {
	if d.time.IsZero() {
		return Date{}
	}
	return DateOf(d.time)
}

// DateIn returns the day that it is in a time zone at the instant, and the zero Date for no instant. What was written as
// a day, such as 2026-07-06, is that day in every zone.
func (d DateTime) DateIn(zone *time.Location) Date {
	if d.time.IsZero() || d.raw != nil && len(*d.raw) <= len(time.DateOnly) {
		return d.DateAsWritten()
	}
	return DateOf(d.time.In(zone))
}

// Raw returns the text that was read, or "" if RFC 3339 writes the same.
func (d DateTime) Raw() string {
	if d.raw == nil {
		return ""
	}
	return *d.raw
}

// IsZero reports whether nothing was given: neither an instant nor a text.
func (d DateTime) IsZero() bool { return d.time.IsZero() && d.raw == nil }

// Equal reports whether both are one instant, or the same text without an instant.
func (d DateTime) Equal(other DateTime) bool {
	if d.time.IsZero() {
		return other.time.IsZero() && d.Raw() == other.Raw()
	}
	return d.time.Equal(other.time)
}

// utc returns the instant in UTC to the second, and d itself when there is none.
func (d DateTime) utc() DateTime {
	if d.time.IsZero() {
		return d
	}
	return NewDateTime(d.time.UTC())
}

// String returns the text as it is written, and "" if nothing was given.
func (d DateTime) String() string {
	if raw := d.Raw(); raw != "" || d.time.IsZero() {
		return raw
	}
	return d.time.Format(time.RFC3339Nano)
}

// MarshalText fails for a time outside the years 1 to 9999, and for a [Date] that is not a day of the calendar.
func (d DateTime) MarshalText() ([]byte, error) {
	if year := d.time.Year(); year < 1 || year > 9999 {
		return nil, errYear
	}
	if d.time.IsZero() && d.raw != nil {
		if _, err := parseTime(*d.raw); err != nil {
			return nil, errNotDay
		}
	}
	return []byte(d.String()), nil
}

// UnmarshalJSON reads a JSON string, or a JSON number as its digits: 20261120 is a day.
func (d *DateTime) UnmarshalJSON(data []byte) error { return d.UnmarshalText(jsonText(data)) }

// timeLayouts are tried one after the other. None is needed for fractions of a second, because time.Parse accepts these
// after any seconds, with a point or a comma.
var timeLayouts = func() []string {
	layouts := []string{"20060102"} // likelyLayout knows the usual form of a date
	for _, clock := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "20060102T150405", "20060102T1504"} {
		for _, zone := range []string{"Z07:00", "Z0700", "Z07", ""} {
			layouts = append(layouts, clock+zone)
		}
	}
	return layouts
}()

// parseTime reads a string that is not empty. It parses in UTC, because time.Parse would return time.Local for an
// offset that the machine happens to have.
func parseTime(s string) (time.Time, error) {
	const most = 100 // bytes, because package time copies the whole text for every layout that does not fit
	if len(s) > most || s[0] == '+' || s[0] == '-' {
		return time.Time{}, errNotDateTime // package time would take the sign for a part of the year
	}
	text := s
	if day := len(time.DateOnly); len(s) > day && s[day] == ' ' {
		text = s[:day] + "T" + s[day+1:]
	}
	if t, err := time.ParseInLocation(likelyLayout(text), text, time.UTC); err == nil {
		return t, nil
	}
	text = strings.Replace(strings.ToUpper(s), " ", "T", 1)
	for _, layout := range timeLayouts {
		if t, err := time.ParseInLocation(layout, text, time.UTC); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errNotDateTime
}

// likelyLayout returns the layout of the usual form that text most likely has, because trying a layout that does not
// fit costs much.
func likelyLayout(text string) string {
	isSign := func(fromEnd int) bool { c := text[len(text)-fromEnd]; return c == '+' || c == '-' }
	switch {
	case len(text) < len("2006-01-02T15:04:05"):
		return time.DateOnly
	case strings.HasSuffix(text, "Z"), isSign(len("+02:00")):
		return time.RFC3339
	case isSign(len("+0200")):
		return "2006-01-02T15:04:05Z0700"
	}
	return "2006-01-02T15:04:05"
}
