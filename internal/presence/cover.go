// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"slices"
)

// provenSize says how many places a page certainly holds. If it is 10, the page of 25 at 0 certainly holds the places 0 to 9,
// and may be cut short after them. If the next page begins at 23, the places 10 to 22 are uncovered: perhaps no page holds them.

// readUncoveredPlaces returns a batch that reads pages at uncovered places. It is called again until no place is uncovered, or
// until 100 pages (bounds.mostExtra) were read.
func (o *overlapping) readUncoveredPlaces() (batch, error) {
	empty := len(o.firstOn) == 0
	if empty && len(o.pages) == 1 && 1 < o.total && o.total <= o.reading.bounds.mostExtra {
		// The page may be empty because of one record that the service cannot write, so each place is read alone.
		return batch{reads: singlePlaces(0, o.total), check: o.compareWithRegister}, nil
	}
	at := o.middlesOfUncovered()
	most := o.reading.bounds.mostExtra - o.extraRead
	if !empty {
		most = min(most, 1) // read one page at a time, because a page may raise provenSize
	}
	next := batch{check: o.compareWithRegister}
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

// middlesOfUncovered returns the middle of each stretch of uncovered places, such as 16 for the places 10 to 22. The longest
// stretch comes first.
func (o *overlapping) middlesOfUncovered() (offsets []int) {
	type stretch struct{ from, to int }
	var stretches []stretch
	pages := append(slices.Clone(o.reading.pass.evidence), &page{offset: o.total})
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

// readHalves returns a batch that reads, in two halves, pages that show no new reservation, because a service may send
// an empty page if it cannot write one record of the page.
func (o *overlapping) readHalves() (batch, error) {
	var reads []pageRange
	pages := o.suspectPages()
	for i, k := range pages {
		if i == 0 || pages[i-1] != k-1 { // only the first of several such pages in a row is read in halves
			reads = append(reads, halves(o.pages[k])...)
		}
	}
	// A service may also send an empty page if the limit reaches beyond the total, so the last page is read up to the total.
	if k := len(o.pages) - 1; k > 0 && !o.endProven && !o.showsNewReservation(k) {
		reads = append(reads, pageRange{offset: o.pages[k].offset, limit: o.pages[k].room()})
	}
	return batch{reads: reads, check: o.compareWithRegister}, nil
}

// suspectPages returns the numbers of the pages that should show at least three reservations
// (bounds.expectedAtLeast), but show no new one. If 30 of 100 reservations show, a page of 10 should show 3.
func (o *overlapping) suspectPages() (pages []int) {
	for k, p := range o.pages {
		if len(o.firstOn) > 0 && p.room()*len(o.firstOn) >= o.reading.bounds.expectedAtLeast*o.total && !o.showsNewReservation(k) {
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

// halves returns the ranges of the two halves of a page: the places 0 to 12 and 13 to 24 for the page of 25 at 0.
func halves(p *page) []pageRange {
	if p.room() == 1 { // one place cannot be halved, so two places are read
		return []pageRange{{offset: p.offset, limit: 2}}
	}
	half := (p.room() + 1) / 2
	return []pageRange{{offset: p.offset, limit: half}, {offset: p.offset + half, limit: p.room() - half}}
}

// readLargerPage returns a batch that reads the first 1000 places (bounds.largest) as one page, if the pages after the first
// show too few reservations. For example, a service that takes limit 25 for an end offset sends an empty page for offset 46.
func (o *overlapping) readLargerPage() (batch, error) {
	if o.total <= o.size || len(o.suspectPages()) == 0 && len(o.pages[0].who) < len(o.firstOn) {
		return batch{}, nil
	}
	large := pageRange{limit: min(o.total, o.reading.bounds.largest)}
	return batch{reads: []pageRange{large}, mayBeRefused: true, check: func(p *page) error {
		for who := range p.who {
			if _, known := o.firstOn[who]; !known {
				return newContradiction(p, wrongOffset, "a page with limit %d shows %v, which no page with limit %d does",
					p.limit, who, o.size)
			}
		}
		return nil
	}}, nil
}
