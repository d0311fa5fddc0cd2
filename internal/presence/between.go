// SPDX-License-Identifier: MIT

package presence

import "slices"

// readBetween returns a batch that reads a page between two neighbours that share no reservation, because the first of the two
// may be cut short: for the pages of 25 at 0 and 23, it reads the page at 12.
func (o *overlapping) readBetween() (batch, error) {
	var reads []pageRange
	for _, k := range slices.Concat(o.perhapsCut, o.notJoinedToCheck()) {
		reads = append(reads, pageRange{offset: o.offsetBetween(k), limit: o.size})
	}
	return batch{reads: reads, check: func(p *page) error {
		if err := o.compareWithRegister(p); err != nil {
			return err
		}
		k := o.index(p)
		left, next := o.pages[k], o.pages[k+1].offset
		joined := p.countShared(left) > 0 && p.offset+o.provenSize >= next // p shares a reservation with left, and reaches next
		if !joined && slices.Contains(o.perhapsCut, k) && o.provenSize < next-left.offset {
			return o.missingError(left, "no reservation joins the page at offset %d to the one at offset %d", left.offset, next)
		}
		return nil
	}}, nil
}

// notJoinedToCheck returns the pages of notJoined after which readBetween reads a page: all of them, or the first three
// (bounds.samples).
func (o *overlapping) notJoinedToCheck() []int {
	switch {
	case o.size-o.overlap == 1: // the next page begins one place later, so even a page of one place reaches it
		return nil
	// The page size is not proven, or at least 2/5 of the pages are in notJoined.
	case o.provenSize < o.size-o.overlap || len(o.notJoined)*5 >= len(o.pages)*2:
		return o.notJoined
	}
	return o.notJoined[:min(len(o.notJoined), o.reading.bounds.samples)]
}

// offsetBetween returns the offset at which to read between page k and the next page: the middle of page k or, if more than half
// of its places show a reservation, that many places later. For pages of 25 at 0 and 23, it returns 12, or 18 for 18 reservations.
func (o *overlapping) offsetBetween(k int) int {
	a := o.pages[k]
	return min(a.offset+max(len(a.who), o.size/2), o.pages[k+1].offset-1)
}
