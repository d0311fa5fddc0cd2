// SPDX-License-Identifier: MIT

package types_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// TestDateTimeReadsEveryISOForm: each text gives the instant with the offset as written, or none. All days,
// clocks and zones are combined in FuzzAgainstReference.
func TestDateTimeReadsEveryISOForm(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-11-20T14:30:15-09:30":                 "2026-11-20T14:30:15-09:30",
		"2026-11-20T14:30:15+00:00":                 "2026-11-20T14:30:15Z",
		"2026-11-20T14:30:15":                       "2026-11-20T14:30:15Z",
		"2026-11-20 14:30:15+0200":                  "2026-11-20T14:30:15+02:00",
		"2026-11-20 14:30+02":                       "2026-11-20T14:30:00+02:00",
		"2026-11-20t14:30:15z":                      "2026-11-20T14:30:15Z",
		"2026-11-20T14:30:15.000000Z":               "2026-11-20T14:30:15Z",
		"2026-11-20T14:30:15,250+0200":              "2026-11-20T14:30:15.25+02:00",
		"2026-11-20T14:30:15.123456789012345+02:00": "2026-11-20T14:30:15.123456789+02:00",
		"20261120T143015.5":                         "2026-11-20T14:30:15.5Z",
		"20261120T1430":                             "2026-11-20T14:30:00Z",
		"20261120":                                  "2026-11-20T00:00:00Z",
		"2028-02-29":                                "2028-02-29T00:00:00Z",
		"1890-03-01":                                "1890-03-01T00:00:00Z",
		"9999-12-31T23:59:59-12:00":                 "9999-12-31T23:59:59-12:00",
		"":                                          "0001-01-01T00:00:00Z",
		"0000-00-00 00:00:00":                       "0001-01-01T00:00:00Z",
		"-0001-11-30T00:00:00+00:00":                "0001-01-01T00:00:00Z",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			got, err := types.ParseDateTime(text)
			day, dayErr := types.ParseDate(text)
			at, ok := got.Time()
			if err != nil || ok == at.IsZero() || ok == got.IsZero() || at.Format(time.RFC3339Nano) != want {
				t.Errorf("got %v, given: %v, %v; want %s", at, !got.IsZero(), err, want)
			}
			if dayErr != nil || day.Plain() != got.Date() || ok && day.Plain().String() != want[:10] {
				t.Errorf("got the day %v, %v, and %v of the instant; want %s", day.Plain(), dayErr, got.Date(), want[:10])
			}
			checkTexts(t, text)
			checkJSON(t, []byte(quoted(t, text)))
		})
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
		if day := read[types.Date](t, quoted(t, text)); day.Plain() != types.NewDate(2026, 11, 20) || got.Date() != day.Plain() {
			t.Errorf("%q reads as the day %v; want the day as written", text, day)
		}
	}
}
