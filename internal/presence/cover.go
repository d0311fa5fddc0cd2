// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"slices"
)

// From its offset on, a page certainly holds as many places as provenSize says: with provenSize 10, the page at 0 holds the
// places 0 to 9. The page may be cut short after these places. If the next page begins at 23, the places 10 to 22 are
// uncovered: no page certainly holds them.

// readUncoveredPlaces reads pages at uncovered places, until none is left or scale.mostExtra pages were read. A reservation
// that shows there must show on a page of the register too. Such a reservation often raises provenSize, so fewer are left.
//
// If the register has only one page, and this page shows no reservation, one bad record may be the reason. Then
// readUncoveredPlaces reads all places of the page one by one, if they are not more than scale.mostExtra.
func (o *overlapping) readUncoveredPlaces() (batch, error) {
	empty := len(o.firstOn) == 0
	if empty && len(o.pages) == 1 && 1 < o.total && o.total <= o.reading.scale.mostExtra {
		return batch{reads: singlePlaces(0, o.total), check: o.checkAgainstRegister}, nil
	}
	at := o.uncoveredOffsets()
	most := o.reading.scale.mostExtra - o.extraRead
	if !empty {
		most = min(most, 1) // read one page at a time, because a page may raise provenSize
	}
	next := batch{check: o.checkAgainstRegister}
	for _, offset := range at[:min(len(at), most)] {
		next.reads = append(next.reads, pageRange{offset: offset, limit: min(o.size, o.total-offset)})
	}
	o.extraRead += len(next.reads)
	next.again = len(next.reads) > 0
	return next, nil
}

// singlePlaces returns the ranges of pages with limit 1, one for each offset from start to end-1.
func singlePlaces(start, end int) (reads []pageRange) {
	for at := start; at < end; at++ {
		reads = append(reads, pageRange{offset: at, limit: 1})
	}
	return reads
}

// uncoveredOffsets returns the middle of each stretch of uncovered places, the longest stretch first: 16 for the stretch
// from 10 to 22.
func (o *overlapping) uncoveredOffsets() (offsets []int) {
	type stretch struct{ from, to int }
	var stretches []stretch
	pages := append(slices.Clone(o.reading.walk.evidence), &page{offset: o.total})
	slices.SortFunc(pages, func(a, b *page) int { return cmp.Compare(a.offset, b.offset) })
	end := 0
	for _, p := range pages {
		if to := min(p.offset, o.total); to > end {
			stretches = append(stretches, stretch{end, to})
		}
		end = max(end, p.offset+min(p.limit, o.provenSize))
	}
	slices.SortStableFunc(stretches, func(a, b stretch) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	for _, s := range stretches {
		offsets = append(offsets, (s.from+s.to)/2)
	}
	return offsets
}

// readHalves reads the halves of the pages that unexpectedlyEmpty returns. A service may send an empty page because it cannot
// write one record of the page, because the limit reaches beyond the total, or because it uses the limit as the last offset.
// For an empty page of 25 at offset 23, readHalves reads 13 places from 23 on, and 12 from 36 on. If the last page shows no
// new reservation, and is not proven to reach the total, it is read again with a limit that ends at the total.
func (o *overlapping) readHalves() (batch, error) {
	var reads []pageRange
	empty := o.unexpectedlyEmpty()
	for i, k := range empty {
		if i == 0 || empty[i-1] != k-1 { // only the first of several empty pages in a row is read in halves
			reads = append(reads, halves(o.pages[k])...)
		}
	}
	if k := len(o.pages) - 1; k > 0 && !o.endProven && !o.showsNewReservation(k) {
		reads = append(reads, pageRange{offset: o.pages[k].offset, limit: o.pages[k].room()})
	}
	return batch{reads: reads, check: o.checkAgainstRegister}, nil
}

// unexpectedlyEmpty returns the numbers of the pages that show no new reservation, although they should show at least three
// (scale.expectedAtLeast). If 30 of 100 reservations show, a page of 10 should show 3.
func (o *overlapping) unexpectedlyEmpty() (pages []int) {
	for k, p := range o.pages {
		if len(o.firstOn) > 0 && p.room()*len(o.firstOn) >= o.reading.scale.expectedAtLeast*o.total && !o.showsNewReservation(k) {
			pages = append(pages, k)
		}
	}
	return pages
}

// showsNewReservation reports whether page k shows a reservation that the page before does not show.
func (o *overlapping) showsNewReservation(k int) bool {
	p := o.pages[k]
	return len(p.who) > 0 && (k == 0 || p.countShared(o.pages[k-1]) < len(p.who))
}

// halves returns the ranges of the two halves of a page.
func halves(p *page) []pageRange {
	if p.room() == 1 { // one place cannot be halved, so two places are read
		return []pageRange{{offset: p.offset, limit: 2}}
	}
	half := (p.room() + 1) / 2
	return []pageRange{{offset: p.offset, limit: half}, {offset: p.offset + half, limit: p.room() - half}}
}

// readLargerPage reads one large page from offset 0 on, with limit 1000 (scale.largest) or the total if the total is lower. All
// its reservations must be in the register. It reads this page only if another page is unexpectedly empty, or if no page
// after the first shows a new reservation, because a service that uses the limit as the last offset sends nothing there.
func (o *overlapping) readLargerPage() (batch, error) {
	if o.total <= o.size || len(o.unexpectedlyEmpty()) == 0 && len(o.pages[0].who) < len(o.firstOn) {
		return batch{}, nil
	}
	large := pageRange{limit: min(o.total, o.reading.scale.largest), mayBeRefused: true}
	return batch{reads: []pageRange{large}, check: func(p *page) error {
		for who := range p.who {
			if _, known := o.firstOn[who]; !known {
				return contradict(p, wrongOffset, "a page with limit %d shows %v, which no page with limit %d does",
					p.limit, who, o.size)
			}
		}
		return nil
	}}, nil
}
