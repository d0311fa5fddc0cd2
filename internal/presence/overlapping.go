// SPDX-License-Identifier: MIT

package presence

// overlapping is a register in pages that overlap, at 0, 23, 46 and so on with limit 25, and what they have proven so far. A
// reservation on the pages at 0 and 23 proves that the first reaches the second. If the page at 0 is cut short to 20 places,
// the two share no reservation. If the service ignores the offset, they share too many.
type overlapping struct {
	series
	earlier         []*page // the pages that the pass had read before this series, such as pages with a larger limit
	pageAcrossTotal *page   // a page that begins before the total and reaches beyond it; nil if none was read

	provenSize int   // each page is proven to hold this many places, if its limit is not lower
	endProven  bool  // the last page is proven to reach the total
	perhapsCut []int // each page k that shares no reservation with page k+1, although page k+1 shows one that page k should show
	notJoined  []int // each page k that shares no reservation with page k+1, and is not in perhapsCut
}

// chooseOverlap returns how many places a page and the next page have in common: two, so that the pages share a reservation even
// if one place shows none.
func chooseOverlap(total, size int) int {
	if total < size { // the only page; the overlap lets pageAcrossTotal begin in the middle of it
		return min((total+1)/2, total-1)
	}
	return min(2, size-1)
}

// readSecondPage returns a batch that reads the second page, if the register has one.
func (o *overlapping) readSecondPage() (batch, error) {
	others := o.rangesFrom(1)
	return batch{reads: others[:min(1, len(others))], check: func(p *page) error { return o.addAndCompare(1, p) }}, nil
}

// readOtherPages returns a batch that reads the pages after the first two. It begins with pageAcrossTotal, which can show
// early that the total is wrong.
func (o *overlapping) readOtherPages() (batch, error) {
	var reads []pageRange
	end := o.total - o.overlap // pageAcrossTotal begins here, and all other pages begin earlier
	if o.overlap > 0 && (len(o.pages) > 1 || len(o.firstOn) > 0) {
		reads = append(reads, pageRange{offset: end, limit: o.size})
	}
	reads = append(reads, o.rangesFrom(2)...)
	return batch{reads: reads, check: func(p *page) error {
		if p.offset == end {
			o.pageAcrossTotal = p
			return nil
		}
		return o.addAndCompare(o.index(p), p)
	}}, nil
}

// addAndCompare adds page k, and compares this page with those of its two neighbours that were read.
func (o *overlapping) addAndCompare(k int, p *page) error {
	if p.nameless {
		return newContradiction(nil, namelessItems, "items name no reservation")
	}
	if err := o.add(k, p); err != nil {
		return err
	}
	o.provenSize = max(o.provenSize, len(p.who))
	for _, left := range []int{k - 1, k} {
		if o.overlap == 0 || left < 0 || left+1 >= len(o.pages) || o.pages[left] == nil || o.pages[left+1] == nil {
			continue
		}
		if err := o.compareWithNext(left); err != nil {
			return err
		}
	}
	return nil
}

// compareWithNext compares page k with the next page. A reservation on both proves that page k reaches the next page. If they
// share none, page k is added to perhapsCut or to notJoined.
func (o *overlapping) compareWithNext(k int) error {
	a, b := o.pages[k], o.pages[k+1]
	shared, common, distance := a.countShared(b), min(a.end(), b.end())-b.offset, b.offset-a.offset
	switch {
	case shared > common:
		why := moved
		if shared == len(a.who) && shared == len(b.who) { // the service sent the same page twice
			why = wrongOffset
		}
		return newContradiction(b, why, "the pages at offsets %d and %d share %d reservations, but have %d places in common",
			a.offset, b.offset, shared, common)
	case shared > 0:
		o.provenSize, o.offsetProven = max(o.provenSize, distance+1), true
		return checkSameItems(a, b)
	case len(a.who) > distance:
		return newContradiction(a, moved,
			"the page at offset %d shows %d reservations, so some must show at offset %d too, and none does",
			a.offset, len(a.who), b.offset)
	// Page k+1 shows more reservations than it has places after page k, so page k should show one of these reservations.
	case len(b.who) > b.end()-min(a.offset+o.size, b.end()):
		o.perhapsCut = append(o.perhapsCut, k)
	default:
		o.notJoined = append(o.notJoined, k)
	}
	return nil
}

// compareLastWithPageAcrossTotal fails if the last page does not show all reservations of pageAcrossTotal.
func (o *overlapping) compareLastWithPageAcrossTotal() (batch, error) {
	across, last := o.pageAcrossTotal, o.pages[len(o.pages)-1]
	if across == nil {
		return batch{}, nil
	}
	// With limit 100, the pages begin at 0 and 98. If the service serves only 98 places, the page at 98 ends before place 196. If
	// the total is 198, only pageAcrossTotal, which begins at 196, has the last two places: it becomes the last page.
	lastMayBeShort := o.provenSize >= o.size-o.overlap && last.offset+o.provenSize < o.total
	if lastMayBeShort && len(o.pages) > 1 && across.countShared(last) < len(across.who) {
		o.pages, last = append(o.pages, nil), across
		if err := o.addAndCompare(len(o.pages)-1, across); err != nil {
			return batch{}, err
		}
	}
	return batch{}, o.checkReachesTotal(last, across)
}

// checkReachesTotal checks that the last page shows all reservations of pageAcrossTotal, and so reaches the total.
func (o *overlapping) checkReachesTotal(last, across *page) error {
	for who := range across.who {
		if last.who[who] {
			continue
		}
		if k, known := o.firstOn[who]; known {
			return twoPlacesError(who, o.pages[k], across)
		}
		return o.missingError(across, "%v shows at the end, at offset %d, and not on the last page: "+
			"X-Total-Count %d is too low, or the page was cut short",
			who, across.offset, o.total)
	}
	if len(across.who) == 0 {
		return nil
	}
	o.provenSize = max(o.provenSize, across.offset-last.offset+1)
	o.endProven = o.provenSize >= o.total-across.offset
	o.offsetProven = o.offsetProven || across.offset > last.offset
	return checkSameItems(last, across)
}
