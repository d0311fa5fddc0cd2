// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"container/heap"
	"slices"
	"sort"
)

// Every reservation has one place in the order of the service, so it shows on the pages that
// hold this place and on no other. All pages of a walk together must allow that, those that
// were read for a proof too.

// placed is a reservation and between which places it must be.
type placed struct {
	who      Reservation
	from, to int
}

// placesForAll checks that the pages leave every reservation a place, that no two need the same one,
// and that no page lacks a reservation whose place it certainly holds.
func (o *overlapping) placesForAll() (step, error) {
	sorted := make([]placed, 0, len(o.firstOn))
	index := make(map[Reservation]int, len(o.firstOn))
	for _, p := range o.evidence.pages {
		for who := range p.who {
			i, known := index[who]
			if !known {
				i = len(sorted)
				index[who] = i
				sorted = append(sorted, placed{who: who, to: o.total})
			}
			at := &sorted[i]
			at.from, at.to = max(at.from, p.offset), min(at.to, p.end()-1)
		}
	}
	slices.SortFunc(sorted, func(a, b placed) int {
		if a.from != b.from {
			return cmp.Compare(a.from, b.from)
		}
		return cmp.Or(cmp.Compare(a.to, b.to), a.who.compare(b.who))
	})
	if at := crowded(sorted); at != nil {
		return noStep,
			contradict(moved, "the pages leave no place for %v: it shows on pages that begin at offset %d and end at %d",
				at.who, at.from, at.to+1)
	}
	return noStep, o.complete(sorted)
}

// crowded gives each reservation a place, and returns the first one for which there is none.
func crowded(sorted []placed) *placed {
	var waiting byEnd
	for i, place := 0, 0; i < len(sorted) || len(waiting) > 0; place++ {
		if len(waiting) == 0 {
			place = max(place, sorted[i].from)
		}
		for ; i < len(sorted) && sorted[i].from <= place; i++ {
			heap.Push(&waiting, &sorted[i])
		}
		if next := heap.Pop(&waiting).(*placed); next.to < place {
			return next
		}
	}
	return nil
}

// complete checks that no page lacks a reservation whose place it certainly holds.
func (o *overlapping) complete(sorted []placed) error {
	served := o.served
	for _, p := range o.evidence.pages {
		served = max(served, len(p.who))
	}
	for _, p := range o.evidence.pages {
		end := min(p.end(), p.offset+served)
		first := sort.Search(len(sorted), func(i int) bool { return sorted[i].from >= p.offset })
		for _, at := range sorted[first:] {
			if at.from >= end {
				break
			}
			if at.to < end && !p.who[at.who] {
				return contradict(moved,
					"the page at offset %d with limit %d does not show %v, which is at an offset from %d to %d",
					p.offset, p.limit, at.who, at.from, at.to)
			}
		}
	}
	return nil
}

// byEnd is a heap of the reservations that wait for a place, the one with the least choice first.
type byEnd []*placed

func (h byEnd) Len() int           { return len(h) }
func (h byEnd) Less(i, j int) bool { return h[i].to < h[j].to }
func (h byEnd) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byEnd) Push(x any)        { *h = append(*h, x.(*placed)) }
func (h *byEnd) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}
