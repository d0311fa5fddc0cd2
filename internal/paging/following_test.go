// SPDX-License-Identifier: MIT

package paging

import (
	"slices"
	"testing"
)

// TestChanges changes the list in the middle of a walk.
func TestChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		n, limit int
		events   []event
		offsets  []int
	}{
		{"one removed", 30, 10, []event{{2, "remove", 0, 0}}, []int{0, 9, 4, 13, 22, 28, 29}},
		{"the anchor removed", 30, 10, []event{{2, "remove", 9, 0}}, []int{0, 9, 4, 13, 22, 28, 29}},
		{"more than half a page removed", 30, 10, times(8, event{2, "remove", 0, 0}), []int{0, 9, 4, 0, 9, 18, 21, 22}},
		{"more than a page removed", 50, 10, times(15, event{4, "remove", 0, 0}),
			[]int{0, 9, 18, 27, 22, 17, 7, 16, 25, 34, 35}},
		{"almost two long pages removed", 1000, 150, times(270, event{4, "remove", 0, 0}),
			[]int{0, 149, 298, 447, 372, 297, 148, 297, 446, 595, 729, 730}},
		{"more than a page inserted, far in front", 200, 10, times(15, event{20, "insert", 0, 0}),
			[]int{0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135, 144, 153, 162, 171,
				166, 77, 186, 195, 204, 213, 214, 215}},
		{"one removed and one inserted in front, and one of the next page moved there", 30, 10,
			[]event{{3, "remove", 0, 0}, {3, "insert", 0, 0}, {3, "move", 19, 11}},
			[]int{0, 9, 18, 13, 0, 19, 9, 18, 27, 29, 30}},
		{"one inserted", 30, 10, []event{{2, "insert", 0, 0}}, []int{0, 9, 4, 0, 10, 19, 28, 30, 31}},
		{"the list became shorter at its end", 19, 10, []event{{3, "remove", 0, 0}}, []int{0, 9, 18, 13, 17, 18}},
		{"one that follows moved to the back", 30, 10, []event{{2, "move", 15, 29}}, []int{0, 9, 18, 27, 29, 30}},
		{"another page after the anchor", 330, 100, []event{{6, "other", 0, 0}},
			[]int{0, 99, 198, 297, 329, 330, 329, 330, 329, 330}},
		{"one removed, one at a time", 3, 1, []event{{5, "remove", 0, 0}}, []int{0, 1, 0, 1, 2, 1, 1, 1, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o := world{"honest", test.n, test.limit, "usual", test.events}.walk()
			for _, r := range o.list {
				if o.count[r.Name] == 0 && r.ID <= int64(test.n) {
					t.Errorf("%s is missing", r.Name)
				}
			}
			if o.err != errDone || o.doubled != "" || !slices.Equal(o.offsets, test.offsets) {
				t.Errorf("%v, doubled %q, requests at %v, want %v", o.err, o.doubled, o.offsets, test.offsets)
			}
		})
	}
}

// TestRecordsThatComeLater: nothing is remembered twice.
func TestRecordsThatComeLater(t *testing.T) {
	t.Parallel()
	var r recent
	r.add(0, upTo(1, 10), 5)
	r.add(30, upTo(10, 12), 20)
	if !slices.Equal(r.ids, upTo(1, 12)) || r.base != 21 {
		t.Errorf("%v from %d on, want 1 to 12 from 21 on", r.ids, r.base)
	}
}

// TestRecordsAfterAPageAreRemembered: a page further back can hold new records alone, and what
// was read before comes after them.
func TestRecordsAfterAPageAreRemembered(t *testing.T) {
	t.Parallel()
	var r recent
	r.add(0, upTo(1, 10), 5)
	r.add(3, []int64{4, 98, 5, 99}, 5)
	for _, test := range []struct {
		page []int64
		want bool
	}{
		{[]int64{99, 6, 7, 97, 8}, true},
		{[]int64{99, 7, 6}, false},
		{[]int64{99, 97, 4}, false},
		{[]int64{97, 6}, false},
		{nil, false},
	} {
		if got := r.continues(test.page); got != test.want {
			t.Errorf("%v continues %v: %v", test.page, r.ids, got)
		}
	}
}
