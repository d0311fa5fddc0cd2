// SPDX-License-Identifier: MIT

package presence

import "slices"

// readBetween reads a page between two neighbours that have no reservation in common: between the pages of 25 at 0 and 23, for
// example, it reads the page at 12. For pairs that may be cut it always does so, and for other pairs as pairsToCheck says.
func (o *overlapping) readBetween() (batch, error) {
	pairs := slices.Concat(o.perhapsCut, o.pairsToCheck())
	reads := make([]pageRange, len(pairs))
	readAt := make(map[int]int, len(pairs)) // the index in pairs of each offset that is read
	for i, k := range pairs {
		reads[i] = pageRange{offset: o.offsetBetween(k), limit: o.size}
		readAt[reads[i].offset] = i
	}
	return batch{reads: reads, check: func(p *page) error {
		if err := o.check(p); err != nil {
			return err
		}
		i := readAt[p.offset]
		left, next := o.pages[pairs[i]], o.pages[pairs[i]+1].offset
		joined := p.shared(left) > 0 && p.offset+o.provenSize >= next // page p reaches from left to next
		if !joined && i < len(o.perhapsCut) && o.provenSize < next-left.offset {
			return o.missing(left, "no reservation joins the page at offset %d to the one at offset %d", left.offset, next)
		}
		return nil
	}}, nil
}

// pairsToCheck returns which pages in notJoined to check: all of them if the page size is not proven or if they are at least two
// in five of all pages, and otherwise the first scale.spare.
func (o *overlapping) pairsToCheck() []int {
	switch {
	case o.size-o.overlap == 1: // every page holds at least one reservation, and so reaches the next page
		return nil
	case o.provenSize < o.size-o.overlap || len(o.notJoined)*5 >= len(o.pages)*2:
		return o.notJoined
	}
	return o.notJoined[:min(len(o.notJoined), o.reading.scale.spare)]
}

// offsetBetween returns the offset at which to read between page k and the next one: as many places after page k as it shows
// reservations, or half a page if it shows fewer, but before the next page.
func (o *overlapping) offsetBetween(k int) int {
	a := o.pages[k]
	return min(a.offset+max(len(a.who), o.size/2), o.pages[k+1].offset-1)
}
