// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestDateTimeReadsEveryISOForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{ // the same instant, with the offset as written
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
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			got, err := types.ParseDateTime(text)
			at, ok := got.Time()
			if err != nil || !ok || at.Format(time.RFC3339Nano) != want || got.Date().String() != want[:10] {
				t.Errorf("got %v of %v, %v; want %s", at, got.Date(), err, want)
			}
			checkTexts(t, text)
			checkJSON(t, []byte(quoted(t, text)))
		})
	}
}

func TestDateTimeReadsEmptyValuesAsNotGiven(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`null`, `""`, `"0000-00-00"`, `"0000-00-00 00:00:00"`, `"0000-00-00T00:00:00+01:00"`,
		`"-0001-11-30"`, `"-0001-11-30T00:00:00+00:00"`, `"-0001-11-30 00:00:00"`,
	} {
		got := types.NewDate(2020, 1, 1).DateTime()
		if err := json.Unmarshal([]byte(data), &got); err != nil || got != (types.DateTime{}) || !got.IsZero() {
			t.Errorf("%s reads as %q, %v; want nothing", data, got, err)
		}
	}
	first := read[types.DateTime](t, `"0001-01-01T00:00:00Z"`) // which is given, and no instant
	if at, ok := first.Time(); ok || !at.IsZero() || first.IsZero() || first.Raw() != "0001-01-01T00:00:00Z" {
		t.Errorf("the year 1 reads as %q with the raw text %q", first, first.Raw())
	}
}

func TestDateTimeMarshals(t *testing.T) {
	t.Parallel()
	type field struct {
		At types.DateTime `json:"at,omitzero"`
	}
	at := time.Date(2026, 11, 20, 14, 30, 15, 0, time.FixedZone("", 2*60*60))
	for want, value := range map[string]types.DateTime{
		`{}`:                                 {},
		`{"at":"2026-11-20T12:30:15Z"}`:      types.NewDateTime(at.UTC()),
		`{"at":"2026-11-20T14:30:15+02:00"}`: types.NewDateTime(at),
		`{"at":"2026-11-20T14:30:15.250Z"}`:  read[types.DateTime](t, `"2026-11-20T14:30:15.250Z"`),
		`{"at":"0000-11-20T00:00:00Z"}`:      types.NewDateTime(time.Date(0, 11, 20, 0, 0, 0, 0, time.UTC)),
		`{"at":"soon"}`:                      read[types.DateTime](t, `"soon"`),
	} {
		if got := string(encode(t, field{value})); got != want || !read[field](t, got).At.Equal(value) {
			t.Errorf("got %s, which reads as %q; want %s", got, read[field](t, got).At, want)
		}
	}
	for _, year := range []int{-1, 10_000} {
		if data, err := json.Marshal(types.NewDateTime(time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC))); err == nil {
			t.Errorf("the year %d is written as %s", year, data)
		}
	}
	if got := string(encode(t, types.DateTime{})); got != "null" {
		t.Errorf("a DateTime that was not given is written as %s", got)
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
		if got, ok := d.Time(); got != want || !ok || d.String() != want.Format(time.RFC3339) {
			t.Errorf("%v gives %v, %v and %s; want %v", at, got, ok, d, want)
		}
	}
}

func TestDateTimeEqual(t *testing.T) {
	t.Parallel()
	base := read[types.DateTime](t, `"2026-11-20T12:00:00Z"`)
	for data, want := range map[string]bool{
		`"2026-11-20T14:00:00+0200"`: true,
		`"2026-11-20 12:00:00"`:      true,
		`"2026-11-20T12:00:00+0200"`: false,
		`"noon"`:                     false,
		`null`:                       false,
	} {
		other := read[types.DateTime](t, data)
		if base.Equal(other) != want || other.Equal(base) != want || cmp.Equal(base, other) != want {
			t.Errorf("%s equals %q: want %v both ways and for go-cmp", data, base, want)
		}
	}
	if noon, soon := read[types.DateTime](t, `"noon"`), read[types.DateTime](t, `"soon"`); noon.Equal(soon) {
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
		got := read[types.DateTime](t, quoted(t, text))
		if at, _ := got.Time(); at.Format(time.RFC3339Nano) != want || at.Location() == time.Local {
			t.Errorf("%q reads as %v in %v; want %q, away from the machine's zone", text, at, at.Location(), want)
		}
		if day, err := types.ParseDate(text); err != nil || day.Plain() != types.NewDate(2026, 11, 20) || got.Date() != day.Plain() {
			t.Errorf("ParseDate(%q) = %v, %v; want the day as written", text, day, err)
		}
	}
}
