package presence

import (
	"fmt"
	"slices"
	"testing"
)

// TestAlign holds a walk over pages that do not overlap to its requests and to what it makes of them.
func TestAlign(t *testing.T) {
	testRegisters(t, []register{
		{"both pages and the end proven by the last places", 25, inPages, `
			0+25/27 1-25
			25+25/27 26 27
			27+1/27
			` + singles(28, 50, 27) + `
			50+25/27
			24+1/27 25
			26+1/27 27`, "1-27"},
		{"a page larger than documented is read again", 30, inPages, `
			0+30/27 1-27
			0+25/27 1-25
			25+25/27 26 27
			` + singles(27, 50, 27) + `
			50+25/27
			24+1/27 25
			26+1/27 27`, "1-27"},
		{"the documented size fails", 30, inPages, `
			0+30/27 1-27
			0+25/broken`, "502: broken"},
		{"the documented size has another total", 30, inPages, `
			0+30/27 1-27
			0+25/28 1-25`, "moved: changed from 27 to 28"},
		{"items that name nobody: places with a name prove the pages", 25, nil, `
			0+25/40 ? 2-25
			25+25/40 26-40
			` + singles(40, 50, 40) + `
			50+25/40
			24+1/40 25
			39+1/40 40`, "? 2-40"},
		{"an item that names nobody proves nothing", 25, inPages, `
			0+25/40 1-25
			25+25/40 26-39 ?
			` + singles(40, 50, 40) + `
			50+25/40
			24+1/40 25
			39+1/40 ?
			38+1/40 39`, "1-39 ?"},
		{"items that name nobody: somebody at a place whom its page does not show", 25, nil, `
			0+25/40 ? 2-20
			25+25/40 26-40
			` + singles(40, 50, 40) + `
			50+25/40
			24+1/40 25`, "too large, size 19, page 24: the page at offset 0 with limit 25 does not show the reservation with id 25"},
		{"items that name nobody: somebody behind the total", 25, nil, `
			0+25/40 ? 2-25
			25+25/40 26-40
			40+1/40 41`, "misplaced, page 40: although X-Total-Count is"},
		{"an item that names nobody behind the total", 25, nil, `
			0+25/40 ? 2-25
			25+25/40 26-40
			40+1/40 ?`, "misplaced, page 40: although X-Total-Count is"},
		{"somebody behind the last page", 25, nil, `
			0+25/40 ? 2-25
			25+25/40 26-40
			` + singles(40, 50, 40) + `
			50+25/40 51`, "misplaced, page 50: although X-Total-Count is"},
		{"somebody behind the total", 25, inPages, `
			0+25/49 1-25
			25+25/49 26-49
			49+1/49 50`, "misplaced, page 49: although X-Total-Count is"},
		{"another total behind the total", 25, inPages, `
			0+25/49 1-25
			25+25/49 26-49
			49+1/50 50`, "moved: changed from 49 to 50"},
		{"a page behind the total fails", 25, inPages, `
			0+25/49 1-25
			25+25/49 26-49
			49+1/broken`, "502: broken"},
		{"the second page has another total", 25, inPages, `
			0+25/40 1-25
			25+25/41 26-41`, "moved: changed from 40 to 41"},
		{"the second page fails", 25, inPages, `
			0+25/40 1-25
			25+25/broken`, "502: broken"},
		{"somebody on two pages", 25, inPages, `
			0+25/40 1-25
			25+25/40 7`, "moved, page 25: id 7 shows on the pages at offsets 0 and 25"},
		{"somebody at a place whom its page does not show", 25, inPages, `
			0+25/49 1-20
			25+25/49 26-49
			49+1/49
			50+25/49
			24+1/49 25`, "too large, size 24, page 24: the page at offset 0 with limit 25 does not show the reservation with id 25, who shows at offset 24 alone"},
		{"the place has another total", 25, inPages, `
			0+25/49 1-25
			25+25/49 26-49
			49+1/49
			50+25/49
			24+1/48 25`, "moved: changed from 49 to 48"},
		{"the place fails", 25, inPages, `
			0+25/49 1-25
			25+25/49 26-49
			49+1/49
			50+25/49
			24+1/broken`, "502: broken"},
		{"nobody came for the last places", 25, inPages, `
			0+25/49 1-23
			25+25/49 26-47
			49+1/49
			50+25/49
			24+1/49
			48+1/49
			23+1/49
			47+1/49
			22+1/49 23
			46+1/49 47`, "1-23 26-47"},
		{"a full page behind the first proves size and offset at once", 25, inPages, `
			0+25/50 1-24
			25+25/50 26-50
			50+25/50
			24+1/50
			49+1/50 50`, "1-24 26-50"},
		{"a page that is not full proves the offset only", 25, inPages, `
			0+25/49 1-24
			25+25/49 26-49
			49+1/49
			50+25/49
			24+1/49
			48+1/49 49
			23+1/49 24`, "1-24 26-49"},
		{"a page that is not full is not asked again once the offset is proven", 25, inPages, `
			0+25/49 1-23
			25+25/49 26-49
			49+1/49
			50+25/49
			24+1/49
			48+1/49 49
			23+1/49
			22+1/49 23`, "1-23 26-49"},
		{"the only page is full", 25, func(r *run) { r.doubted, r.aligned = true, true }, `
			0+25/25 1-25
			25+25/25
			24+1/25 25`, "1-25"},
		{"the only page is not full", 25, func(r *run) { r.doubted, r.aligned = true, true }, `
			0+25/24 1-24
			24+1/24
			25+25/24
			23+1/24 24`, "1-24"},
		{"pages of one", 1, inPages, `
			0+1/2 1
			1+1/2 2
			2+1/2
			0+1/2 1
			1+1/2 2`, "1-2"},
		{"a last page of one, and nobody there", 25, inPages, `
			0+25/26 1-25
			25+25/26
			` + singles(26, 50, 26) + `
			50+25/26
			24+1/26 25
			25+1/26`, "1-25"},
	})
}

// TestAlignGivesUp reads a register on which nobody shows place by place, up to a hundred of them.
func TestAlignGivesUp(t *testing.T) {
	for _, row := range []struct{ total, places int }{{25, 25}, {75, 75}, {100, 100}, {125, 100}} {
		t.Run(fmt.Sprint(row.total), func(t *testing.T) {
			p := newPark(row.total, 25, "")
			r := scriptedRun(t, 25, "")
			r.Fetch, r.aligned, r.doubted = p.fetch, true, true
			if got := outcome(r.pages(t.Context())); got != "" {
				t.Fatal(got)
			}
			last := slices.Index(p.asked, fmt.Sprintf("%d+25", row.total))
			if places := len(p.asked) - last - 1; places != row.places {
				t.Errorf("%d places were read, want %d: %v", places, row.places, p.asked)
			}
		})
	}
}
