// SPDX-License-Identifier: MIT

package paging

import "slices"

// recent is what a walk remembers: the ids of about two pages in the order of the list. The last record of the last page is the
// anchor of the next one.
type recent struct {
	ids     []int64
	base    int           // the offset of ids[0]
	place   map[int64]int // the index in ids of each id except 0
	anchor  int64         // the id of the anchor, 0 if that record has none
	trimmed bool          // older ids were forgotten
}

func (r *recent) has(id int64) bool {
	_, found := r.place[id]
	return found
}

// isFollowedBy reports whether a page follows the last one: the page must begin with the anchor, and show no record that is known
// to come before the anchor.
func (r *recent) isFollowedBy(page []int64) bool {
	if len(page) == 0 || page[0] != r.anchor {
		return false
	}
	before := r.place[r.anchor]
	for _, id := range page[1:] {
		if place, known := r.place[id]; known {
			if place <= before {
				return false
			}
			before = place
		}
	}
	return true
}

// canGoOnFrom reports whether a page further back shows where the list goes on. The page must begin with a known record, and show
// the known records in their order, but for fewer than one in movedShare. A page at the start of the walk may begin with new
// records, which were added since, unless older ids were forgotten.
func (r *recent) canGoOnFrom(page []int64, start bool, movedShare int) bool {
	known, moved, before := 0, 0, 0
	for i, id := range page {
		place, found := r.place[id]
		switch {
		case id == 0 || !found && i == 0 && (!start || r.trimmed):
			return false
		case found && place < before:
			moved++
		}
		if found {
			known++
			before = place
		}
	}
	return known > movedShare*moved
}

// movedBy returns by how much the offset of a known record has grown.
func (r *recent) movedBy(offset int, id int64) int { return offset - (r.base + r.place[id]) }

// add remembers the ids of the page at an offset, at most keep known ids before them, and, if the walk has stepped back, all known
// ids after them.
func (r *recent) add(offset int, page []int64, keep int) {
	split := min(len(r.ids), max(0, offset-r.base)) // how many ids in r.ids come before the page
	on := make(map[int64]bool, len(page))
	for _, id := range page {
		on[id] = true
		if place, known := r.place[id]; known {
			split = min(split, place)
		}
	}
	before := r.ids[:split]
	after := slices.DeleteFunc(slices.Clone(r.ids[split:]), func(id int64) bool { return on[id] })
	r.trimmed = r.trimmed || len(before) > keep
	before = before[max(0, len(before)-keep):]
	r.ids, r.base = slices.Concat(before, page, after), offset-len(before)
	r.anchor = page[len(page)-1]
	r.place = make(map[int64]int, len(r.ids))
	for i, id := range r.ids {
		if id != 0 {
			r.place[id] = i
		}
	}
}
