// SPDX-License-Identifier: MIT

package calendar

import (
	"strings"
	"testing"
	"time"
)

func TestParseMonths(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, want string
		nights     int
		months     string
	}{
		{"2026-10", "2026-10-01 to 2026-10-31", 31, "2026-10"},
		{"2024-02", "2024-02-01 to 2024-02-29", 29, "2024-02"},
		{"2028-02", "2028-02-01 to 2028-02-29", 29, "2028-02"},
		{"2026-02", "2026-02-01 to 2026-02-28", 28, "2026-02"},
		{"2025-12", "2025-12-01 to 2025-12-31", 31, "2025-12"},
		{"2026-Q1", "2026-01-01 to 2026-03-31", 90, "2026-01 to 2026-03"},
		{"2026-Q3", "2026-07-01 to 2026-09-30", 92, "2026-07 to 2026-09"},
		{"2026-Q4", "2026-10-01 to 2026-12-31", 92, "2026-10 to 2026-12"},
		{"2025", "2025-01-01 to 2025-12-31", 365, "2025-01 to 2025-12"},
		{"2028", "2028-01-01 to 2028-12-31", 366, "2028-01 to 2028-12"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			p, err := ParseMonths(test.text)
			if got := p.From.String() + " to " + p.To.String(); got != test.want || p.Nights() != test.nights || p.String() != test.months || err != nil {
				t.Errorf("got %s with %d nights, months %s, error %v, want %s with %d, months %s", got, p.Nights(), p, err, test.want, test.nights, test.months)
			}
			for days, want := range map[int]bool{-1: false, 0: true, test.nights - 1: true, test.nights: false} {
				if day := p.From.AddDays(days); p.Contains(day) != want {
					t.Errorf("it contains %s: %t, want %t", day, !want, want)
				}
			}
		})
	}
	for _, text := range []string{
		"", "2026-13", "2026-00", "2026-Q0", "2026-Q5", "2026-1", "26-11", "2026-11-01", " 2026", "0000", "last", "October",
	} {
		t.Run("no months: "+text, func(t *testing.T) {
			t.Parallel()
			if p, err := ParseMonths(text); err == nil || !strings.Contains(err.Error(), "2026-Q4") {
				t.Errorf("got %v, %v, want an error with an example", p, err)
			}
		})
	}
}

// TestIsOver: a month is over when its last day has ended in UTC.
func TestIsOver(t *testing.T) {
	t.Parallel()
	tests := []struct {
		now, last string
		isOver    bool // October 2026
	}{
		{"2026-10-31T23:59:59Z", "2026-09", false},
		{"2026-11-01T00:00:00Z", "2026-10", true},
		{"2026-11-01T00:30:00+01:00", "2026-09", false},
		{"2026-10-31T23:30:00-01:00", "2026-10", true},
		{"2027-01-31T12:00:00Z", "2026-12", true},
	}
	for _, test := range tests {
		t.Run(test.now, func(t *testing.T) {
			t.Parallel()
			now, err := time.Parse(time.RFC3339, test.now)
			if err != nil {
				t.Fatal(err)
			}
			if got := MonthsFrom(2026, 10, 1).IsOver(now); got != test.isOver {
				t.Errorf("October is over: %t, want %t", got, test.isOver)
			}
			if got := LastMonth(now).String(); got != test.last {
				t.Errorf("the last month is %s, want %s", got, test.last)
			}
		})
	}
}
