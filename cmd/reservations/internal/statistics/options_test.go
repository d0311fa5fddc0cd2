// SPDX-License-Identifier: MIT

package statistics

import (
	"testing"
	"time"
)

func TestPeriod(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, want string
		nights     int
	}{
		{"2026-10", "2026-10-01 to 2026-10-31", 31},
		{"2028-02", "2028-02-01 to 2028-02-29", 29},
		{"2026-02", "2026-02-01 to 2026-02-28", 28},
		{"2026-Q4", "2026-10-01 to 2026-12-31", 92},
		{"2028", "2028-01-01 to 2028-12-31", 366},
		{"2026-13", "", 0},
		{"2026-Q5", "", 0},
		{"2026-10-01", "", 0},
		{"October", "", 0},
		{"", "", 0},
	}
	for _, test := range tests {
		p, err := parsePeriod(test.text)
		if err != nil {
			if test.want != "" {
				t.Errorf("%s: %v", test.text, err)
			}
			continue
		}
		if got := p.from.String() + " to " + p.to.String(); got != test.want || p.nights() != test.nights {
			t.Errorf("%s: got %s with %d nights, want %s with %d", test.text, got, p.nights(), test.want, test.nights)
		}
	}
}

// TestPeriodIsOver: a month is over when its last day has ended in UTC.
func TestPeriodIsOver(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"2026-10-31T23:59:59Z":      false,
		"2026-11-01T00:00:00Z":      true,
		"2026-11-01T00:30:00+01:00": false,
		"2026-10-31T23:30:00-01:00": true,
	}
	for text, want := range tests {
		now, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := periodOf(t, "2026-10").isOver(now); got != want {
			t.Errorf("at %s it is over: %v, want %v", text, got, want)
		}
		wantLast := map[bool]string{true: "2026-10", false: "2026-09"}[want]
		if got := lastMonth(now).String(); got != wantLast {
			t.Errorf("at %s the last month is %s, want %s", text, got, wantLast)
		}
	}
}
