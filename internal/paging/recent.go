// SPDX-License-Identifier: MIT

package paging

import "slices"

// recent is what a walk remembers: the ids of about two pages in the order of the list.
type recent struct {
	ids     []int64
	base    int           // the offset of ids[0]
	index   map[int64]int // the index in ids of each id except 0
	trimmed bool          // older ids were forgotten
}

func (r *recent) has(id int64) bool {
	_, found := r.index[id]
	return found
}

// isFollowedBy reports whether a page follows the last one: the page must begin with the anchor, and show no record that is known
// to come before the anchor. After 1, 2 and 3 the page 3, 4 follows, and the page 3, 1 does not.
func (r *recent) isFollowedBy(page []int64, anchor int64) bool {
	if len(page) == 0 || page[0] != anchor {
		return false
	}
	before := r.index[anchor]
	for _, id := range page[1:] {
		if index, known := r.index[id]; known {
			if index <= before {
				return false
			}
			before = index
		}
	}
	return true
}

// movedBy returns by how much the offset of a known record has grown.
func (r *recent) movedBy(offset int, id int64) int { return offset - (r.base + r.index[id]) }

// add remembers the ids of the page at an offset, at most keep known ids before them, and, if the walk has stepped back, all known
// ids after them.
func (r *recent) add(offset int, page []int64, keep int) {
	split := min(len(r.ids), max(0, offset-r.base)) // how many ids in r.ids come before the page
	for _, id := range page {
		if index, known := r.index[id]; known {
			split = min(split, index)
		}
	}
	before := r.ids[:split]
	after := slices.DeleteFunc(slices.Clone(r.ids[split:]), func(id int64) bool { return slices.Contains(page, id) })
	r.trimmed = r.trimmed || len(before) > keep
	before = before[max(0, len(before)-keep):]
	r.ids, r.base = slices.Concat(before, page, after), offset-len(before)
	r.index = make(map[int64]int, len(r.ids))
	for i, id := range r.ids {
		if id != 0 {
			r.index[id] = i
		}
	}
}
