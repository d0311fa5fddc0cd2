// SPDX-License-Identifier: MIT

package types_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/types"
)

func TestParseDate(t *testing.T) {
	t.Parallel()
	day := types.Date{Year: 2026, Month: time.November, Day: 20}
	for text, want := range map[string]types.Date{
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
	} {
		if got, err := types.ParseDate(text); err != nil || got.Plain() != want || !got.Equal(want) {
			t.Errorf("%s: got %v, %v; want %v", text, got, err, want)
		}
	}
}

// TestTextsThatAreNoDate have neither a day nor an instant, and no day follows from them.
func TestTextsThatAreNoDate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"next spring", "2026-02-30", strings.Repeat("9", 5000)} {
		day, instant := read[types.Date](t, quoted(t, text)), read[types.DateTime](t, quoted(t, text))
		if !day.Midnight().IsZero() || !day.AddDays(1).IsZero() || !instant.Date().IsZero() ||
			day.Equal(types.Date{}) || !day.DateTime().Equal(instant) {
			t.Errorf("got the day %v and the instant %v, want none", day, instant)
		}
	}
}

// TestDateAsKey: equal days have equal keys once the texts they were read from are taken off.
func TestDateAsKey(t *testing.T) {
	t.Parallel()
	day, other := types.NewDate(2026, 11, 20), read[types.Date](t, `"2026-11-20T00:00:00Z"`)
	if read[types.Date](t, `"2026-11-20"`) != day || other == day || other.Plain() != day || day.Plain() != day || !other.Equal(day) {
		t.Errorf("%#v and %#v do not compare as documented", other, other.Plain())
	}
}

func TestDateAsDateTime(t *testing.T) {
	t.Parallel()
	day := types.NewDate(2026, 11, 20)
	for d, want := range map[types.Date]string{
		day: `"2026-11-20"`,
		read[types.Date](t, `"2026-11-20 14:30:00"`): `"2026-11-20 14:30:00"`,
		{}:                              "null",
		{Year: 2026, Month: 13, Day: 1}: `"2026-13-01"`,
	} {
		if got := string(encode(t, d.DateTime())); got != want {
			t.Errorf("%s is written as %s", d, got)
		}
	}
	if at, ok := day.DateTime().Time(); !ok || at != day.Midnight() {
		t.Errorf("the day begins at %v, %v; want midnight in UTC", at, ok)
	}
}

func TestDateMarshals(t *testing.T) {
	t.Parallel()
	type fields struct {
		On    types.Date         `json:"on"`
		Maybe types.Date         `json:"maybe,omitzero"`
		ByDay map[types.Date]int `json:"byDay,omitempty"`
	}
	for want, value := range map[string]fields{
		`{"on":null}`: {},
		`{"on":"0000-01-01","maybe":"9999-12-31"}`: {On: types.NewDate(0, 1, 1), Maybe: types.NewDate(9999, 12, 31)},
		`{"on":"0987-06-05","byDay":{"2026-12-31":3,"20261120":4}}`: {
			On:    types.NewDate(987, 6, 5),
			ByDay: map[types.Date]int{types.NewDate(2026, 12, 31): 3, read[types.Date](t, `20261120`): 4},
		},
	} {
		if got := string(encode(t, value)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if diff := cmp.Diff(value, read[fields](t, want)); diff != "" {
			t.Errorf("%s reads back differently (-want +got):\n%s", want, diff)
		}
	}
	held := types.NewDate(2026, 1, 2)
	if err := json.Unmarshal([]byte(`null`), &held); err != nil || !held.IsZero() {
		t.Errorf("null leaves %v, %v; want the zero Date", held, err)
	}
}

func TestDateArithmetic(t *testing.T) {
	t.Parallel()
	day := types.NewDate(2026, 11, 20)
	for want, got := range map[string]types.Date{
		"2026-12-01": types.NewDate(2026, time.November, 31),
		"2027-01-01": types.NewDate(2026, 12, 31).AddDays(1),
		"2028-02-29": types.NewDate(2028, 3, 1).AddDays(-1),
		"2026-11-20": types.DateOf(time.Date(2026, 11, 20, 0, 0, 0, 0, time.FixedZone("", 3600))), // the day before in UTC
	} {
		if got.String() != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
	if got, want := day.Midnight(), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC); got != want {
		t.Errorf("Midnight() = %v; want %v", got, want)
	}
}

func TestDateCompare(t *testing.T) {
	t.Parallel()
	ordered := []types.Date{
		{}, read[types.Date](t, `"someday"`), read[types.Date](t, `"soon"`), types.NewDate(1999, 12, 31),
		types.NewDate(2026, 1, 31), types.NewDate(2026, 2, 1), types.NewDate(2027, 1, 1),
	}
	for i, a := range ordered {
		for j, b := range ordered {
			if got, want := a.Compare(b), min(max(i-j, -1), 1); got != want {
				t.Errorf("%q.Compare(%q) = %d; want %d", a, b, got, want)
			}
		}
	}
}

// TestChangedDate: the fields are what counts, not the text that the date was read from.
func TestChangedDate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"2026-11-20", "2026-11-20T00:00:00+02:00", "tomorrow"} {
		d := read[types.Date](t, quoted(t, text))
		d.Year, d.Month, d.Day = 2027, time.March, 5
		if got := string(encode(t, d)); got != `"2027-03-05"` || d.String() != "2027-03-05" || d.Raw() != "" {
			t.Errorf("%s becomes %s, %q and %q", text, got, d, d.Raw())
		}
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
		got, err := json.Marshal(types.ReservationGuestUpdate{BirthDate: types.Set(d)})
		if err == nil || !strings.Contains(err.Error(), "not a day of the calendar") {
			t.Errorf("%s: got %s and %v", name, got, err)
		}
	}
}
