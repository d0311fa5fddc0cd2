// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shownOn writes down who shows on a page.
func shownOn(p *page) string {
	var names []string
	for who := range p.who {
		names = append(names, fmt.Sprintf("%d/%s", who.ID, who.Number))
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// TestIdentify: an id and a number that are in one item are those of one reservation, on all pages.
func TestIdentify(t *testing.T) {
	for _, test := range []struct {
		name  string
		pages []string // in the order in which they are read
		want  []string // who shows on them in the end
	}{
		{"every item has an id", []string{"1/R1 2/R2", "2/R2"}, []string{"1/ 2/", "2/"}},
		{"numbers alone", []string{"/R1 /R2"}, []string{"0/R1 0/R2"}},
		{"some items of a page", []string{"1/R1 /R1 /R2"}, []string{"0/R2 1/"}},
		{"an earlier page tells", []string{"1/R1", "/R1"}, []string{"1/", "1/"}},
		{"a later page tells", []string{"/R1 /R2", "3/R3", "1/R1"}, []string{"0/R2 1/", "3/", "1/"}},
		{"a later page tells two", []string{"/R1", "/R2", "1/R1 2/R2"}, []string{"1/", "2/", "1/ 2/"}},
		{"an id alone tells nothing", []string{"/R1", "1/"}, []string{"0/R1", "1/"}},
		{"a number with two ids is a name by itself", []string{"1/R1 2/R1", "/R1"}, []string{"1/ 2/", "0/R1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := newRun(Walk{})
			r.mustAppear[Reservation{Number: "R1"}] = 7
			all := &evidence{names: r.names}
			var pages []*page
			for _, items := range test.pages {
				p := pageOf("0+40/40: " + items)
				pages = append(pages, p)
				if err := all.add(p); err != nil {
					t.Fatal(err)
				}
			}
			for i, p := range pages {
				if got := shownOn(p); got != test.want[i] {
					t.Errorf("page %d shows %s, want %s", i+1, got, test.want[i])
				}
				for _, item := range p.items {
					if !p.who[item.who] {
						t.Errorf("an item of page %d belongs to %v, who does not show on it", i+1, item.who)
					}
				}
			}
			told := test.name == "a later page tells" || test.name == "a later page tells two"
			if renamed := r.mustAppear[Reservation{ID: 1}] == 7; renamed != told {
				t.Errorf("%v must appear, renamed %v, want %v", r.mustAppear, renamed, told)
			}
		})
	}
}
