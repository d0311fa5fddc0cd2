// SPDX-License-Identifier: MIT

package paging

import "slices"

// recent is what a walk remembers of the list: the ids of about two pages, in their order.
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

// isFollowedBy reports whether a page follows the last page. The page must begin with the anchor, and the remembered records
// on it must be in the remembered order. After the ids 7, 5 and 9, the page [9 4] follows, and the page [9 5] does not.
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

// movedBy returns how many places later a remembered record is now: 3 if it was at offset 40 and is at 43.
func (r *recent) movedBy(offset int, id int64) int { return offset - (r.base + r.index[id]) }

// add remembers the ids of a page. Of the ids that come before the page, it forgets all but the last keep: with keep 2, the ids
// 1 to 5 and the page 5, 6 become 3 to 6.
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
