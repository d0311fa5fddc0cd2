// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"maps"
	"slices"
	"sort"
)

// Every reservation has one place in the order of the service. The reservation shows on the pages that hold this place, and
// on no other page: if it shows on the pages of 10 at offsets 0 and 8, its place is 8 or 9. Each reservation must have a
// place that fits all pages of a pass, including the pages that were read only for a proof.

// placeRange is the first and the last place that a reservation can have.
type placeRange struct {
	who      reservation
	from, to int
}

// checkPlaces checks that each reservation can have a place of its own that fits all pages.
func (o *overlapping) checkPlaces() (batch, error) {
	places := map[reservation]placeRange{}
	for _, p := range o.reading.pass.evidence {
		for who := range p.who {
			at, known := places[who]
			if !known {
				at = placeRange{who: who, to: o.total}
			}
			at.from, at.to = max(at.from, p.offset), min(at.to, p.end()-1)
			places[who] = at
		}
	}
	sorted := slices.SortedFunc(maps.Values(places), func(a, b placeRange) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to),
			cmp.Compare(a.who.id, b.who.id), cmp.Compare(a.who.number, b.who.number))
	})
	if at := firstWithoutPlace(sorted); at != nil {
		return batch{},
			newContradiction(nil, moved, "the pages leave no place for %v: it shows on pages that begin at offset %d and end at %d",
				at.who, at.from, at.to+1)
	}
	return batch{}, o.checkPagesShowWhatTheyHold(sorted)
}

// firstWithoutPlace gives each place to a reservation that can have it, and returns the first reservation that gets none, or nil.
// If three reservations can only be at place 8 or 9, it returns the third.
func firstWithoutPlace(sorted []placeRange) *placeRange {
	var waiting []placeRange // the reservations that have no place yet, sorted by the last place that they can have
	for i, place := 0, 0; i < len(sorted) || len(waiting) > 0; place++ {
		if len(waiting) == 0 {
			place = max(place, sorted[i].from)
		}
		for ; i < len(sorted) && sorted[i].from <= place; i++ {
			k := sort.Search(len(waiting), func(k int) bool { return waiting[k].to > sorted[i].to })
			waiting = slices.Insert(waiting, k, sorted[i])
		}
		if waiting[0].to < place {
			return &waiting[0]
		}
		waiting = waiting[1:] // waiting[0] gets the place, because no other reservation has fewer places left
	}
	return nil
}

// checkPagesShowWhatTheyHold checks that each page shows the reservations whose places the page certainly holds. If pages hold at
// least 10 places, the page at 0 must show a reservation that can only be at place 8 or 9.
func (o *overlapping) checkPagesShowWhatTheyHold(sorted []placeRange) error {
	provenSize := o.provenSize
	for _, p := range o.reading.pass.evidence {
		provenSize = max(provenSize, len(p.who))
	}
	for _, p := range o.reading.pass.evidence {
		end := min(p.end(), p.offset+provenSize)
		first := sort.Search(len(sorted), func(i int) bool { return sorted[i].from >= p.offset })
		for _, at := range sorted[first:] {
			if at.from >= end {
				break
			}
			if at.to < end && !p.who[at.who] {
				return newContradiction(nil, moved,
					"the page at offset %d with limit %d does not show %v, which is at an offset from %d to %d",
					p.offset, p.limit, at.who, at.from, at.to)
			}
		}
	}
	return nil
}
