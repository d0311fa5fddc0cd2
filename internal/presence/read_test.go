// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"testing"
)

// TestProgress counts the reservations that the pages read so far cover. A walk that goes on with smaller
// pages has come no less far than before, and never farther than there are reservations.
func TestProgress(t *testing.T) {
	for _, test := range []struct {
		name  string
		pages []*page
		want  string // covered and total
	}{
		{"the first page", append(pagesOf("0+10/34:"), nil, nil, nil), "10 34"},
		{"pages that overlap", append(pagesOf("0+10/34:", "8+10/34:"), nil, nil), "18 34"},
		{"the page between is not read yet", append(pagesOf("0+10/34:"), nil, pageOf("16+10/34:"), nil), "20 34"},
		{"a page after the total", pagesOf("0+10/5:", "20+10/5:"), "5 5"},
		{"the page between overlaps both", append(pagesOf("0+6/20:"), nil, pageOf("4+6/20:")), "10 20"},
		{"a page within another one", pagesOf("0+10/34:", "2+3/34:", "8+10/34:"), "18 34"},
		{"smaller pages than before", pagesOf("0+5/34:"), "7 34"},
		{"a total below what was covered", pagesOf("0+5/6:"), "6 6"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &run{walk: walk{covered: 7}}
			r.state.Walks = 2
			got := Progress{}
			r.Progress = func(p Progress) { got = p }
			if r.progress(test.pages); fmt.Sprint(got) != "{"+test.want+" 2}" {
				t.Errorf("got %v, want {%s 2}", got, test.want)
			}
		})
	}
}
