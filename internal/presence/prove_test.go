package presence

import (
	"fmt"
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
			47+25/60 48 61`, "moved, page 47: shows the reservation with id 61, which no page"},
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

		{"a full page and nobody at the end: the offset is proven one place on", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+24/25 2-25`, "1-25"},
		{"one other reservation may show one place on", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+24/25 1-24`, "1-25"},
		{"two may not", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+24/25 3-25`, "moved: at offsets 0 and 1 show other reservations"},
		{"another total one place on", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+24/26 2-26`, "misplaced, page 1: with limit 24 and X-Total-Count 26 it can hold 24"},
		{"the page one place on fails", 25, nil, `
			0+25/25 1-25
			24+24/25
			25+25/25
			1+24/broken`, "502: broken"},
	})
}

// singles is the reads of single places at which nobody shows.
func singles(from, to, total int) (lines string) {
	for at := from; at < to; at++ {
		lines += fmt.Sprintf("%d+1/%d\n", at, total)
	}
	return lines
}
