// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

// TestTextsThatAreNoDate are errors, and leave what was held. The table in internal/proof/calls has more of them.
func TestTextsThatAreNoDate(t *testing.T) {
	t.Parallel()
	const want = "not a date such as 2026-11-20; not an ISO 8601 date-time such as 2026-11-20T14:30:00Z"
	for _, text := range []string{"next spring", "2026-02-30", strings.Repeat("9", 5000)} {
		_, errDay := types.ParseDate(text)
		_, errInstant := types.ParseDateTime(text)
		held, at := types.NewDate(2026, 11, 20), types.NewDateTime(time.Unix(0, 0))
		if held.UnmarshalText([]byte(text)) == nil || at.UnmarshalText([]byte(text)) == nil || held.IsZero() || at.IsZero() ||
			fmt.Sprint(errDay, "; ", errInstant) != want {
			t.Errorf("%s is read as %v, %v, with the errors %v; %v; want %s, and what was held", text, held, at, errDay, errInstant, want)
		}
	}
}

func TestDatesAreWritten(t *testing.T) {
	t.Parallel()
	type fields struct {
		On    types.Date         `json:"on"`
		At    types.DateTime     `json:"at,omitzero"`
		ByDay map[types.Date]int `json:"byDay,omitempty"`
	}
	instant := time.Date(2026, 11, 20, 14, 30, 15, 0, time.FixedZone("", 2*60*60))
	for want, value := range map[string]fields{
		`{"on":null}`:                           {},
		`{"on":"0001-01-01","at":"9999-12-31"}`: {types.NewDate(1, 1, 1), types.NewDate(9999, 12, 31).DateTime(), nil},
		`{"on":null,"at":"0001-01-01"}`:         {At: types.NewDate(1, 1, 1).DateTime()},
		`{"on":null,"at":"2026-11-20 14:30:00","byDay":{"0987-06-05":3,"2026-11-20":4}}`: {
			At:    read[types.DateTime](t, `"2026-11-20 14:30:00"`),
			ByDay: map[types.Date]int{types.NewDate(987, 6, 5): 3, read[types.Date](t, `20261120`): 4},
		},
		`{"on":"2026-11-20","at":"2026-11-20T14:30:15+02:00"}`: {types.DateOf(instant), types.NewDateTime(instant), nil},
	} {
		if got := string(encode(t, value)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if diff := cmp.Diff(value, read[fields](t, want)); diff != "" {
			t.Errorf("%s reads back differently (-want +got):\n%s", want, diff)
		}
	}
}

// TestDatesThatCannotBeWritten: the service would have to guess.
func TestDatesThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	const noDay = "a Date that is not a day of the calendar, such as 31 February, cannot be written; NewDate always gives a day"
	const noYear = "a date-time outside the years 1 to 9999 cannot be written"
	for name, test := range map[string]struct {
		value any
		want  string
	}{
		"no such day":              {types.Date{Year: 2026, Month: time.February, Day: 30}, noDay},
		"no such day, as a key":    {map[types.Date]int{{Year: 2026, Month: time.February, Day: 30}: 1}, noDay},
		"no such day, sent as one": {types.Date{Year: 2026, Month: time.February, Day: 30}.DateTime(), noDay},
		"a year alone":             {types.Date{Year: 2026}, noDay},
		"before year 1":            {types.NewDate(0, 1, 1), noDay},
		"after 9999":               {types.NewDate(10000, 1, 1), noDay},
		"an instant before year 1": {types.NewDateTime(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)), noYear},
		"an instant after 9999":    {types.NewDateTime(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)), noYear},
	} {
		if got, err := json.Marshal(test.value); err == nil || !strings.HasSuffix(strings.TrimSuffix(err.Error(), `"`), test.want) {
			t.Errorf("%s: got %s and %v, want an error that ends with %s", name, got, err, test.want)
		}
	}
}

func TestDateArithmetic(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]types.Date{
		"2026-12-01": types.NewDate(2026, time.November, 31),
		"2028-02-29": types.NewDate(2028, 3, 1).AddDays(-1),
		"2026-11-20": types.DateOf(time.Date(2026, 11, 20, 0, 0, 0, 0, time.FixedZone("", 3600))), // the day before in UTC
	} {
		if got.String() != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
	day, want := types.NewDate(2026, 11, 20), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	if at, ok := day.DateTime().Time(); day.Midnight() != want || at != want || !ok {
		t.Errorf("the day begins at %v, and as an instant at %v, %v; want %v", day.Midnight(), at, ok, want)
	}
}

func TestDateCompare(t *testing.T) {
	t.Parallel()
	ordered := []types.Date{
		{}, types.NewDate(1999, 12, 31), types.NewDate(2026, 1, 31), types.NewDate(2026, 2, 1), types.NewDate(2027, 1, 1),
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got, want := a.Compare(b), min(max(i-j, -1), 1); got != want {
				t.Errorf("%q.Compare(%q) = %d; want %d", a, b, got, want)
			}
		}
	}
}

// TestDateTimeIsMadeToTheSecond: the second that has begun, in the location of the time, or in UTC if RFC 3339 cannot
// write its offset.
func TestDateTimeIsMadeToTheSecond(t *testing.T) {
	t.Parallel()
	amsterdam := time.FixedZone("", 2*60*60)
	for _, want := range []time.Time{
		time.Date(2026, 11, 22, 14, 4, 58, 0, time.UTC), time.Date(2026, 11, 22, 14, 4, 58, 0, amsterdam), time.Date(1950, 1, 1, 0, 0, 0, 0, amsterdam),
	} {
		d := types.NewDateTime(want.Add(time.Second - 1))
		if got, ok := d.Time(); got != want || !ok || d.String() != want.Format(time.RFC3339) {
			t.Errorf("got %v, %v and %s; want %v", got, ok, d, want)
		}
	}
	for _, offset := range []int{1, 24 * 60 * 60, -24 * 60 * 60} {
		d := types.NewDateTime(time.Date(2026, 11, 22, 14, 4, 58, 0, time.FixedZone("", offset)))
		if want := time.Date(2026, 11, 22, 14, 4, 58-offset, 0, time.UTC).Format(time.RFC3339); d.String() != want {
			t.Errorf("with an offset of %d seconds: got %s, want %s", offset, d, want)
		}
	}
}

func TestDateTimeEqual(t *testing.T) {
	t.Parallel()
	base, first := read[types.DateTime](t, `"2026-11-20T12:00:00Z"`), read[types.DateTime](t, `"0001-01-01T00:00:00Z"`)
	for data, want := range map[string]bool{
		`"2026-11-20T14:00:00+0200"`: true, `"2026-11-20 12:00:00"`: true, `"2026-11-20T12:00:00+0200"`: false, `"0001-01-01"`: false, `null`: false,
	} {
		other := read[types.DateTime](t, data)
		if base.Equal(other) != want || other.Equal(base) != want || other.Equal(first) {
			t.Errorf("%s equals %q: want %v both ways", data, base, want)
		}
	}
}

// TestDateTimeHasADay as it was written, and one in each zone.
func TestDateTimeHasADay(t *testing.T) {
	t.Parallel()
	amsterdam, newYork := time.FixedZone("", 2*60*60), time.FixedZone("", -4*60*60)
	for text, want := range map[string]string{
		"2026-07-06T22:00:00Z": "2026-07-06 2026-07-07 2026-07-06", "2026-07-07T00:00:00+02:00": "2026-07-07 2026-07-07 2026-07-06",
		"2026-07-06": "2026-07-06 2026-07-06 2026-07-06", "20260706": "2026-07-06 2026-07-06 2026-07-06", "2026-07-06T00:00": "2026-07-06 2026-07-06 2026-07-05",
		"": "  ",
	} {
		d := read[types.DateTime](t, quoted(t, text))
		if got := fmt.Sprint(d.DateAsWritten(), " ", d.DateIn(amsterdam), " ", d.DateIn(newYork)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestDateTimeIgnoresTheLocalZone sets time.Local and is therefore not parallel: a text without an offset must not move
// with the machine, and an offset that happens to be the machine's own must not turn into its zone.
func TestDateTimeIgnoresTheLocalZone(t *testing.T) {
	local := time.Local
	t.Cleanup(func() { time.Local = local })
	time.Local = time.FixedZone("Machine", 2*60*60)
	for text, want := range map[string]string{
		"2026-11-20T01:00:00": "2026-11-20T01:00:00Z", "2026-11-20T01:00:00+02:00": "2026-11-20T01:00:00+02:00",
	} {
		got := read[types.DateTime](t, quoted(t, text))
		if at, _ := got.Time(); at.Format(time.RFC3339Nano) != want || at.Location() == time.Local || got.DateAsWritten() != types.NewDate(2026, 11, 20) {
			t.Errorf("%q reads as %v in %v; want %q, away from the machine's zone", text, at, at.Location(), want)
		}
	}
}
