// SPDX-License-Identifier: MIT

package doctor

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

func TestSingularAndPlural(t *testing.T) {
	tests := []struct {
		got  phrase
		want string
	}{
		{say("%d [day is|days are] sent", count(1)), "1 day is sent"},
		{say("%d [day is|days are] sent", count(0)), "0 days are sent"},
		{say("%d [day is|days are] sent", count(3)), "3 days are sent"},
		{say("%d [kind|kinds] and %d [value|values]", count(2), count(1)), "2 kinds and 1 value"},
		{say("%v has %d [field|fields]", word("it"), count(1)), "it has 1 field"},
	}
	for _, test := range tests {
		t.Run(test.want, func(t *testing.T) {
			if got := test.got.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if strings.ContainsAny(test.got.own(), "[|]") {
				t.Errorf("its own words are %q, which the report does not show", test.got.own())
			}
		})
	}
}

// TestTableIsNarrow prints every question with a long answer, and a contradiction for each.
func TestTableIsNarrow(t *testing.T) {
	long := strings.Repeat("a long answer ", 20)
	var report Report
	for _, c := range checks {
		report.Results = append(report.Results, Result{
			ID: c.id, Question: c.question, Documented: c.documented, Assumed: c.assumed,
			Observed: long, Verdict: Contradicted, Meaning: long,
		})
	}
	var printed strings.Builder
	if err := report.print(&printed, cli.FormatTable); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(printed.String()) {
		if width := utf8.RuneCountInString(strings.TrimRight(line, "\n")); width > 100 {
			t.Errorf("got a line of %d columns, want at most 100: %s", width, line)
		}
	}
	for _, c := range checks {
		if !strings.Contains(printed.String(), "contradicted  "+c.question+" ("+c.id+")\n") {
			t.Errorf("the table does not ask %q", c.question)
		}
	}
}
