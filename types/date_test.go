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
		if got, err := types.ParseDate(text); err != nil || got != want {
			t.Errorf("ParseDate(%q) = %v, %v; want %v", text, got, err, want)
		}
		var got types.Date
		if err := json.Unmarshal(quoted(t, text), &got); err != nil || got != want {
			t.Errorf("decoding %q = %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestDateRefusesOtherText(t *testing.T) {
	t.Parallel()
	for _, data := range []string{
		`"2026-02-30"`, `"2027-02-29"`, `"2026-11"`, `"20-11-2026"`, `"today"`, `" 2026-11-20"`, `"2026-11-20x"`,
		`20261120`, `0`, `true`, `[]`, `{"year":2026}`,
	} {
		d := types.NewDate(2020, 1, 1)
		err := json.Unmarshal([]byte(data), &d)
		if err == nil || !strings.Contains(err.Error(), "not a date") {
			t.Errorf("decoding %s: error %v; want one that says so", data, err)
		}
		if d != types.NewDate(2020, 1, 1) {
			t.Errorf("decoding %s failed and still changed the date to %v", data, d)
		}
	}
	if _, err := types.ParseDate(strings.Repeat("9", 5000)); err == nil || len(err.Error()) > 200 {
		t.Errorf("the error for an endless text is not short: %v", err)
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
		{
			fields{On: types.NewDate(2026, 1, 2), Maybe: types.NewDate(987, 6, 5), ByDay: map[types.Date]int{types.NewDate(2026, 12, 31): 3}},
			`{"on":"2026-01-02","maybe":"0987-06-05","byDay":{"2026-12-31":3}}`,
		},
	}
	for _, tt := range tests {
		data, err := json.Marshal(tt.value)
		if err != nil || string(data) != tt.want {
			t.Errorf("%+v marshals to %s, %v; want %s", tt.value, data, err, tt.want)
		}
		var back fields
		if err := json.Unmarshal(data, &back); err != nil {
			t.Errorf("reading %s back: %v", data, err)
		}
		if diff := cmp.Diff(tt.value, back); diff != "" {
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
	ordered := []types.Date{{}, types.NewDate(1999, 12, 31), types.NewDate(2026, 1, 31), types.NewDate(2026, 2, 1), types.NewDate(2027, 1, 1)}
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
