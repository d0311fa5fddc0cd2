package presence

import (
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
			24+25/26 26`, "1-24 26"},
		{"nobody at the end, and a page before it shows somebody new", 25, nil, `
			0+25/25 1-20
			23+24/25
			20+25/25 21`, "too large, size 22, page 20: shows the reservation with id 21"},
		{"nobody at the end, and the page before it fails", 25, nil, `
			0+25/25 1-20
			23+24/25
			20+25/broken`, "502: broken"},
		{"small pages: somebody behind the total", 10, nil, `
			0+10/10 1-10
			9+9/10 10
			10+10/10
			20+10/10 21`, "misplaced, page 20: although X-Total-Count is"},
		{"small pages: another total behind the total", 10, nil, `
			0+10/10 1-10
			9+9/10 10
			10+10/9`, "moved: changed from 10 to 9"},
		{"small pages: nobody behind the total", 10, nil, `
			0+10/10 1-10
			9+9/10 10` + "\n" + nobodyBehind(10, 10), "1-10"},
		{"half of all reservations are enough not to look behind the total", 25, nil, `
			0+25/40 14-24
			23+25/40 24 32-40
			38+25/40 39 40`, "14-24 32-40"},
		{"less than half of them are not", 25, nil, `
			0+25/40 15-24
			23+25/40 24 32-40
			38+25/40 39 40
			40+25/40`, "15-24 32-40"},
		{"a full last page and less than half of all reservations", 25, nil, `
			0+25/41 23 24
			23+25/41 24 25-41
			39+25/41 40 41
			41+25/41`, "23-41"},
		{"somebody behind the total", 25, nil, `
			0+25/40 15-24
			23+25/40 24 32-40
			38+25/40 39 40
			40+25/40 41`, "misplaced, page 40: although X-Total-Count is"},
		{"the page behind the total fails", 25, nil, `
			0+25/40 15-24
			23+25/40 24 32-40
			38+25/40 39 40
			40+25/broken`, "502: broken"},

		{"a full page and nobody at the end: the offset is proven one place on", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+25/25 2-25`, "1-25"},
		{"one other reservation may show one place on", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+25/25 1-24`, "1-25"},
		{"two may not", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+25/25 3-25`, "moved: at offsets 0 and 1 show other reservations"},
		{"another total one place on", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+25/26 2-26`, "moved: changed from 25 to 26"},
		{"the page one place on fails", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
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
		{"a page in front of its place does not show it, although one further in front does", 10, nil, `
			0+10/12 3
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			5+10/12
			3+10/12
			2+10/12 3
			1+10/12`, "too large, size 3: asked for 10 reservations, the service serves 3"},
		{"nobody on any page: one page for all, and then a page from every place on", 10, nil, `
			0+10/12
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			0+12/12
			` + fromEveryPlace(12, 10), ""},
		{"nobody on any page, and a large page is refused", 10, nil, `
			0+10/12
			8+10/12
			5+10/12
			10+10/12
			11+10/12
			` + nobodyBehind(12, 10) + `
			0+12/refused
			` + fromEveryPlace(12, 10), ""},
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
		{"nobody on one page, and somebody one place on", 10, nil, `
			0+10/10
			8+9/10
			5+10/10
			` + nobodyBehind(10, 10) + `
			0+10/10
			1+10/10 2`, "too large, size 5, page 1: shows the reservation with id 2"},
		{"nobody on one page, and then another total", 10, nil, `
			0+10/10
			8+9/10
			5+10/10
			` + nobodyBehind(10, 10) + `
			0+10/11`, "moved: changed from 10 to 11"},
	})
}

// singles is the reads of single places at which nobody shows.
func singles(from, to, total int) (lines string) {
	for at := from; at < to; at++ {
		lines += fmt.Sprintf("%d+1/%d\n", at, total)
	}
	return lines
}

// fromEveryPlace is the pages of a size that begin at each place of the register, without anybody.
func fromEveryPlace(total, size int) (lines string) {
	for at := range total {
		lines += fmt.Sprintf("%d+%d/%d\n", at, size, total)
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
		requests    int
	}{
		{"one in the middle, served in full", 25, 60, 25, "31", "31", 18},
		{"one in the middle of small pages", 3, 5, 3, "3", "3", 18},
		{"the first one, served in full", 25, 60, 25, "1", "1", 72},
		{"the last one, served in full", 25, 60, 25, "60", "60", 15},
		{"one in the middle of a single page", 25, 25, 25, "12", "12", 15},
		{"one in the middle, 10 served", 25, 60, 10, "29", "too large, size 10: asked for 25 reservations, the service serves 10", 17},
		{"one in the middle, all but one served", 25, 60, 24, "29", "too large, size 24: asked for 25 reservations, the service serves 24", 18},
		{"one at the end, 10 served", 25, 60, 10, "60", "too large, size 13, page 58: id 60 shows at the end", 5},
		{"one where no page reaches, 10 served", 25, 60, 10, "46", "too large, size 13, page 36: id 46, which no page", 46},
		{"one at the beginning, 10 served, nobody else", 25, 60, 10, "3", "3", 34},
		{"one on the first page, another where no page reaches", 25, 60, 5, "3 40", "too large, size 13, page 35: id 40, which no page", 6},
		{"a short page is joined by one between, and 20 are served", 25, 40, 20, "1-5 20 24-40", "too large, size 20: asked for 25 reservations, the service serves 20", 14},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := newPark(row.total, row.most, row.ids)
			r := scriptedRun(t, row.limit, "")
			r.Fetch = p.fetch
			if got := outcome(r.pages(t.Context())); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s\nafter %v", got, row.want, p.asked)
			}
			if len(p.asked) != row.requests {
				t.Errorf("%d requests, want %d: %v", len(p.asked), row.requests, p.asked)
			}
		})
	}
}

// TestProveSizeByTheSmallest looks for the smallest id on the last page that shows any, every time
// anew: half of the way to where its page ends, and so on.
func TestProveSizeByTheSmallest(t *testing.T) {
	for _, row := range []struct{ ids, want string }{
		{"36-44", "36+25 30+25 33+25 35+25 23+25 17+25 14+25 12+25 11+25"},
		{"3 36-44", "36+25 30+25 33+25 35+25 23+25 17+25 14+25 12+25 11+25"},
		{"4-12", "13+25 7+25 4+25 2+25 3+25 1+25 0+25 4+25 13+25 22+25 31+25 40+25 49+25 58+25"},
	} {
		t.Run(row.ids, func(t *testing.T) {
			for range 5 { // a map has an order of its own each time
				p := newPark(60, 25, row.ids)
				r := scriptedRun(t, 25, "")
				r.Fetch = p.fetch
				if got := outcome(r.pages(t.Context())); got != row.ids {
					t.Fatalf("got  %s\nwant %s", got, row.ids)
				}
				behind := slices.Index(p.asked, "60+25")
				if got := strings.Join(p.asked[behind+1:], " "); got != row.want {
					t.Errorf("asked %s\nwant  %s", got, row.want)
				}
			}
		})
	}
}

// TestProveSizeSteps looks behind the only reservation in steps of what is proven, but no more often
// than maxProbes or so.
func TestProveSizeSteps(t *testing.T) {
	for _, row := range []struct {
		total int
		ids   string
		step  int
	}{
		{60, "1", 1}, {199, "1", 1}, {200, "1", 2}, {5000, "1", 50}, {60, "4", 4}, {499, "4", 4}, {500, "4", 5},
	} {
		t.Run(fmt.Sprintf("%s of %d", row.ids, row.total), func(t *testing.T) {
			p := newPark(row.total, 25, row.ids)
			r := scriptedRun(t, 25, "")
			r.Fetch = p.fetch
			if got := outcome(r.pages(t.Context())); got != row.ids {
				t.Fatal(got)
			}
			var want []string
			for at := number(row.ids); at < row.total; at += row.step {
				want = append(want, fmt.Sprintf("%d+25", at))
			}
			if got := p.asked[max(0, len(p.asked)-len(want)):]; !slices.Equal(got, want) {
				t.Errorf("asked %v\nwant at the end %v", p.asked, want)
			}
		})
	}
}
