// SPDX-License-Identifier: MIT

package tax

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

func TestPeriod(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-11": "2026-11-01 2026-11-30", "2024-02": "2024-02-01 2024-02-29", "2025-12": "2025-12-01 2025-12-31",
		"2026-Q1": "2026-01-01 2026-03-31", "2026-Q3": "2026-07-01 2026-09-30", "2025-Q4": "2025-10-01 2025-12-31", "2025": "2025-01-01 2025-12-31",
		"": "", "2026-13": "", "2026-00": "", "2026-Q0": "", "2026-Q5": "", "2026-1": "", "26-11": "", "2026-11-01": "", " 2026": "", "0000": "", "last": "",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			p, err := parsePeriod(text)
			if want == "" {
				if err == nil || !strings.Contains(err.Error(), "2026-Q4") {
					t.Errorf("got %v, %v, want an error with an example", p, err)
				}
				return
			}
			if got := p.from.String() + " " + p.to.String(); got != want || p.name != text || err != nil {
				t.Errorf("got %s, %q, error %v, want %s", got, p.name, err, want)
			}
		})
	}
}

// A night of the register ends with the day in UTC.
func TestPeriodIsOver(t *testing.T) {
	t.Parallel()
	p, err := parsePeriod("2026-11")
	if err != nil {
		t.Fatal(err)
	}
	west := time.FixedZone("", -5*3600)
	for name, tt := range map[string]struct {
		now  time.Time
		last string
		over bool
	}{
		"the last second":                   {time.Date(2026, 11, 30, 23, 59, 59, 0, time.UTC), "2026-10", false},
		"the next day":                      {time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), "2026-11", true},
		"the next day in UTC, not here yet": {time.Date(2026, 11, 30, 19, 0, 0, 0, west), "2026-11", true},
		"the turn of the year":              {time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC), "2026-12", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := p.isOver(tt.now); got != tt.over {
				t.Errorf("November is over: %v, want %v", got, tt.over)
			}
			if got := lastMonth(tt.now).name; got != tt.last {
				t.Errorf("the last month is %s, want %s", got, tt.last)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	got, err := parse([]string{"--period", "2026-Q3", "--rates", "r.csv", "--digits", "0", "--overdue", "skip", "--category", "7", "--include-cancelled=false",
		"--compare", "--format", "csv", "--semicolon", "--output", "x.csv"}, now)
	want := options{
		period: period{"2026-Q3", types.NewDate(2026, 7, 1), types.NewDate(2026, 9, 30)}, rates: "r.csv", overdue: "skip", category: 7,
		includeCancelled: types.Ptr(false), compare: true, format: "csv", csv: cli.CSVForm{Semicolon: true}, output: "x.csv",
	}
	ignore := cmpopts.IgnoreFields(options{}, "formatFlag", "withCancelled")
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(options{}, period{}), ignore); diff != "" || err != nil {
		t.Errorf("options (-want +got), error %v:\n%s", err, diff)
	}
	got, err = parse(nil, now)
	if got.period.name != "2026-11" || got.digits != 2 || got.overdue != "count" || got.includeCancelled != nil || got.format != "table" || err != nil {
		t.Errorf("the defaults are %+v, error %v", got, err)
	}
}

func TestOptionErrors(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, args, says string }{
		{"no period", "--period November", "a quarter such as"},
		{"a period not over", "--period 2026-12", "not over before 2027-01-01"},
		{"a year not over", "--period 2026", "not over before 2027-01-01"},
		{"too many digits", "--digits 9", "--digits must be from 0 to 8"},
		{"digits below zero", "--digits -1", "--digits must be"},
		{"unknown, for overdue", "--overdue drop", "count, skip or refuse"},
		{"a negative id", "--category -1", "--category"},
		{"no truth value", "--include-cancelled=maybe", "--include-cancelled"},
		{"semicolons in JSON", "--format json --semicolon", "for --format csv"},
		{"a byte-order mark in a table", "--bom", "for --format csv"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := parse(strings.Fields(test.args), now); err == nil || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, test.says)
			}
		})
	}
}
