// SPDX-License-Identifier: MIT

package presence

import (
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// july is a register from one day of July to another, of which these pages were read; to is 0 where
// it was asked for without an end.
func july(from, to int, pages ...*page) *run {
	r := &run{plan: plan{size: 100}}
	r.From, r.evidence = types.NewDate(2026, 7, from), &evidence{pages: pages}
	if to > 0 {
		r.To = types.NewDate(2026, 7, to)
		r.last = r.To
	}
	for _, p := range pages {
		r.note(Page{Days: unfold(p.days)})
	}
	return r
}

// TestCheckDays holds which days up to the last one a page may leave out, if one page shows an empty day.
func TestCheckDays(t *testing.T) {
	for _, test := range []struct {
		name  string
		pages []string
		want  string
	}{
		{"days in any order", []string{"0/20: 3: | 1: 1 | 2: 1", "10/20: 2: 5 | 3: | 1:"}, ""},
		{"an empty day on a later page", []string{"0/20: 1: 1 | 3: 1", "10/20: 1: 1 | 2: | 3: 5"}, "offset 0 leaves out the day 2026-07-02"},
		{"the last day on one page only", []string{"0/20: 1: | 2: | 3: 1", "10/20: 1: | 2: 5"}, "offset 10 leaves out the day 2026-07-03"},
		{"an entry without a date is on no day", []string{"0/20: 1: 1 | -: | 2: 1", "10/20: 1: 5"}, ""},
		{"an entry without a date may be the day that a page lacks", []string{"0/20: 1: | 2: 1", "10/20: 2: 5 | -: 5"}, ""},
		{"but not one that another page lacks", []string{"0/20: 1: | 2: 1 | -: 1", "10/20: 2: 5"}, "offset 10 leaves out the day 2026-07-01"},
		{"a page after the total has no days", []string{"0/9: 1: | 2: 1", "9/9"}, ""},
		{"a page after the total has some of the days", []string{"0/9: 1: | 2: 1", "9/9: 2:"}, "offset 9 leaves out the day 2026-07-01"},
		{"a page in front of the total has no days", []string{"0/9: 1: | 2: 1", "8/9"}, "offset 8 leaves out the day 2026-07-01"},
		{"a page larger than the service serves has no days", []string{"0+101/200", "0/20: 1: | 2: 5"}, ""},
		{"a page as large as the service serves has no days", []string{"0+100/200", "0/20: 1: | 2: 5"}, "offset 0 leaves out the day 2026-07-01"},
	} {
		t.Run(test.name, func(t *testing.T) {
			pages := pagesOf(test.pages...)
			contradicts(t, july(1, 0, pages...).checkDays(pages), moved, test.want)
		})
	}
}

// TestDaysOfTheRange refuses days outside the range, and far ones where it was asked for without an end.
func TestDaysOfTheRange(t *testing.T) {
	for _, test := range []struct {
		name     string
		after    int // days from the first of July
		from, to int
		want     string
	}{
		{"the first day", 0, 1, 3, ""},
		{"the day before", 0, 2, 3, "2026-07-01 is outside the range asked for, 2026-07-02 to 2026-07-03"},
		{"the last day", 2, 1, 3, ""},
		{"the day after", 3, 1, 3, "2026-07-04 is outside the range"},
		{"without an end", 3660, 1, 0, ""},
		{"far away without an end", 3661, 1, 0, "is more than 3660 days after 2026-07-01"},
		{"far away with an end", 3661, 1, 3662, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			days := []types.PresenceDay{{}, {Date: july1.AddDays(test.after)}}
			contradicts(t, july(test.from, test.to).readDays(days), final, test.want)
		})
	}
}

// TestFill: a register has the days asked for. Without an end, a walk that shows no dates any more has the days that an
// earlier one showed, unless an entry without a date may be one of them.
func TestFill(t *testing.T) {
	for _, test := range []struct {
		to         int
		page, want string
	}{
		{3, "0/9", "1: | 2: | 3:"},
		{3, "0/9: 2: 4 | -: 5", "1: | 2: 4 | 3: | -: 5"},
		{0, "0/9", "1: | 2:"},
		{0, "0/9: -: 5", "-: 5"},
	} {
		if got := entriesOf(unfold(july(1, test.to, pageOf("0/9: 2: 1")).fill(pageOf(test.page).days))); got != test.want {
			t.Errorf("to %d: got %s, want %s", test.to, got, test.want)
		}
	}
}
