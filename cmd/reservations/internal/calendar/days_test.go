// SPDX-License-Identifier: MIT

package calendar

import "testing"

func TestFlag(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, want string
		layouts    []string
	}{
		{"2026", "2026-01-01 2026-12-31", []string{Day, Month, Year}},
		{"2024-02", "2024-02-01 2024-02-29", []string{Day, Month, Year}},
		{"2026-12", "2026-12-01 2026-12-31", []string{Day, Month}},
		{"2026-11-20", "2026-11-20 2026-11-20", []string{Day, Month, Year}},
		{"2026", "", []string{Day, Month}},
		{"", "", []string{Day, Month, Year}},
		{"26", "", []string{Day, Month, Year}},
		{"2026-13", "", []string{Day, Month, Year}},
		{"2026-11-31", "", []string{Day, Month, Year}},
		{"2026-1", "", []string{Day, Month, Year}},
		{"yesterday", "", []string{Day, Month, Year}},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			var p Period
			err := Flag(&p, "want a day", test.layouts...)(test.text)
			switch got := p.From.String() + " " + p.To.String(); {
			case test.want == "" && (err == nil || err.Error() != "want a day" || p != Period{}):
				t.Errorf("got %q, error %v, want an error", got, err)
			case test.want != "" && (err != nil || got != test.want):
				t.Errorf("got %q, error %v, want %q", got, err, test.want)
			}
		})
	}
}
