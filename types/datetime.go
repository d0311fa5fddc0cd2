package types

import (
	"encoding/json"
	"strings"
	"time"
)

// DateTime is an instant as the service writes it.
//
// It reads every common ISO 8601 form: with Z, +02:00, +0200 or +02, with a T or a
// space, with or without seconds and fractions, and a date alone, which is midnight.
// The offset that was written is kept, so Date and Clock give the day and the time of
// day as written. A text without an offset is read as UTC, never as local time.
//
// The zero value means "not given". So do null, "" and the empty dates of a database
// (0000-00-00 and -0001-11-30, with any time). A value that cannot be read never fails
// the record around it: the time stays zero and [DateTime.Raw] returns what was sent.
//
// A JSON number or object is taken by its text: 20261120 is a date, 12 is not.
//
// Compare with Equal, not with ==.
type DateTime struct {
	time.Time
	raw string
}

// NewDateTime returns t as a DateTime.
func NewDateTime(t time.Time) DateTime { return DateTime{Time: t} }

// ParseDateTime reads s by the rules of [DateTime].
// It fails on a text that is neither a date-time nor an empty value.
func ParseDateTime(s string) (DateTime, error) {
	if isEmptyDate(s) {
		return DateTime{}, nil
	}
	t, err := parseTime(s)
	if err != nil {
		return DateTime{}, err
	}
	return DateTime{Time: t}, nil
}

// Raw returns the text, or the JSON, of a value that could not be read as a time.
// It is "" for a value that could be read and for one that was not given.
func (d DateTime) Raw() string { return d.raw }

// IsZero reports whether no date-time was given. It is false for a value that was given
// and could not be read, so that a field keeps it when its record is written again; ask
// d.Time.IsZero() to know whether there is a time to work with.
func (d DateTime) IsZero() bool { return d.Time.IsZero() && d.raw == "" }

// Equal reports whether d and other are the same instant, whatever their offsets, or the
// same unreadable text.
func (d DateTime) Equal(other DateTime) bool {
	return d.Time.Equal(other.Time) && d.raw == other.raw
}

// String returns the time in RFC 3339 form, "" when none was given, and the raw text
// when it could not be read.
func (d DateTime) String() string {
	if d.Time.IsZero() {
		return d.raw
	}
	return d.Format(time.RFC3339Nano)
}

// MarshalText returns the same text as String.
func (d DateTime) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads text by the rules of [DateTime]; it never fails.
func (d *DateTime) UnmarshalText(text []byte) error {
	parsed, err := ParseDateTime(string(text))
	if err != nil {
		parsed = DateTime{raw: string(text)}
	}
	*d = parsed
	return nil
}

// MarshalJSON returns the text of String as a JSON string, and null when none was given.
func (d DateTime) MarshalJSON() ([]byte, error) { return marshalDate(d.String()) }

// UnmarshalJSON reads a JSON value by the rules of [DateTime]; it never fails.
func (d *DateTime) UnmarshalJSON(data []byte) error {
	var text *string
	if json.Unmarshal(data, &text) != nil {
		return d.UnmarshalText(data)
	}
	if text == nil {
		*d = DateTime{}
		return nil
	}
	return d.UnmarshalText([]byte(*text))
}

func marshalDate(text string) ([]byte, error) {
	if text == "" {
		return []byte("null"), nil
	}
	return json.Marshal(text)
}

// isEmptyDate reports whether s is one of the ways in which a database writes "no date".
func isEmptyDate(s string) bool {
	return s == "" || strings.HasPrefix(s, "0000-00-00") || strings.HasPrefix(s, "-0001-11-30")
}

// timeLayouts are tried in turn. A fraction of a second needs no layout of its own:
// time.Parse accepts one, after a point or a comma, behind any seconds field.
var timeLayouts = func() []string {
	layouts := []string{time.DateOnly, "20060102"}
	for _, clock := range []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "20060102T150405", "20060102T1504"} {
		for _, zone := range []string{"Z07:00", "Z0700", "Z07", ""} {
			layouts = append(layouts, clock+zone)
		}
	}
	return layouts
}()

// parseTime reads one non-empty text. It parses in UTC because time.Parse would
// otherwise turn an offset that happens to be the machine's own into time.Local.
func parseTime(s string) (time.Time, error) {
	text := strings.Replace(strings.ToUpper(s), " ", "T", 1)
	for _, layout := range timeLayouts {
		if t, err := time.ParseInLocation(layout, text, time.UTC); err == nil {
			return t, nil
		}
	}
	return time.Time{}, errNotDateTime
}
