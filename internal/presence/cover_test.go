package presence

import (
	"fmt"
	"slices"
	"testing"
)

// TestUncovered holds what no page certainly holds: the middles of these stretches, the longest first.
func TestUncovered(t *testing.T) {
	for _, row := range []struct {
		name   string
		served int
		pages  []*page
		want   []int
	}{
		{"one reservation a page", 1, pagesOf("0+10/34", "8+10/34"), []int{21, 4}},
		{"pages are served in full", 10, pagesOf("0+10/34", "10+10/34", "20+10/34", "30+10/34"), nil},
		{"a page is asked for fewer than are served", 10, pagesOf("0+10/34", "10+4/34", "20+10/34", "30+10/34"), []int{17}},
		{"pages in any order, and one behind the total", 8, pagesOf("24+10/34", "40+10/34", "0+10/34", "8+10/34"), []int{20, 33}},
		{"a page within another one", 10, pagesOf("0+10/34", "2+3/34", "10+10/34", "20+10/34", "28+10/34"), nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.served, s.read = row.served, row.pages
			if got := s.uncovered(); !slices.Equal(got, row.want) {
				t.Errorf("uncovered() = %v, want %v", got, row.want)
			}
		})
	}
}

// TestCover holds what it costs to read a register in which hardly anybody shows, and what comes of it.
func TestCover(t *testing.T) {
	for _, row := range []struct {
		limit       int
		total, most int
		ids         string
		want        string
		requests    int // at most
	}{
		{100, 25, 100, "25", "25", 3},
		{100, 25, 100, "13", "13", 3},
		{100, 25, 100, "1", "1", 27},
		{100, 25, 100, "", "", 28},
		{100, 25, 10, "12", "too large", 15},
		{25, 60, 25, "31", "31", 10},
		{25, 60, 25, "60", "60", 8},
		{25, 60, 10, "29", "29", 27},
		{25, 60, 10, "46", "too large", 22},
		{25, 5000, 25, "", "", 600},
	} {
		t.Run(fmt.Sprintf("%s of %d, %d at most", row.ids, row.total, row.most), func(t *testing.T) {
			p := newPark(row.total, row.most, row.ids)
			r := scriptedRun(t, row.limit, "")
			r.Fetch = p.fetch
			got := outcome(r.pages(t.Context()))
			if got != row.want && !(len(row.want) > 3 && len(got) > 9 && got[:9] == row.want) {
				t.Errorf("got  %s\nwant %s\nafter %v", got, row.want, p.asked)
			}
			if len(p.asked) > row.requests {
				t.Errorf("%d requests, want at most %d: %v", len(p.asked), row.requests, p.asked)
			}
		})
	}
}
