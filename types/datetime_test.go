// SPDX-License-Identifier: MIT

package types_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

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
