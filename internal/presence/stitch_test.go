package presence

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// TestStitch holds a walk over pages that overlap to its requests and to what it makes of them.
func TestStitch(t *testing.T) {
	testRegisters(t, []register{
		{"where everybody shows, pages overlap by one", 25, nil, `
			0+25/60 1-25
			24+25/60 25-49
			59+25/60 60
			48+25/60 49-60`, "1-60"},
		{"where somebody did not come, pages overlap by two", 25, nil, `
			0+25/40 1-24
			23+25/40 24 26-40
			38+25/40 39 40`, "1-24 26-40"},
		{"a register of one page ends at its total", 25, nil, `
			0+25/25 1-25
			24+24/25 25`, "1-25"},
		{"a register of one reservation", 25, doubted, `
			0+25/1 1
			1+25/1`, "1"},
		{"a register of one reservation that did not come", 25, doubted, `
			0+25/1
			0+1/1
			1+25/1`, ""},
		{"a total that is the length of the page changes with the limit", 40, nil, `
			0+40/40 1-40
			39+39/39`, "moved: changed from 40 to 39"},
		{"pages of one reservation do not overlap", 1, nil, `
			0+1/3 1
			1+1/3 2
			2+1/3 3
			3+25/3`, "1-3"},
		{"pages of two reservations overlap by one", 2, nil, `
			0+2/3 1 2
			1+2/3 2 3
			2+2/3 3
			3+25/3`, "1-3"},
		{"nobody at the first seam, and a page between reaches both", 25, nil, `
			0+25/40 1-23
			23+25/40 26-40
			22+25/40 23 26-40
			38+25/40 39 40`, "1-23 26-40"},
		{"nobody at the first seam, and a page between shows somebody new", 25, nil, `
			0+25/40 1-20
			23+25/40 26-38
			20+25/40 21 26-38`, "too large, size 22, page 20: shows the reservation with id 21, which no page"},
		{"a page between the first two has another total", 25, nil, `
			0+25/40 1-20
			23+25/40 26-40
			20+25/41 26-40`, "moved: changed from 40 to 41"},
		{"the second page has another total", 25, nil, `
			0+25/40 1-25
			24+25/39 25-39`, "moved: changed from 40 to 39"},
		{"the end has another total", 25, nil, `
			0+25/40 1-25
			24+25/40 25-40
			39+25/41 40 41`, "moved: changed from 40 to 41"},
		{"the third page has another total", 25, nil, `
			0+25/60 1-25
			24+25/60 25-49
			59+25/60 60
			48+25/61 49-61`, "moved: changed from 60 to 61"},
		{"an item on the second page names nobody", 25, nil, `
			0+25/40 1-25
			24+25/40 25-39 ?`, "unnamed: items name no reservation"},
		{"somebody shows on two pages without a place in common", 25, nil, `
			0+25/60 1-25
			24+25/60 25-49
			59+25/60 60
			48+25/60 3 49-58`, "moved, page 48: id 3 shows on the pages at offsets 0 and 48"},
		{"somebody shows on three pages in a row", 25, nil, `
			0+25/90 1-25
			24+25/90 25-49
			89+25/90 90
			48+25/90 49-73
			72+25/90 49 74-90`, "moved, page 72: id 49 shows on the pages at offsets 24 and 72"},
		{"pages share more than their places", 25, nil, `
			0+25/40 1-25
			24+25/40 24-39`, "moved, page 24: share 2 reservations, but have 1 places in common"},
		{"all of the second page was on the first", 25, nil, `
			0+25/40 1-25
			24+25/40 1-16`, "moved, page 24: share 16 reservations"},
		{"all of the first page is on the second", 25, nil, `
			0+25/40 1-10
			22+25/40 1-15`, "moved, page 22: share 10 reservations, but have 3 places"},
		{"the same page twice", 25, nil, `
			0+25/50 1-25
			24+25/50 1-25`, "misplaced, page 24: share 25 reservations"},
		{"a full page shares nobody", 25, nil, `
			0+25/40 1-25
			24+25/40 26-40`, "moved, page 0: shows 25 reservations, so some must show at offset 24 too"},
		{"the first page is cut short, and a page between shows whom it lacks", 25, nil, `
			0+25/40 1-20
			23+25/40 24-40
			38+25/40 39 40
			20+25/40 21-40`, "too large, size 20, page 20: which no page of the register shows"},
		{"the first page is cut short, and nobody came where it was cut", 25, nil, `
			0+25/40 1-20
			23+25/40 24-40
			38+25/40 39 40
			20+25/40 24-40`, "too large, size 20, page 0: nobody joins the page at offset 0 to the one at offset 23"},
		{"a page is short, but other pages prove the size", 25, nil, `
			0+25/60 1-25
			24+25/60 25-48
			59+25/60 60
			48+25/60 49-60
			47+25/60 49-60`, "1-60"},
		{"a page is short, but shows as many as it must", 25, nil, `
			0+25/40 1-23
			23+25/40 25-40
			38+25/40 39 40
			22+25/40 25-40`, "1-23 25-40"},
		{"the end shows somebody behind the last page", 25, nil, `
			0+25/40 1-25
			24+25/40 25-40
			39+25/40 41`, "moved, page 39: id 41 shows at the end, at offset 39, and not on the last page"},
		{"the end shows somebody from the first page", 25, nil, `
			0+25/40 1-25
			24+25/40 25-40
			39+25/40 3`, "moved, page 39: id 3 shows on the pages at offsets 0 and 39"},
		{"the end shows more than there are", 25, nil, `
			0+25/40 1-25
			24+25/40 25-40
			39+25/40 40 41`, "misplaced, page 39: shows 2 reservations, but with limit 25 and X-Total-Count 40 it can hold 1"},
		{"nobody at the end, but the last page is proven to be served in full", 25, nil, `
			0+25/40 1-25
			24+25/40 25-38
			39+25/40
			40+25/40`, "1-38"},

		{"the first two pages show as many as they are apart, and share nobody", 25, nil, `
			0+25/60 1-23
			23+25/60 24-46`, "too large, size 23, page 23: the pages at offsets 0 and 23 show 23 reservations each, of 25 asked for"},
		{"small pages may do so by chance", 9, nil, `
			0+9/16 1-7
			7+9/16 10-16
			6+9/16 7 10-15
			14+9/16 15 16
			16+25/16`, "1-7 10-16"},
		{"the first two large pages show as many as they are apart, and share nobody", 50, nil, `
			0+50/120 1-48
			48+50/120 49-96`, "too large, size 48, page 48: show 48 reservations each, of 50"},
		{"the first two pages show the same number, but one less", 25, nil, `
			0+25/60 1-22
			23+25/60 26-47
			22+25/60 26-46
			58+25/60 59 60
			46+25/60 47-60`, "1-22 26-60"},
		{"the first page shows one less than the second", 25, nil, `
			0+25/60 1-22
			23+25/60 26-48
			22+25/60 26-47
			58+25/60 59 60
			46+25/60 47-60`, "1-22 26-60"},

		{"the last page is one short, and a page is added", 25, nil, `
			0+25/48 1-24
			23+25/48 24-47
			46+25/48 47 48`, "1-48"},
		{"both pages are two short, and a page is added", 25, nil, `
			0+25/47 1-23
			23+25/47 24-46
			45+25/47 46 47
			22+25/47 23-45`, "1-47"},
		{"a page is added that is just as far on as pages are proven to hold", 25, nil, `
			0+25/47 1-23
			23+25/47 24-45
			22+25/47 23-45
			45+25/47 47
			44+25/47 45 47`, "1-45 47"},
		{"the last page is one short, and shows those at the end", 25, nil, `
			0+25/48 1-24
			23+25/48 24 26-48
			46+25/48 47 48`, "1-24 26-48"},
		{"a page between joins the page that is added", 25, nil, `
			0+25/48 1-24
			23+25/48 24-46
			46+25/48 48
			45+25/48 46 48`, "1-46 48"},
		{"no page is added where the last one is proven to reach the total", 25, nil, `
			0+25/47 1-24
			23+25/47 24-46
			45+25/47 46 47`, "moved, page 45: id 47 shows at the end, at offset 45"},
		{"no page is added to the only one", 25, nil, `
			0+25/25 1-23
			23+24/25 25`, "too large, size 24, page 23: id 25 shows at the end, at offset 23"},
		{"no page is added before a page is proven to reach the next one", 25, nil, `
			0+25/46 1-20
			23+25/46 25-36
			20+25/46 25-36
			44+25/46 46`, "too large, size 22, page 44: id 46 shows at the end, at offset 44"},
		{"the second page fails", 25, nil, `
			0+25/40 1-25
			24+25/broken`, "502: broken"},
		{"the page between fails", 25, nil, `
			0+25/40 1-20
			23+25/40 26-40
			20+25/broken`, "502: broken"},
	})
}

// scriptedStitch is a walk over pages of ten that overlap by two, with a total of 34. Their steps
// are in the order in which they come, which is not always the one of their offsets.
func scriptedStitch(t *testing.T, lines string) *stitch {
	t.Helper()
	return &stitch{run: scriptedRun(t, 10, lines), overlap: 2, total: 34, pages: make([]*page, 4), served: 1}
}

// TestTake adds pages in the order in which parallel requests may bring them.
func TestTake(t *testing.T) {
	steps := [4]string{"0+10/34 1-9", "8+10/34 9 11-16 25", "16+10/34 19-25", "24+10/34 25-34"}
	for _, row := range []struct {
		name  string
		order []int
		want  string
	}{
		{"in order", []int{0, 1, 2, 3}, "moved, page 24: offsets 8 and 24"},
		{"the third page before the second", []int{0, 2, 1, 3}, "moved, page 24: offsets 8 and 24"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			var err error
			for _, k := range row.order {
				if err = s.take(k, pageOf(steps[k])); err != nil {
					break
				}
			}
			if got := outcome(nil, err); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestTakeChecksBothSeams adds a page between two others, of which one contradicts it.
func TestTakeChecksBothSeams(t *testing.T) {
	for _, row := range []struct{ name, left, right, want string }{
		{"the left one", "0+10/34 1-10", "16+10/34 18-26", "moved, page 0: so some must show at offset 8 too"},
		{"the right one", "0+10/34 1-9", "16+10/34 15-24", "moved, page 16: share 4 reservations, but have 2 places"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			for k, step := range []string{0: row.left, 2: row.right} {
				if step != "" {
					if err := s.take(k, pageOf(step)); err != nil {
						t.Fatal(err)
					}
				}
			}
			middle := "8+10/34 11-18"
			if row.left == "0+10/34 1-9" {
				middle = "8+10/34 9-18"
			}
			if got := outcome(nil, s.take(1, pageOf(middle))); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

// TestSeam holds what a seam proves to the reservations that both pages show. Pages of ten begin
// eight places apart.
func TestSeam(t *testing.T) {
	for _, row := range []struct {
		name, left, right string
		want              string // served, linked, gaps, torn
	}{
		{"one shared", "0+10/18 1-9", "8+10/18 9 11-18", "9 true [] []"},
		{"one shared further back", "8+10/34 9-17", "16+10/34 17-26", "9 true [] []"},
		{"nobody came where two meet further back", "8+10/34 9-16", "16+10/34 19-26", "1 false [0] []"},
		{"two shared", "0+10/18 2 9 10", "8+10/18 9-18", "9 true [] []"},
		{"nobody came where they meet", "0+10/18 1-8", "8+10/18 11-18", "1 false [0] []"},
		{"the left page holds as many as it can without sharing", "0+10/18 1-8", "8+10/18 12", "1 false [0] []"},
		{"the right page shows one more than fit behind the left one", "0+10/18 1-8", "8+10/18 10-18", "1 false [] [0]"},
		{"a short last page that is full", "0+10/9 1-8", "8+10/9 9", "1 false [] [0]"},
		{"a short last page on which nobody shows", "0+10/9 1-8", "8+10/9", "1 false [0] []"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.pages = pagesOf(row.left, row.right)
			if err := s.seam(0); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(s.served, s.linked, s.gaps, s.torn); got != row.want {
				t.Errorf("served, linked, gaps, torn are %s, want %s", got, row.want)
			}
		})
	}
}

// TestSeamItems compares what two pages show of the reservations on both.
func TestSeamItems(t *testing.T) {
	plain := func(*types.PresenceItem) {}
	for _, row := range []struct {
		name, left, right string
		edit              func(item *types.PresenceItem) // of the right page
		want              string
	}{
		{"the same on two days", "1: 9, 2: 9", "1: 9, 2: 9", plain, ""},
		{"in another order", "1: 9 9 4, 2: 9", "2: 9, 1: 8 9 9", plain, ""},
		{"others show other items", "1: 4 9, 2: 4", "1: 9 6 6", plain, ""},
		{"a day of one page alone, without items", "1: 9, 2:", "1: 9", plain, ""},
		{"last modified at another time", "1: 9", "1: 9", func(item *types.PresenceItem) { item.Modified = types.NewDateTime(time.Unix(1, 0)) }, ""},
		{"on another day", "1: 9", "2: 9", plain, "moved, page 8: the pages at offsets 0 and 8 show different items of the same reservation"},
		{"one day less", "1: 9, 2: 9", "1: 9", plain, "moved, page 8: show different items"},
		{"one day more", "1: 9", "1: 9, 2: 9", plain, "moved, page 8: show different items"},
		{"an item twice", "1: 9", "1: 9 9", plain, "moved, page 8: show different items"},
		{"one of two shared", "1: 9 10, 2: 10", "1: 9 10, 2: 9", plain, "moved, page 8: show different items"},
		{"more persons", "1: 9", "1: 9", func(item *types.PresenceItem) { item.NumOfPersons = types.Ptr(3) }, "moved, page 8: show different items"},
		{"another name", "1: 9", "1: 9", func(item *types.PresenceItem) { item.ReservationName = "Bos" }, "moved, page 8: show different items"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.pages = []*page{pageOfDays(0, 18, strings.Split(row.left, ", ")...), pageOfDays(8, 18, strings.Split(row.right, ", ")...)}
			for _, day := range s.pages[1].days {
				for _, item := range day.items {
					row.edit(&item.PresenceItem)
				}
			}
			if got := outcome(nil, s.seam(0)); differs(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
			if row.want == "" {
				return
			}
			right := s.pages[1]
			s.pages = s.pages[:1] // which it is compared with as the page at the end, and as one read for a proof
			for who, proof := range map[string]func(*page) error{"end": s.end, "check": s.check} {
				s.total = right.total
				if got := outcome(nil, proof(right)); differs(got, row.want) {
					t.Errorf("%s: got  %s\nwant %s", who, got, row.want)
				}
			}
		})
	}
}

// TestSeamOfProvenPages keeps what other pages prove of the page size.
func TestSeamOfProvenPages(t *testing.T) {
	s := scriptedStitch(t, "")
	s.pages, s.served = pagesOf("0+10/18 1-9", "8+10/18 9-18"), 10
	if err := s.seam(0); err != nil || s.served != 10 {
		t.Errorf("%v, and %d reservations are proven, want 10", err, s.served)
	}
}

// TestEnd holds what the page at the total proves. The last page of ten begins at offset 24.
func TestEnd(t *testing.T) {
	for _, row := range []struct {
		name, page string
		want       string // served, ended, linked
	}{
		{"the last two", "32+10/34 33 34", "9 true true"},
		{"the last one", "32+10/34 34", "9 true true"},
		{"nobody", "32+10/34", "1 false false"},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.pages = pagesOf("0+10/34", "8+10/34", "16+10/34", "24+10/34 25-34")
			if err := s.end(pageOf(row.page)); err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(s.served, s.ended, s.linked); got != row.want {
				t.Errorf("served, ended, linked are %s, want %s", got, row.want)
			}
		})
	}
}

// TestNeeded holds how many reservations a page must be proven to hold.
func TestNeeded(t *testing.T) {
	for _, row := range []struct {
		name  string
		pages []*page
		ended bool
		want  int
	}{
		{"one page", pagesOf("0+10/7"), false, 7},
		{"one page with a proven end", pagesOf("0+10/7"), true, 0},
		{"two pages, the last one full", pagesOf("0+10/34", "24+10/34"), false, 10},
		{"two pages, the last one short", pagesOf("0+10/31", "24+10/31"), false, 8},
		{"two pages with a proven end", pagesOf("0+10/34", "24+10/34"), true, 8},
		{"the last page is not read yet", append(pagesOf("0+10/34"), nil), false, 8},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.pages, s.total, s.ended = row.pages, row.pages[0].total, row.ended
			if got := s.needed(); got != row.want {
				t.Errorf("needed() = %d, want %d", got, row.want)
			}
		})
	}
}

// TestShort holds what is made of a reservation that a page should have shown. Pages of ten that
// overlap by two must hold eight.
func TestShort(t *testing.T) {
	for _, row := range []struct {
		served int
		want   cause
	}{{7, tooLarge}, {8, moved}, {9, moved}} {
		t.Run(fmt.Sprintf("%d proven", row.served), func(t *testing.T) {
			s := scriptedStitch(t, "")
			s.pages, s.served, s.ended = pagesOf("0+10/18 1-3", "8+10/18 11-12"), row.served, true
			c, _ := s.short(s.pages[0], "lost %d", 4).(*contradiction)
			if c == nil || c.cause != row.want || c.reason != "lost 4" || c.page != s.pages[0] {
				t.Errorf("short() = %+v, want cause %d", c, row.want)
			}
		})
	}
}

// TestOverlapping holds which pages were asked for a place in common.
func TestOverlapping(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"0+10/34", "9+10/34", true},
		{"0+10/34", "10+10/34", false},
		{"0+10/34", "11+10/34", false},
		{"30+10/34", "33+10/34", true},
		{"30+10/34", "34+10/34", false},
		{"12+1/34", "10+10/34", true},
	} {
		t.Run(row.a+" "+row.b, func(t *testing.T) {
			a, b := pageOf(row.a), pageOf(row.b)
			if overlapping(a, b) != row.want || overlapping(b, a) != row.want {
				t.Errorf("overlapping(a, b) = %v, (b, a) = %v, want %v", overlapping(a, b), overlapping(b, a), row.want)
			}
		})
	}
}
