package presence

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestProve holds a walk to what it asks where nobody shows at the seams or at the end.
func TestProve(t *testing.T) {
	testRegisters(t, []register{
		{"a later seam without anybody is bridged", 25, nil, `
			0+25/60 1-25
			24+25/60 25-48
			59+25/60 60
			48+25/60 50-60
			47+25/60 48 50-60`, "1-48 50-60"},
		{"a page between has another total", 25, nil, `
			0+25/60 1-25
			24+25/60 25-48
			59+25/60 60
			48+25/60 50-60
			47+25/59 48 50-59`, "moved: changed from 60 to 59"},
		{"a page between shows somebody new", 25, nil, `
			0+25/60 1-25
			24+25/60 25-48
			59+25/60 60
			48+25/60 50-60
			47+25/60 48 61`, "moved, size 25, page 47: shows the reservation with id 61, which no page"},
		{"a page between shows somebody from far away", 25, nil, `
			0+25/60 1-25
			24+25/60 25-48
			59+25/60 60
			48+25/60 50-60
			47+25/60 48 5`, "moved, page 47: id 5 shows on the pages at offsets 0 and 47"},
		{"a page between fails", 25, nil, `
			0+25/60 1-25
			24+25/60 25-48
			59+25/60 60
			48+25/60 50-60
			47+25/broken`, "502: broken"},

		{"nobody at the end of a single page: a page from its last reservation on", 26, doubted, `
			0+26/26 1-24 26
			24+26/26 26`, "1-24 26"},
		{"nobody at the end, and a page before it shows somebody new", 25, nil, `
			0+25/25 1-20
			23+25/25
			20+25/25 21`, "too large, size 20, page 20: shows the reservation with id 21"},
		{"nobody at the end, and the page before it fails", 25, nil, `
			0+25/25 1-20
			23+25/25
			20+25/broken`, "502: broken"},
		{"small pages: somebody behind the total", 10, nil, `
			0+10/10 1-10
			9+10/10 10
			10+10/10
			20+10/10 21`, "misplaced, page 20: shows 1 reservations"},
		{"small pages: another total behind the total", 10, nil, `
			0+10/10 1-10
			9+10/10 10
			10+10/9`, "moved: changed from 10 to 9"},
		{"small pages: nobody behind the total", 10, nil, `
			0+10/10 1-10
			9+10/10 10` + "\n" + nobodyBehind(10, 10), "1-10"},
		{"half of the last page is enough not to look behind the total", 25, nil, `
			0+25/41 1-24
			23+25/41 24 33-40
			39+25/41 40`, "1-24 33-40"},
		{"less than half of the last page is not", 25, nil, `
			0+25/41 1-24
			23+25/41 24 34-40
			39+25/41 40
			41+25/41`, "1-24 34-40"},
		{"the page behind the total fails", 25, nil, `
			0+25/41 1-24
			23+25/41 24 34-40
			39+25/41 40
			41+25/broken`, "502: broken"},

		{"a full page and nobody at the end: the offset is proven one place on", 25, nil, `
			0+25/25 1-25
			24+25/25
			1+25/25 2-25`, "1-25"},
		{"one other reservation may show one place on", 25, nil, `
			0+25/25 1-25
			24+25/25
			1+25/25 1-24`, "1-25"},
		{"two may not", 25, nil, `
			0+25/25 1-25
			24+25/25
			1+25/25 3-25`, "moved: at offsets 0 and 1 show other reservations"},
		{"another total one place on", 25, nil, `
			0+25/25 1-25
			24+25/25
			1+25/26 2-26`, "moved: changed from 25 to 26"},
		{"the page one place on fails", 25, nil, `
			0+25/25 1-25
			24+25/25
			1+25/broken`, "502: broken"},
		{"a page of two: one of them must show one place on", 2, nil, `
			0+2/2 1 2
			1+2/2` + "\n" + nobodyBehind(2, 2) + `
			1+2/2`, "moved: at offsets 0 and 1 show other reservations"},
		{"the offset is proven where most show", 25, nil, `
			0+25/40 1-23
			23+25/40 30
			22+25/40
			38+25/40
			40+25/40
			1+25/40 2-23`, "1-23 30"},
		{"a page between that shares proves the offset", 25, nil, `
			0+25/40 1-23
			23+25/40
			22+25/40 23
			38+25/40
			40+25/40`, "1-23"},

		{"nobody at the later seams, and the first one proves the offset", 25, nil, `
			0+25/60 1-25
			24+25/60 25-40
			59+25/60
			48+25/60
			40+25/60
			60+25/60`, "1-40"},

		{"the last one alone proves the page size", 25, nil, `
			0+25/60
			23+25/60
			12+25/60
			58+25/60 60
			46+25/60 60
			35+25/60 60
			60+25/60
			53+25/60 60
			57+25/60 60
			59+25/60 60
			47+25/60 60
			41+25/60 60
			38+25/60 60
			36+25/60 60
			35+25/60 60`, "60"},
		{"one alone proves the page size", 10, nil, `
			0+10/12 3
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			5+10/12
			3+10/12
			2+10/12 3
			1+10/12 3
			0+10/12 3
			3+10/12
			6+10/12
			9+10/12`, "3"},
		{"another total where one alone is looked for", 10, nil, `
			0+10/12 3
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			5+10/11`, "moved: changed from 12 to 11"},
		{"somebody new where one alone is looked for", 10, nil, `
			0+10/12 3
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			5+10/12 99`, "too large, size 5, page 5: id 99, which no page"},
		{"the search for its place fails", 10, nil, `
			0+10/12 3
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			5+10/broken`, "502: broken"},
		{"the search for the page size fails", 10, nil, `
			0+10/12 3
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			5+10/12
			3+10/12
			2+10/12 3
			1+10/broken`, "502: broken"},
		{"a page behind its place fails", 10, nil, `
			0+10/12 3
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			5+10/12
			3+10/12
			2+10/12 3
			1+10/12 3
			0+10/12 3
			3+10/broken`, "502: broken"},
		{"nobody on any page: one page for all, and then single places", 10, nil, `
			0+10/12
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			0+12/12
			` + singles(0, 12, 12), ""},
		{"nobody on any page, and a large page is refused", 10, nil, `
			0+10/12
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			0+12/refused
			` + singles(0, 12, 12), ""},
		{"nobody on any page, and a large page fails", 10, nil, `
			0+10/12
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			0+12/broken`, "502: broken"},
		{"nobody on any page, and somebody on a large one", 10, nil, `
			0+10/12
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			0+12/12 4`, "misplaced, page 0: nobody shows on pages of 10, but 1 do on one of 12"},
		{"nobody on one page, and somebody at a single place", 10, nil, `
			0+10/10
			8+10/10
			5+10/10
			` + nobodyBehind(10, 10) + `
			0+1/10
			1+1/10 2`, "too large, size 5, page 1: shows the reservation with id 2"},
		{"nobody on one page, and a single place with another total", 10, nil, `
			0+10/10
			8+10/10
			5+10/10
			` + nobodyBehind(10, 10) + `
			0+1/11`, "moved: changed from 10 to 11"},
	})
}

// singles is the reads of single places at which nobody shows.
func singles(from, to, total int) (lines string) {
	for at := from; at < to; at++ {
		lines += fmt.Sprintf("%d+1/%d\n", at, total)
	}
	return lines
}

// TestProveSize finds out from whoever shows how many reservations the service serves at most.
func TestProveSize(t *testing.T) {
	for _, row := range []struct {
		name        string
		limit       int
		total, most int
		ids         string
		want        string
		requests    int // 0 where it depends on who is looked for
	}{
		{"one in the middle, served in full", 25, 60, 25, "31", "31", 18},
		{"one in the middle of small pages", 3, 5, 3, "3", "3", 18},
		{"the first one, served in full", 25, 60, 25, "1", "1", 0},
		{"the last one, served in full", 25, 60, 25, "60", "60", 0},
		{"one in the middle of a single page", 25, 25, 25, "12", "12", 0},
		{"one in the middle, 10 served", 25, 60, 10, "29", "too large, size 10: asked for 25 reservations, the service serves 10", 0},
		{"one in the middle, all but one served", 25, 60, 24, "29", "too large, size 24: asked for 25 reservations, the service serves 24", 0},
		{"one at the end, 10 served", 25, 60, 10, "60", "too large, size 12, page 58: id 60 shows at the end", 0},
		{"one where no page reaches, 10 served", 25, 60, 10, "46", "too large, size 12, page 45: id 46, which no page", 0},
		{"one at the beginning, 10 served, nobody else", 25, 60, 10, "3", "3", 0},
		{"one on the first page, another where no page reaches", 25, 60, 5, "3 40", "too large, size 12, page 35: id 40, which no page", 0},
		{"a short page is joined by one between, and 20 are served", 25, 40, 20, "1-5 20 24-40", "too large, size 20: asked for 25 reservations, the service serves 20", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := newPark(row.total, row.most, row.ids)
			r := scriptedRun(t, row.limit, "")
			r.Fetch = p.fetch
			if got := outcome(r.pages(t.Context())); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s\nafter %v", got, row.want, p.asked)
			}
			if row.requests > 0 && len(p.asked) != row.requests {
				t.Errorf("%d requests, want %d: %v", len(p.asked), row.requests, p.asked)
			}
		})
	}
}

// TestSpareProofs counts the seams that are bridged. Pages of 25 begin every 23 places, and the
// seam behind page k is at the places 23k+23 and 23k+24.
func TestSpareProofs(t *testing.T) {
	for _, row := range []struct {
		pages, gaps, want int
	}{
		{31, 1, 1}, {31, 4, 4}, {31, 5, 4}, {31, 6, 4}, {30, 6, 6}, {30, 5, 4}, {10, 4, 4},
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
	for _, row := range []struct{ served, want int }{{22, 5}, {23, 4}} {
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

// TestEmptyRegister reads a register on which nobody shows: one large page and single places
// spread over the register, no more than maxProbes.
func TestEmptyRegister(t *testing.T) {
	for _, row := range []struct {
		total, large, first, second, last, n int
	}{
		{26, 26, 0, 1, 25, 26}, {100, 100, 0, 1, 99, 100}, {150, 150, 0, 1, 148, 100}, {5000, 1000, 0, 50, 4950, 100},
	} {
		t.Run(fmt.Sprint(row.total), func(t *testing.T) {
			p := newPark(row.total, 1000, "")
			r := scriptedRun(t, 25, "")
			r.Fetch = p.fetch
			if got := outcome(r.pages(t.Context())); got != "" {
				t.Fatal(got)
			}
			large := slices.Index(p.asked, fmt.Sprintf("0+%d", row.large))
			var probes []string
			for _, asked := range p.asked {
				if strings.HasSuffix(asked, "+1") {
					probes = append(probes, asked)
				}
			}
			if large < 0 || len(probes) != row.n {
				t.Fatalf("%d single places and the large page at %d, want %d places: %v", len(probes), large, row.n, p.asked)
			}
			got := []string{probes[0], probes[1], probes[len(probes)-1]}
			want := []string{fmt.Sprintf("%d+1", row.first), fmt.Sprintf("%d+1", row.second), fmt.Sprintf("%d+1", row.last)}
			if !slices.Equal(got, want) {
				t.Errorf("the first two and the last place are %v, want %v", got, want)
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
