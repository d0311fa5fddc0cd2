// SPDX-License-Identifier: MIT

package types_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	day := types.Date{Year: 2026, Month: time.November, Day: 20}
	tests := map[string]types.Date{
		"2026-11-20":                day,
		"20261120":                  day,
		"2026-11-20T00:30:00+02:00": day, // the day before in UTC
		"2026-11-20T23:30:00-0900":  day, // the day after in UTC
		"2026-11-20 23:59:59":       day,
		"2028-02-29":                {Year: 2028, Month: time.February, Day: 29},
		"":                          {},
		"0000-00-00":                {},
		"0000-00-00 00:00:00":       {},
		"-0001-11-30":               {},
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			parsed, err := types.ParseDate(text)
			if err != nil || parsed.Plain() != want || !parsed.Equal(want) {
				t.Errorf("ParseDate returns %v, %v; want %v", parsed, err, want)
			}
			if got := decodeDate(t, quoted(t, text)); got != parsed {
				t.Errorf("decoding gives %v; want %v", got, parsed)
			}
			if raw := parsed.Raw(); want.IsZero() && raw != "" || !want.IsZero() && (raw == "") != (text == "2026-11-20" || text == "2028-02-29") {
				t.Errorf("the raw text is %q", raw)
			}
			if got := string(encode(t, parsed)); !want.IsZero() && got != `"`+text+`"` || want.IsZero() && got != "null" {
				t.Errorf("it is written as %s; want what was read", got)
			}
		})
	}
}

// TestDateKeepsWhatItCannotRead: a text without a day costs its record nothing and is
// written as it was read.
func TestDateKeepsWhatItCannotRead(t *testing.T) {
	t.Parallel()
	for sent, text := range map[string]string{`"next spring"`: "next spring", `"2026-02-30"`: "2026-02-30", `" "`: " ", `12`: "12", `{"year":2026}`: `{"year":2026}`, `[]`: "[]", `true`: "true"} {
		t.Run(sent, func(t *testing.T) {
			t.Parallel()
			d := decodeDate(t, []byte(sent))
			if d.IsZero() || d.Raw() != text || d.String() != text || string(encode(t, d)) != string(quoted(t, text)) {
				t.Errorf("it reads as %q with raw text %q and is written as %s", d, d.Raw(), encode(t, d))
			}
			if d.Plain() != (types.Date{}) || !d.Midnight().IsZero() || !d.AddDays(1).IsZero() || d.Equal(types.Date{}) || !d.DateTime().Equal(decodeDateTime(t, []byte(sent))) {
				t.Errorf("it has the day %v, midnight %v and the next day %v; want none", d.Plain(), d.Midnight(), d.AddDays(1))
			}
		})
	}
	if d := decodeDate(t, []byte(`20261120`)); d.Plain() != types.NewDate(2026, 11, 20) {
		t.Errorf("the number 20261120 reads as %v", d.Plain())
	}
}

// TestDateAsKey: equal days have equal keys once the texts they were read from are taken off.
func TestDateAsKey(t *testing.T) {
	t.Parallel()
	day := types.NewDate(2026, 11, 20)
	other := decodeDate(t, []byte(`"2026-11-20T00:00:00Z"`))
	if decodeDate(t, []byte(`"2026-11-20"`)) != day || other == day || other.Plain() != day || day.Plain() != day {
		t.Errorf("%#v, %#v and %#v do not compare as documented", decodeDate(t, []byte(`"2026-11-20"`)), other, other.Plain())
	}
	seen := map[types.Date]int{day: 1}
	seen[other.Plain()]++
	if len(seen) != 1 || !other.Equal(day) || other.Compare(day) != 0 || other.Compare(day.AddDays(1)) != -1 {
		t.Errorf("keys %v; want one", seen)
	}
}

func TestDateAsDateTime(t *testing.T) {
	t.Parallel()
	tests := map[types.Date]string{
		types.NewDate(2026, 11, 20):                    `"2026-11-20"`,
		decodeDate(t, []byte(`"2026-11-20 14:30:00"`)): `"2026-11-20 14:30:00"`,
		{}:                              "null",
		{Year: 2026, Month: 13, Day: 1}: `"2026-13-01"`,
	}
	for d, want := range tests {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			if got := string(encode(t, d.DateTime())); got != want {
				t.Errorf("%s is written as %s", d, got)
			}
		})
	}
	if at, ok := types.NewDate(2026, 11, 20).DateTime().Time(); !ok || at != types.NewDate(2026, 11, 20).Midnight() {
		t.Errorf("the day begins at %v, %v; want midnight in UTC", at, ok)
	}
}

func TestParseDateRefusesOtherText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2026-02-30", "2027-02-29", "2026-11", "20-11-2026", "today", " 2026-11-20", "2026-11-20x", "0", "true", "[]"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if d, err := types.ParseDate(text); err == nil || !strings.Contains(err.Error(), "not a date") || !d.IsZero() {
				t.Errorf("ParseDate returns %v, %v; want an error that says so", d, err)
			}
			d := types.NewDate(2020, 1, 1)
			if err := d.UnmarshalText([]byte(text)); err == nil || d != types.NewDate(2020, 1, 1) {
				t.Errorf("UnmarshalText changes the date to %v, %v", d, err)
			}
		})
	}
	if _, err := types.ParseDate(strings.Repeat("9", 5000)); err == nil || len(err.Error()) > 200 {
		t.Errorf("the error for an endless text is not short: %v", err)
	}
}

func TestDateAsText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]types.Date{
		"2026-11-20":          types.NewDate(2026, 11, 20),
		"2026-11-20 14:30:00": decodeDate(t, []byte(`"2026-11-20 14:30:00"`)),
		"":                    {},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			d := types.NewDate(2020, 1, 1)
			if err := d.UnmarshalText([]byte(text)); err != nil || d != want {
				t.Errorf("it reads as %#v, %v; want %#v", d, err, want)
			}
			if written, err := d.MarshalText(); err != nil || string(written) != text {
				t.Errorf("it is written as %q, %v", written, err)
			}
		})
	}
}

func TestDateMarshals(t *testing.T) {
	t.Parallel()
	type fields struct {
		On    types.Date         `json:"on"`
		Maybe types.Date         `json:"maybe,omitzero"`
		ByDay map[types.Date]int `json:"byDay,omitempty"`
	}
	tests := []struct {
		value fields
		want  string
	}{
		{fields{}, `{"on":null}`},
		{fields{On: types.NewDate(0, 1, 1), Maybe: types.NewDate(9999, 12, 31)}, `{"on":"0000-01-01","maybe":"9999-12-31"}`},
		{
			fields{On: types.NewDate(2026, 1, 2), Maybe: types.NewDate(987, 6, 5), ByDay: map[types.Date]int{types.NewDate(2026, 12, 31): 3}},
			`{"on":"2026-01-02","maybe":"0987-06-05","byDay":{"2026-12-31":3}}`,
		},
	}
	for _, test := range tests {
		data, err := json.Marshal(test.value)
		if err != nil || string(data) != test.want {
			t.Errorf("%+v marshals to %s, %v; want %s", test.value, data, err, test.want)
		}
		var back fields
		if err := json.Unmarshal(data, &back); err != nil {
			t.Errorf("reading %s back: %v", data, err)
		}
		if diff := cmp.Diff(test.value, back); diff != "" {
			t.Errorf("%s reads back differently (-want +got):\n%s", data, diff)
		}
	}
	held := types.NewDate(2026, 1, 2)
	if err := json.Unmarshal([]byte(`null`), &held); err != nil || !held.IsZero() {
		t.Errorf("null leaves %v, %v; want the zero Date", held, err)
	}
}

func TestDateArithmetic(t *testing.T) {
	t.Parallel()
	if got := types.NewDate(2026, time.November, 31).String(); got != "2026-12-01" {
		t.Errorf("31 November is %s; want 2026-12-01", got)
	}
	if got := types.NewDate(2026, 12, 31).AddDays(1).String(); got != "2027-01-01" {
		t.Errorf("the day after 31 December is %s", got)
	}
	if got := types.NewDate(2028, 3, 1).AddDays(-1).String(); got != "2028-02-29" {
		t.Errorf("the day before 1 March 2028 is %s", got)
	}
	berlinMidnight := time.Date(2026, 11, 20, 0, 0, 0, 0, time.FixedZone("", 3600))
	if got := types.DateOf(berlinMidnight); got != types.NewDate(2026, 11, 20) {
		t.Errorf("DateOf(%v) = %v; want the day in its own location", berlinMidnight, got)
	}
	if got, want := types.NewDate(2026, 11, 20).Midnight(), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC); got != want {
		t.Errorf("Midnight() = %v; want %v", got, want)
	}
}

func TestDateCompare(t *testing.T) {
	t.Parallel()
	ordered := []types.Date{{}, decodeDate(t, []byte(`"someday"`)), decodeDate(t, []byte(`"soon"`)), types.NewDate(1999, 12, 31), types.NewDate(2026, 1, 31), types.NewDate(2026, 2, 1), types.NewDate(2027, 1, 1)}
	for i, a := range ordered {
		for j, b := range ordered {
			if got, want := a.Compare(b), min(max(i-j, -1), 1); got != want {
				t.Errorf("%q.Compare(%q) = %d; want %d", a, b, got, want)
			}
		}
		if a.IsZero() != (i == 0) {
			t.Errorf("IsZero of %q is %v", a, a.IsZero())
		}
	}
}

func FuzzDate(f *testing.F) {
	for _, seed := range []string{"2026-11-20", "20261120", "2026-11-20T23:30:00-09:00", "0000-00-00", "-0001-11-30", "", "0001-01-01", "0000-01-01", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if sent := quoted(t, text); utf8.ValidString(text) {
			if got := decodeDate(t, sent); !got.IsZero() && !bytes.Equal(encode(t, got), sent) {
				t.Fatalf("%s is written as %s", sent, encode(t, got))
			}
		}
		d, err := types.ParseDate(text)
		if err != nil {
			if !d.IsZero() {
				t.Fatalf("ParseDate(%q) failed and returned %v", text, d)
			}
			return
		}
		if back, err := types.ParseDate(d.String()); err != nil || back != d {
			t.Fatalf("%q is the date %q, which reads back as %v, %v", text, d, back, err)
		}
		if !d.IsZero() && d.String() != text {
			t.Fatalf("%q is written as %q", text, d)
		}
		data, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var decoded types.Date
		if err := json.Unmarshal(data, &decoded); err != nil || decoded != d {
			t.Fatalf("%q marshals to %s, which reads as %v, %v", d, data, decoded, err)
		}
	})
}

func decodeDate(t *testing.T, data []byte) types.Date {
	t.Helper()
	var d types.Date
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatalf("decoding %s: %v", data, err)
	}
	return d
}

// TestChangedDate: the fields are what counts, not the text that the date was read from.
func TestChangedDate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2026-11-20", "2026-11-20T00:00:00+02:00", "tomorrow"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			d := decodeDate(t, quoted(t, text))
			d.Year, d.Month, d.Day = 2027, time.March, 5
			got, err := json.Marshal(d)
			if err != nil || string(got) != `"2027-03-05"` || d.String() != "2027-03-05" || d.Raw() != "" {
				t.Errorf("got %s, %v, %q and %q", got, err, d, d.Raw())
			}
		})
	}
}

// TestDateOutsideTheCalendar is not written: the service would have to guess.
func TestDateOutsideTheCalendar(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]types.Date{
		"no such month": {Year: 2026, Month: 13, Day: 1},
		"no such day":   {Year: 2026, Month: time.February, Day: 30},
		"no day":        {Year: 2026, Month: time.February},
		"a year alone":  {Year: 2026},
		"before year 0": types.NewDate(-1, 1, 1),
		"after 9999":    types.NewDate(10000, 1, 1),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := json.Marshal(types.ReservationGuestUpdate{BirthDate: types.Set(d)}); err == nil || !strings.Contains(err.Error(), "not a day of the calendar") {
				t.Errorf("got %s and %v", got, err)
			}
		})
	}
}
