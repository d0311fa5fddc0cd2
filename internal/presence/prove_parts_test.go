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

// TestEmptyRegister reads a register on which nobody shows: one large page, and then pages of the
// documented size or smaller from no more than maxProbes places on, spread over the register.
func TestEmptyRegister(t *testing.T) {
	for _, row := range []struct {
		limit, total, large, second, last, n, size int
	}{
		{25, 26, 26, 1, 25, 26, 25}, {25, 100, 100, 1, 99, 100, 25}, {25, 150, 150, 1, 148, 100, 25}, {25, 5000, 1000, 50, 4950, 100, 25},
		{24, 26, 26, 1, 25, 26, 24}, {26, 150, 150, 1, 148, 100, 25}, {100, 150, 150, 1, 148, 100, 25},
	} {
		t.Run(fmt.Sprintf("%d in pages of %d", row.total, row.limit), func(t *testing.T) {
			p := newPark(row.total, 1000, "")
			r := scriptedRun(t, row.limit, "")
			r.Fetch = p.fetch
			if got := outcome(r.pages(t.Context())); got != "" {
				t.Fatal(got)
			}
			large := slices.Index(p.asked, fmt.Sprintf("0+%d", row.large))
			probes := p.asked[large+1:]
			if large < 0 || len(probes) != row.n {
				t.Fatalf("%d pages behind the large one, request %d, want %d: %v", len(probes), large+1, row.n, p.asked)
			}
			got := []string{probes[0], probes[1], probes[len(probes)-1]}
			want := []string{fmt.Sprintf("0+%d", row.size), fmt.Sprintf("%d+%d", row.second, row.size), fmt.Sprintf("%d+%d", row.last, row.size)}
			if !slices.Equal(got, want) {
				t.Errorf("the first two and the last page are %v, want %v", got, want)
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
		{99, "moved, size 10, page 10: shows the reservation with id 99, which no page"},
	} {
		t.Run(fmt.Sprint(row.who), func(t *testing.T) {
			if got := outcome(nil, s.expected(Reservation{ID: row.who}, pageOf("10+10/34"))); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestSearch finds the first number for which something is true.
func TestSearch(t *testing.T) {
	for from := range 4 {
		for to := from; to < 12; to++ {
			for first := from; first <= to; first++ {
				t.Run(fmt.Sprintf("%d of %d to %d", first, from, to), func(t *testing.T) {
					got, err := search(from, to, func(at int) (bool, error) {
						if at < from || at >= to {
							t.Errorf("asked for %d, outside %d to %d", at, from, to-1)
						}
						return at >= first, nil
					})
					if got != first || err != nil {
						t.Errorf("search() = %d, %v, want %d", got, err, first)
					}
				})
			}
		}
	}
	t.Run("fails", func(t *testing.T) {
		if _, err := search(0, 9, func(int) (bool, error) { return true, errBroken }); !errors.Is(err, errBroken) {
			t.Errorf("search() fails with %v, want %v", err, errBroken)
		}
	})
}

// TestApart: whoever shows on three pages is found, in whatever order the pages arrive.
func TestApart(t *testing.T) {
	pages := []string{"0+10/34 1-9", "8+10/34 9 11-16 25", "16+10/34 19-25", "24+10/34 25-34"}
	for _, order := range [][]int{{0, 1, 2, 3}, {0, 2, 3, 1}, {3, 2, 1, 0}, {1, 3, 0, 2}} {
		t.Run(fmt.Sprint(order), func(t *testing.T) {
			s := &stitch{run: &run{size: 10}, overlap: 2, total: 34, seen: map[Reservation]int{}, pages: make([]*page, 4)}
			var err error
			for _, k := range order {
				if err == nil {
					err = s.take(k, pageOf(pages[k]))
				}
			}
			if err == nil {
				err = s.apart()
			}
			if err == nil || !strings.Contains(err.Error(), "id 25 shows on the pages at offsets 8 and 24") {
				t.Errorf("got %v, want that id 25 shows at offsets 8 and 24", err)
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
