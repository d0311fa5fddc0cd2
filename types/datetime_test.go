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

func TestDateTimeReadsEveryISOForm(t *testing.T) {
	t.Parallel()
	tests := map[string]string{ // text -> the same instant, with the offset as written
		"2026-11-20T14:30:15Z":                      "2026-11-20T14:30:15Z",
		"2026-11-20T14:30:15+02:00":                 "2026-11-20T14:30:15+02:00",
		"2026-11-20T14:30:15-09:30":                 "2026-11-20T14:30:15-09:30",
		"2026-11-20T14:30:15+0200":                  "2026-11-20T14:30:15+02:00",
		"2026-11-20T14:30:15+02":                    "2026-11-20T14:30:15+02:00",
		"2026-11-20T14:30:15+00:00":                 "2026-11-20T14:30:15Z",
		"2026-11-20T14:30:15-00:00":                 "2026-11-20T14:30:15Z",
		"2026-11-20T14:30:15":                       "2026-11-20T14:30:15Z",
		"2026-11-20 14:30:15":                       "2026-11-20T14:30:15Z",
		"2026-11-20 14:30:15+0200":                  "2026-11-20T14:30:15+02:00",
		"2026-11-20t14:30:15z":                      "2026-11-20T14:30:15Z",
		"2026-11-20T14:30":                          "2026-11-20T14:30:00Z",
		"2026-11-20 14:30+02":                       "2026-11-20T14:30:00+02:00",
		"2026-11-20T14:30:15.5Z":                    "2026-11-20T14:30:15.5Z",
		"2026-11-20T14:30:15.000000Z":               "2026-11-20T14:30:15Z",
		"2026-11-20T14:30:15,250+0200":              "2026-11-20T14:30:15.25+02:00",
		"2026-11-20T14:30:15.123456789012345+02:00": "2026-11-20T14:30:15.123456789+02:00",
		"20261120T143015Z":                          "2026-11-20T14:30:15Z",
		"20261120T143015+0200":                      "2026-11-20T14:30:15+02:00",
		"20261120T143015.5":                         "2026-11-20T14:30:15.5Z",
		"20261120T1430":                             "2026-11-20T14:30:00Z",
		"20261120":                                  "2026-11-20T00:00:00Z",
		"2026-11-20":                                "2026-11-20T00:00:00Z",
		"2028-02-29T00:00:00Z":                      "2028-02-29T00:00:00Z",
		"1890-03-01":                                "1890-03-01T00:00:00Z",
		"9999-12-31T23:59:59-12:00":                 "9999-12-31T23:59:59-12:00",
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			parsed, err := types.ParseDateTime(text)
			if err != nil {
				t.Fatal(err)
			}
			for from, got := range map[string]types.DateTime{"ParseDateTime": parsed, "JSON": decodeDateTime(t, quoted(t, text))} {
				if at, ok := got.Time(); !ok || at.Format(time.RFC3339Nano) != want || got.IsZero() {
					t.Errorf("%s reads %v, %v; want %s", from, at, ok, want)
				}
				if got.Date().String() != want[:10] {
					t.Errorf("%s reads the day %v", from, got.Date())
				}
				raw := text
				if text == want {
					raw = ""
				}
				if got.Raw() != raw || got.String() != text || string(encode(t, got)) != string(quoted(t, text)) {
					t.Errorf("%s keeps the text %q, prints %q and writes %s; want it as it was", from, got.Raw(), got, encode(t, got))
				}
			}
		})
	}
}

func TestDateTimeReadsEmptyValuesAsNotGiven(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`null`, `""`, `"0000-00-00"`, `"0000-00-00 00:00:00"`, `"0000-00-00T00:00:00+01:00"`,
		`"-0001-11-30"`, `"-0001-11-30T00:00:00+00:00"`, `"-0001-11-30 00:00:00"`,
	} {
		got := decodeDateTime(t, []byte(data))
		if at, ok := got.Time(); ok || !at.IsZero() || !got.IsZero() || got.Raw() != "" || got.String() != "" || got != (types.DateTime{}) {
			t.Errorf("%s read as %q with raw text %q; want nothing", data, got, got.Raw())
		}
	}
}

func TestDateTimeKeepsWhatItCannotRead(t *testing.T) {
	t.Parallel()
	tests := map[string]string{ // JSON -> raw text
		`"tomorrow"`:                     `tomorrow`,
		`" "`:                            ` `,
		`"2026-02-30T10:00:00Z"`:         `2026-02-30T10:00:00Z`,
		`"2027-02-29"`:                   `2027-02-29`,
		`"0001-01-01T00:00:00Z"`:         `0001-01-01T00:00:00Z`,
		`"2026-11-20T24:00:00Z"`:         `2026-11-20T24:00:00Z`,
		`"2026-11-20T23:59:60Z"`:         `2026-11-20T23:59:60Z`,
		`"2026-13-01"`:                   `2026-13-01`,
		`"20-11-2026"`:                   `20-11-2026`,
		`"2026-11-20T14:30:15Z "`:        `2026-11-20T14:30:15Z `,
		`"2026-11-20 14:30:15 +0200"`:    `2026-11-20 14:30:15 +0200`,
		`"2026-11-20T14:30:15 Europe"`:   `2026-11-20T14:30:15 Europe`,
		`"2026-W47-5"`:                   `2026-W47-5`,
		`"a \"quoted\" é"`:               `a "quoted" é`,
		`1763649015`:                     `1763649015`,
		`0`:                              `0`,
		`12.5`:                           `12.5`,
		`true`:                           `true`,
		`[]`:                             `[]`,
		`{"date":"2026-11-20 14:30:15"}`: `{"date":"2026-11-20 14:30:15"}`,
	}
	for data, want := range tests {
		got := decodeDateTime(t, []byte(data))
		if at, ok := got.Time(); ok || !at.IsZero() || got.Raw() != want || got.String() != want || !got.Date().IsZero() {
			t.Errorf("%s read as %v with raw text %q; want no time and %q", data, at, got.Raw(), want)
		}
		if written := encode(t, got); string(written) != string(quoted(t, want)) {
			t.Errorf("%s is written as %s", data, written)
		}
		if got.IsZero() {
			t.Errorf("%s reads as not given, so writing its record again would lose it", data)
		}
		if _, err := types.ParseDateTime(want); err == nil {
			t.Errorf("ParseDateTime(%q) succeeded", want)
		}
	}
}

func TestDateTimeAsText(t *testing.T) {
	t.Parallel()
	held := types.NewDateTime(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC))
	for _, text := range []string{"2026-11-20T14:30:15+02:00", "2026-11-20 14:30", "2026-11-20", ""} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			d, want := held, decodeDateTime(t, quoted(t, text))
			if err := d.UnmarshalText([]byte(text)); err != nil || d.Raw() != want.Raw() || !d.Equal(want) {
				t.Errorf("it reads as %q, %v; want %q", d, err, want)
			}
			if written, err := d.MarshalText(); err != nil || string(written) != text {
				t.Errorf("it is written as %q, %v", written, err)
			}
		})
	}
	d := held
	if err := d.UnmarshalText([]byte("soon")); err == nil || !strings.Contains(err.Error(), "not an ISO 8601 date-time") || !d.Equal(held) {
		t.Errorf("a text without an instant reads as %q, %v; want an error that says so", d, err)
	}
}

func TestDateTimeOverwritesWhatItHeld(t *testing.T) {
	t.Parallel()
	for _, data := range []string{`null`, `""`, `"soon"`, `[1]`} {
		d := types.NewDateTime(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
		err := json.Unmarshal([]byte(data), &d)
		if at, ok := d.Time(); err != nil || ok {
			t.Errorf("after %s: %v, error %v; want no time", data, at, err)
		}
	}
}

func TestDateTimeMarshals(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	type field struct {
		At types.DateTime `json:"at,omitzero"`
	}
	tests := []struct {
		name  string
		value types.DateTime
		want  string
	}{
		{"not given", types.DateTime{}, `{}`},
		{"UTC", types.NewDateTime(time.Date(2026, 11, 20, 14, 30, 15, 0, time.UTC)), `{"at":"2026-11-20T14:30:15Z"}`},
		{"an offset", types.NewDateTime(time.Date(2026, 11, 20, 14, 30, 15, 0, zone)), `{"at":"2026-11-20T14:30:15+02:00"}`},
		{"a fraction that was read", decodeDateTime(t, []byte(`"2026-11-20T14:30:15.250Z"`)), `{"at":"2026-11-20T14:30:15.250Z"}`},
		{"the first year", types.NewDateTime(time.Date(0, 11, 20, 0, 0, 0, 0, time.UTC)), `{"at":"0000-11-20T00:00:00Z"}`},
		{"unreadable", decodeDateTime(t, []byte(`"soon"`)), `{"at":"soon"}`},
	}
	for _, test := range tests {
		got, err := json.Marshal(field{test.value})
		if err != nil || string(got) != test.want {
			t.Errorf("%s: marshals to %s, %v; want %s", test.name, got, err, test.want)
		}
		var back field
		if err := json.Unmarshal(got, &back); err != nil || !back.At.Equal(test.value) {
			t.Errorf("%s: %s reads back as %q, %v", test.name, got, back.At, err)
		}
	}
	for _, year := range []int{-1, 10_000} {
		if data, err := json.Marshal(types.NewDateTime(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))); err == nil {
			t.Errorf("the year %d is written as %s", year, data)
		}
	}
	if got, err := json.Marshal(types.DateTime{}); err != nil || string(got) != "null" {
		t.Errorf("a DateTime that was not given marshals to %s, %v; want null", got, err)
	}
}

// TestDateTimeIsMadeToTheSecond: the second that has begun, in the location of the time.
func TestDateTimeIsMadeToTheSecond(t *testing.T) {
	t.Parallel()
	amsterdam := time.FixedZone("", 2*60*60)
	for _, at := range []time.Time{
		time.Date(2026, 11, 22, 14, 4, 58, 738_284_076, time.UTC), time.Date(2026, 11, 22, 14, 4, 58, 999_999_999, amsterdam),
		time.Date(1950, 1, 1, 0, 0, 0, 1, amsterdam), time.Now(),
	} {
		want := time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), at.Second(), 0, at.Location())
		d := types.NewDateTime(at)
		if got, ok := d.Time(); got != want || !ok {
			t.Errorf("%v gives %v, %v; want %v", at, got, ok, want)
		}
		if got := d.String(); got != want.Format(time.RFC3339) {
			t.Errorf("%v is written as %s, want %s", at, got, want.Format(time.RFC3339))
		}
	}
}

func TestDateTimeEqual(t *testing.T) {
	t.Parallel()
	base := decodeDateTime(t, []byte(`"2026-11-20T12:00:00Z"`))
	tests := map[string]bool{
		`"2026-11-20T14:00:00+0200"`: true,
		`"2026-11-20 12:00:00"`:      true,
		`"2026-11-20T12:00:00+0200"`: false,
		`"noon"`:                     false,
		`null`:                       false,
	}
	for data, want := range tests {
		other := decodeDateTime(t, []byte(data))
		if base.Equal(other) != want || other.Equal(base) != want || cmp.Equal(base, other) != want {
			t.Errorf("%s equals %q: want %v both ways and for go-cmp", data, base, want)
		}
	}
	if noon, soon := decodeDateTime(t, []byte(`"noon"`)), decodeDateTime(t, []byte(`"soon"`)); noon.Equal(soon) {
		t.Error("two different unreadable texts are equal")
	}
}

// TestDateTimeIgnoresTheLocalZone sets time.Local and is therefore not parallel: a text
// without an offset must not move with the machine, and an offset that happens to be the
// machine's own must not turn into its zone.
func TestDateTimeIgnoresTheLocalZone(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	time.Local = time.FixedZone("Machine", 2*60*60)
	for text, want := range map[string]string{
		"2026-11-20":                "2026-11-20T00:00:00Z",
		"2026-11-20T01:00:00":       "2026-11-20T01:00:00Z",
		"2026-11-20T01:00:00+02:00": "2026-11-20T01:00:00+02:00",
	} {
		got := decodeDateTime(t, quoted(t, text))
		if at, _ := got.Time(); at.Format(time.RFC3339Nano) != want || at.Location() == time.Local {
			t.Errorf("%q read as %v in %v; want %q, away from the machine's zone", text, at, at.Location(), want)
		}
		if date, err := types.ParseDate(text); err != nil || date.Plain().String() != "2026-11-20" || got.Date() != date.Plain() {
			t.Errorf("ParseDate(%q) = %v, %v; want the day as written", text, date, err)
		}
	}
}

func FuzzDateTime(f *testing.F) {
	for _, seed := range []string{
		"2026-11-20T14:30:15.5+0200", "2026-11-20 14:30", "20261120T1430Z", "0000-00-00", "-0001-11-30", "", "null",
		"12", "20261120", `{"date":null}`, "0001-01-01T00:00:00Z", "\xff", "2026-11-20T00:00:00+24:00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := types.ParseDateTime(text)
		if err == nil && !parsed.IsZero() && parsed.String() != text {
			t.Fatalf("%q is written as %q", text, parsed)
		}
		if sent := quoted(t, text); utf8.ValidString(text) {
			if got := decodeDateTime(t, sent); !got.IsZero() && !bytes.Equal(encode(t, got), sent) {
				t.Fatalf("%s is written as %s", sent, encode(t, got))
			} else if err == nil && got != parsed && !got.Equal(parsed) || err != nil && got.Raw() != text {
				t.Fatalf("%s reads as %v, but parses as %v, %v", sent, got, parsed, err)
			}
		}
		if json.Valid([]byte(text)) && utf8.ValidString(text) {
			value := decodeDateTime(t, []byte(text))
			if back := decodeDateTime(t, encode(t, value)); !back.Equal(value) || back.String() != value.String() {
				t.Fatalf("%s reads as %q and is written as %s, which reads as %q", text, value, encode(t, value), back)
			}
		}
	})
}

func decodeDateTime(t *testing.T, data []byte) types.DateTime {
	t.Helper()
	var d types.DateTime
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatalf("decoding %s: %v", data, err)
	}
	return d
}

func quoted(t *testing.T, text string) []byte {
	t.Helper()
	data, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
