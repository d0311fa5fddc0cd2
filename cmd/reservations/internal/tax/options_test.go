// SPDX-License-Identifier: MIT

package tax

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

func TestOptions(t *testing.T) {
	t.Parallel()
	got, err := parse([]string{"--period", "2026-Q3", "--rates", "r.csv", "--digits", "0", "--overdue", "skip", "--category", "7", "--include-cancelled=false",
		"--compare", "--format", "csv", "--semicolon", "--output", "x.csv"}, now)
	want := options{
		period: calendar.MonthsFrom(2026, 7, 3), periodName: "2026-Q3", rates: "r.csv", overdue: "skip", category: 7,
		includeCancelled: types.Ptr(false), compare: true, format: "csv", csv: cli.CSVForm{Semicolon: true}, output: "x.csv",
	}
	ignore := cmpopts.IgnoreFields(options{}, "formatFlag", "withCancelled")
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(options{}), ignore); diff != "" || err != nil {
		t.Errorf("options (-want +got), error %v:\n%s", err, diff)
	}
	got, err = parse(nil, now)
	if got.periodName != "2026-11" || got.period != calendar.MonthsFrom(2026, 11, 1) || got.digits != 2 || got.overdue != "count" || got.includeCancelled != nil || got.format != "table" || err != nil {
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
