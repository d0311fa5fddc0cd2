// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"slices"
	"testing"
)

// overlappingOf is a register as pages of ten that overlap by two, of which so many reservations are
// proven to be served. An empty text is a page that is not read yet.
func overlappingOf(served int, texts ...string) *overlapping {
	r := newTestRun(Walk{Limit: 10, Sizes: new(Sizes)})
	o := &overlapping{series: r.newSeries(0, 2), evidence: r.evidence, served: served}
	o.pages = make([]*page, len(texts))
	for k, text := range texts {
		if text != "" {
			o.pages[k] = pageOf(text)
			o.total = o.pages[k].total
			for who := range o.pages[k].who {
				o.firstOn[who] = k
			}
		}
	}
	return o
}

// TestBetweenTwo holds what a page between two others proves that begin eight places apart. The
// left one is cut short.
func TestBetweenTwo(t *testing.T) {
	const short = "too large, size 8, page 0: no reservation joins the page at offset 0 to the one at offset 8"
	for _, test := range []struct {
		name, left, between string
		served              int
		want                string // an error, or served and linked
	}{
		{"shares with both", "0+10/18: 1-6", "5+10/18: 6 12-15", 1, "6 true"},
		{"shares with the left one, reaches the right one", "0+10/18: 1-3", "2+10/18: 3", 6, "6 true"},
		{"shares with the left one, a place short of the right one", "0+10/18: 1-3", "2+10/18: 3", 5, short},
		{"shares with the right one", "0+10/18: 1-6", "5+10/18: 12-15", 1, short},
		{"shares with none", "0+10/18: 1-6", "6+10/18:", 1, short},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := overlappingOf(test.served, test.left, "8+10/18: 12-18")
			o.cutShort = []int{0}
			next, err := o.between()
			if err == nil {
				err = next.take(0, pageOf(test.between))
			}
			got := fmt.Sprint(o.served, o.linked)
			if err != nil {
				got = outcome(nil, err)
			}
			wantOutcome(t, got, test.want)
		})
	}
}

// TestLeastCertain counts the places that are read between pages that share no reservation, and says which.
func TestLeastCertain(t *testing.T) {
	for _, test := range []struct {
		served, pages int
		unproven      []int
		want          []int
	}{
		{7, 21, []int{1, 3, 5, 7, 9}, []int{1, 3, 5, 7, 9}}, // eight are needed
		{8, 21, []int{1, 3, 5}, []int{1, 3, 5}},
		{8, 21, []int{1, 3, 5, 7, 9}, []int{1, 3, 5}},
		{8, 21, []int{1, 3, 5, 9, 10}, []int{10, 1, 3}}, // 10 shares with no neighbour
		{8, 21, []int{1, 3, 5, 7, 20}, []int{20, 1, 3}}, // 20 shows none
		{8, 10, []int{1, 3, 5, 7}, []int{1, 3, 5, 7}},   // two in five
		{8, 11, []int{1, 3, 5, 7}, []int{1, 3, 5}},
	} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			o := overlappingOf(test.served, slices.Repeat([]string{"0+10/200: 1"}, 20)...)
			o.pages = append(o.pages, pageOf("0+10/200:"))[:test.pages]
			o.unproven = test.unproven
			if got := o.leastCertain(); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestNeeded holds how many reservations a page must be proven to hold, and that as long as so many are
// not proven, one that is missing shows that the service serves fewer.
func TestNeeded(t *testing.T) {
	for _, test := range []struct {
		name  string
		pages []string
		ended bool
		want  int
	}{
		{"one page", []string{"0+10/7:"}, false, 7},
		{"one page with a proven end", []string{"0+10/7:"}, true, 0},
		{"two pages, the last one short", []string{"0+10/31:", "24+10/31:"}, false, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			for served := test.want - 1; served <= test.want+1; served++ {
				o := overlappingOf(served, test.pages...)
				o.ended = test.ended
				want := map[bool]cause{true: moved, false: tooLarge}[served >= test.want]
				c, _ := o.short(o.pages[0], "lost %d", 4).(*contradiction)
				if c == nil || c.cause != want || c.reason != "lost 4" || c.page != o.pages[0] {
					t.Errorf("with %d proven: got %+v, want cause %d", served, c, want)
				}
			}
		})
	}
}

// TestUncovered holds what no page certainly holds: the middles of these stretches, the longest first.
func TestUncovered(t *testing.T) {
	for _, test := range []struct {
		name   string
		served int
		pages  []string
		want   []int
	}{
		{"one reservation a page", 1, []string{"0+10/34:", "8+10/34:"}, []int{21, 4}},
		{"pages are served in full", 10, []string{"0+10/34:", "10+10/34:", "20+10/34:", "30+10/34:"}, nil},
		{"a page has a smaller limit", 10, []string{"0+10/34:", "10+4/34:", "20+10/34:", "30+10/34:"}, []int{17}},
		{"in any order, one after the total", 8, []string{"24+10/34:", "40+10/34:", "0+10/34:", "8+10/34:"}, []int{20, 33}},
		{"a page within another one", 10, []string{"0+10/34:", "2+3/34:", "10+10/34:", "20+10/34:", "28+10/34:"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := overlappingOf(test.served, test.pages...)
			o.evidence.pages = o.pages
			if got := o.uncovered(); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestPlacesForAll holds that all pages of a walk leave a place to every reservation.
func TestPlacesForAll(t *testing.T) {
	for _, test := range []struct {
		name   string
		served int
		pages  []string
		want   string
	}{
		{"all have a place", 1, []string{"0+2/9: 1 2", "1+2/9: 2 3"}, ""},
		{"two need the same place", 1, []string{"0+2/9: 1 2", "1+2/9: 1 2"},
			"moved: leave no place for the reservation with id 2"},
		{"three in two places", 1, []string{"0+3/9: 1 2 3", "1+3/9: 1 2 3 4"},
			"moved: leave no place for the reservation with id 3"},
		{"on pages far apart", 1, []string{"0+2/9: 1", "5+2/9: 1"}, "moved: leave no place for the reservation with id 1"},
		{"the last place", 1, []string{"7+9/9: 1 2", "8+9/9: 2"}, ""},
		{"two in the last place", 1, []string{"7+9/9: 1 2", "8+9/9: 1 2"}, "moved: begin at offset 8 and end at 9"},
		{"a page lacks one", 3, []string{"0+2/9: 1 2", "1+2/9: 2 3", "0+3/9: 1 3"},
			"moved: limit 3 does not show the reservation with id 2"},
		{"a page may lack one", 1, []string{"1+1/9: 2", "0+3/9: 1"}, ""},
		{"a page lacks its last one", 2, []string{"0+2/9: 1 2", "1+2/9: 2", "0+3/9: 1"}, "moved: limit 3 does not show"},
		{"two in the last place, and one before", 1, []string{"0+2/9: 1", "8+1/9: 2", "7+2/9: 2 3", "8+9/9: 3"},
			"moved: begin at offset 8 and end at 9"},
		{"more are proven to be served by the page of another", 1, []string{"0+2/9: 1 2", "1+2/9: 2", "0+3/9: 1"},
			"moved: limit 3 does not show"},
		{"a page that begins after it", 2, []string{"0+2/9: 1 2", "1+2/9: 2", "2+2/9: 3"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := overlappingOf(test.served, test.pages...)
			o.evidence.pages = o.pages
			_, err := o.placesForAll()
			wantOutcome(t, outcome(nil, err), test.want)
		})
	}
}

// TestOneFurther holds from which page the offset is proven, and where it is not.
func TestOneFurther(t *testing.T) {
	for _, test := range []struct {
		name   string
		linked bool
		pages  []string
		want   string // requests
	}{
		{"the page that shows the most", false, []string{"0+10/26: 1", "8+10/26: 11-14", "16+10/26: 20 21"}, "[{9 10 false}]"},
		{"the first of two that show the same number", false, []string{"0+10/18: 1 2", "8+10/18: 11 12"}, "[{1 10 false}]"},
		{"the last page, up to the total", false, []string{"0+10/18:", "8+10/18: 11 12"}, "[{9 9 false}]"},
		{"pages that show one reservation prove nothing", false, []string{"0+10/18: 1", "8+10/18: 11"}, "[]"},
		{"proven already", true, []string{"0+10/18: 1 2", "8+10/18: 11 12"}, "[]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := overlappingOf(1, test.pages...)
			o.linked = test.linked
			next, err := o.oneFurther()
			if got := fmt.Sprint(next.reads); err != nil || got != test.want {
				t.Errorf("got %s, %v, want %s", got, err, test.want)
			}
		})
	}
}

// TestLastPlaces counts the places that are read on aligned pages that show no reservation.
func TestLastPlaces(t *testing.T) {
	for total, want := range map[int]int{25: 25, 75: 75, 100: 100, 125: 100} {
		t.Run(fmt.Sprint(total), func(t *testing.T) {
			r := newTestRun(Walk{Limit: 25, Sizes: new(Sizes)})
			a := &aligned{series: r.newSeries(total, 0)}
			for k := range a.pages {
				a.pages[k] = pageOf(fmt.Sprintf("%d+25/%d:", 25*k, total))
			}
			got := 0
			for again := true; again; {
				next, err := a.lastPlaces()
				if err != nil {
					t.Fatal(err)
				}
				got += len(next.reads)
				again = next.again
			}
			if got != want {
				t.Errorf("%d places are read, want %d", got, want)
			}
		})
	}
}
