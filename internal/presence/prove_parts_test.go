package presence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/types"
)

// TestSpareProofs counts the seams that are bridged. Pages of 25 begin every 23 places, and the
// seam behind page k is at the places 23k+23 and 23k+24.
func TestSpareProofs(t *testing.T) {
	for _, row := range []struct {
		pages, gaps, want int
	}{
		{31, 1, 1}, {31, 3, 3}, {31, 4, 3}, {31, 12, 3}, {31, 13, 13}, {30, 11, 3}, {30, 12, 12}, {10, 3, 3}, {10, 4, 4},
	} {
		t.Run(fmt.Sprintf("%d seams of %d pages", row.gaps, row.pages), func(t *testing.T) {
			total := 23*row.pages + 2
			p := newPark(total, 25, fmt.Sprintf("2-%d", total))
			var between []string
			for k := range row.gaps {
				at := 23 * (2*k + 2)
				between = append(between, fmt.Sprintf("%d+25", at-1))
				delete(p.shows, Reservation{ID: int64(at + 1)})
				delete(p.shows, Reservation{ID: int64(at + 2)})
			}
			r := scriptedRun(t, 25, "")
			r.Fetch = p.fetch
			if _, err := r.pages(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := p.asked[row.pages+1:]; !slices.Equal(got, between[:row.want]) {
				t.Errorf("asked %v for the seams, want %v", got, between[:row.want])
			}
		})
	}
}

// TestSpareProofsNeedAProvenSize bridges every seam as long as nothing else proves the page size, of
// which pages of 25 that overlap by two must hold 23.
func TestSpareProofsNeedAProvenSize(t *testing.T) {
	for _, row := range []struct{ served, want int }{{22, 5}, {23, 3}} {
		t.Run(fmt.Sprintf("%d proven", row.served), func(t *testing.T) {
			p := newPark(23*31+2, 25, "")
			r := scriptedRun(t, 25, "")
			r.Fetch = p.fetch
			s := &stitch{run: r, overlap: 2, total: p.total, served: row.served, ended: true, linked: true, gaps: []int{1, 3, 5, 7, 9}}
			s.seen = map[Reservation]int{{ID: 1}: 0}
			for at := range 31 {
				s.pages = append(s.pages, pageOf(fmt.Sprintf("%d+25/%d", 23*at, p.total)))
			}
			s.pages[30].who = pageOf("690+25/715 691-715").who
			for who := range s.pages[30].who {
				s.seen[who] = 30
			}
			if err := s.prove(t.Context()); row.served == 23 && err != nil {
				t.Fatal(err)
			}
			between := slices.IndexFunc(p.asked, func(asked string) bool { return number(strings.TrimSuffix(asked, "+25"))%23 != 12 })
			if between < 0 {
				between = len(p.asked)
			}
			if between != row.want {
				t.Errorf("%d seams were bridged, want %d: %v", between, row.want, p.asked)
			}
		})
	}
}

// TestMiddle holds where a page is read between two others.
func TestMiddle(t *testing.T) {
	for _, row := range []struct {
		name  string
		pages []*page
		k     int
		want  int
	}{
		{"behind half a page", pagesOf("0+10/34 1-3", "8+10/34"), 0, 5},
		{"behind those who show", pagesOf("0+10/34 1-6", "8+10/34"), 0, 6},
		{"before the next page begins", pagesOf("0+10/34 1-9", "8+10/34"), 0, 7},
		{"of a later page", pagesOf("0+10/34", "8+10/34 9-14", "16+10/34"), 1, 14},
		{"of the last page", pagesOf("0+10/34", "24+10/34 25-31"), 1, 31},
		{"of the last page, before the total", pagesOf("0+10/27", "24+10/27 25 26"), 1, 26},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.pages, s.total = row.pages, row.pages[0].total
			if got := s.middle(row.k); got != row.want {
				t.Errorf("middle(%d) = %d, want %d", row.k, got, row.want)
			}
		})
	}
}

// TestBridge holds what a page between two others proves. They begin eight places apart.
func TestBridge(t *testing.T) {
	for _, row := range []struct {
		name, left, right, between string
		before                     int
		want                       string // joined, served, linked
	}{
		{"shares with both", "0+10/18 1-6", "8+10/18 12-18", "5+10/18 6 12-15", 1, "true 6 true"},
		{"shares with both, nearer to the left one", "0+10/18 1-6", "8+10/18 12-18", "2+10/18 3-6 12", 1, "true 7 true"},
		{"shares with both, further back", "8+10/34 9-14", "16+10/34 20-26", "13+10/34 14 20-23", 1, "true 6 true"},
		{"shares with the left one", "0+10/18 1-6", "8+10/18 12-18", "5+10/18 6", 1, "true 6 true"},
		{"shares with the left one, reaches the right one", "0+10/18 1-3", "8+10/18 12-18", "2+10/18 3", 6, "true 6 true"},
		{"shares with the left one, one place short of the right one", "0+10/18 1-3", "8+10/18 12-18", "2+10/18 3", 5, "false 5 true"},
		{"shares with the left one where it begins itself", "0+10/18 1-3", "8+10/18 12-18", "0+10/18 1-3", 1, "false 1 false"},
		{"shares with the right one", "0+10/18 1-6", "8+10/18 12-18", "5+10/18 12-15", 1, "false 4 true"},
		{"shares with the right one, and many are served", "0+10/18 1-6", "8+10/18 12-18", "5+10/18 12-15", 9, "false 9 true"},
		{"shares with nobody", "0+10/18 1-6", "8+10/18 12-18", "6+10/18", 1, "false 1 false"},
		{"behind the last page, shares", "0+10/10 1-6", "", "5+10/10 6", 1, "true 6 true"},
		{"behind the last page, one place short", "0+10/10 1-3", "", "2+10/10 3", 7, "false 7 true"},
		{"behind the last page, shares with nobody", "0+10/10 1-6", "", "6+10/10", 9, "false 9 false"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.pages = pagesOf(row.left)
			if row.right != "" {
				s.pages = pagesOf(row.left, row.right)
			}
			s.total, s.served = s.pages[0].total, row.before
			joined, err := s.bridge(0, pageOf(row.between))
			if got := fmt.Sprint(joined, s.served, s.linked); got != row.want || err != nil {
				t.Errorf("joined, served, linked are %s and %v, want %s", got, err, row.want)
			}
		})
	}
}

// TestExpected holds who may show on a page that is read for a proof.
func TestExpected(t *testing.T) {
	s := scriptedStitch(t, "")
	s.pages = append(pagesOf("0+10/34 1-10 20", "8+10/34 10-18"), nil, pageOf("24+10/34 20 30"))
	s.seen = map[Reservation]int{{ID: 5}: 0, {ID: 20}: 0, {ID: 30}: 3}
	for _, row := range []struct {
		who  int64
		want string
	}{
		{10, ""},
		{12, ""},
		{5, "moved, page 10: offsets 0 and 10"},
		{30, "moved, page 10: offsets 24 and 10"},
		{99, "moved, page 10: shows the reservation with id 99, which no page"},
	} {
		t.Run(fmt.Sprint(row.who), func(t *testing.T) {
			if got := outcome(nil, s.expected(Reservation{ID: row.who}, pageOf("10+10/34"))); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestBehind: nobody may show behind the total, and a service may refuse to look there.
func TestBehind(t *testing.T) {
	for name, row := range map[string]struct {
		page Page
		err  error
		want string
	}{
		"nobody":        {Page{Total: 5}, nil, ""},
		"refused":       {Page{}, errTooLarge, ""},
		"broken":        {Page{}, errBadQuery, errBadQuery.Error()},
		"another total": {Page{Total: 6}, nil, "changed from 5 to 6"},
		"somebody":      {Page{Total: 5, Days: []types.PresenceDay{{Items: []types.PresenceItem{{ReservationID: 7}}}}}, nil, "shows reservations"},
		"without names": {Page{Total: 5, Days: []types.PresenceDay{{Items: []types.PresenceItem{{}}}}}, nil, "shows reservations"},
	} {
		t.Run(name, func(t *testing.T) {
			r := &run{Walk: Walk{
				Fetch:   func(context.Context, int, int, bool) (Page, error) { return row.page, row.err },
				Refused: func(err error) bool { return errors.Is(err, errTooLarge) },
			}}
			err := r.behind(t.Context(), 5, 5, 25)
			if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
				t.Errorf("got %v, want %q", err, row.want)
			}
		})
	}
}
