// SPDX-License-Identifier: MIT

package presence

import "slices"

// overlapping is a register that is read in pages that overlap, and what the pages have proven so far. Pages of 25 begin at
// 0, 23, 46 and so on, each a little before the end of the page before. A reservation on two neighbours proves the size of
// the earlier page and the offset of the later page. If a page is cut short or begins at another offset, it shares no
// reservation with the next page, or too many.
type overlapping struct {
	series
	larger  []*page // the pages that were read before the walk went on with smaller pages
	endPage *page   // a page that begins just before the total, and reaches beyond it

	provenSize   int   // the service is proven to serve this many reservations on a page, if the limit is not lower
	endProven    bool  // the last page is proven to reach the total
	offsetProven bool  // a reservation shows on pages with different offsets, which proves how the service uses the offset
	perhapsCut   []int // numbers of the pages that share no reservation with the next page, although the next page shows many
	notJoined    []int // numbers of the other pages that share no reservation with the next page
	extraRead    int   // how many pages readUncoveredPlaces has read
}

// newOverlapping returns a register without pages, with the total of the first page. addAndCheckOverlap adds the pages.
func (r *reading) newOverlapping(first *page) *overlapping {
	return &overlapping{
		series: r.newSeries(first.total, overlapOf(first.total, r.size)), larger: slices.Clip(r.walk.evidence), provenSize: 1,
	}
}

// overlapOf returns how many offsets a page and the next page have in common: two, because one of the two reservations at
// these offsets may not show. If the first page should hold the whole register, endPage is the only page that overlaps the
// first page, and has half of the total in common with it, such as 20 of 40.
func overlapOf(total, size int) int {
	if total < size {
		return min((total+1)/2, total-1)
	}
	return min(2, size-1)
}

// readSecondPage reads the page after the first page.
func (o *overlapping) readSecondPage() (batch, error) {
	others := o.rangesFrom(1)
	return batch{reads: others[:min(1, len(others))], check: func(p *page) error { return o.addAndCheckOverlap(1, p) }}, nil
}

// readOtherPages reads endPage, which can show early that the total is wrong, and then the pages after the first two.
func (o *overlapping) readOtherPages() (batch, error) {
	var reads []pageRange
	end := o.total - o.overlap // every other page begins before this offset
	if o.overlap > 0 && (len(o.pages) > 1 || len(o.firstOn) > 0) {
		reads = append(reads, pageRange{offset: end, limit: o.size})
	}
	reads = append(reads, o.rangesFrom(2)...)
	return batch{reads: reads, check: func(p *page) error {
		if p.offset == end {
			o.endPage = p
			return nil
		}
		return o.addAndCheckOverlap(o.index(p), p)
	}}, nil
}

// addAndCheckOverlap adds page k, and calls checkOverlap for page k and each of its two neighbours that has been read.
func (o *overlapping) addAndCheckOverlap(k int, p *page) error {
	if p.nameless {
		return contradict(nil, namelessItems, "items name no reservation")
	}
	if err := o.add(k, p); err != nil {
		return err
	}
	o.provenSize = max(o.provenSize, len(p.who))
	for _, left := range []int{k - 1, k} {
		if o.overlap == 0 || left < 0 || left+1 >= len(o.pages) || o.pages[left] == nil || o.pages[left+1] == nil {
			continue
		}
		if err := o.checkOverlap(left); err != nil {
			return err
		}
	}
	return nil
}

// checkOverlap compares page k with the next page. If the two pages share a reservation, page k reaches the next page. If
// they share none, page k is added to perhapsCut or notJoined. It is a contradiction if they share more reservations than
// they have places in common, such as 3 on 2 places, or share none although page k shows more than fits before the next page.
func (o *overlapping) checkOverlap(k int) error {
	a, b := o.pages[k], o.pages[k+1]
	shared, common, distance := a.countShared(b), min(a.end(), b.end())-b.offset, b.offset-a.offset
	switch {
	case shared > common:
		why := moved
		if shared == len(a.who) && shared == len(b.who) { // the service sent the same page twice
			why = wrongOffset
		}
		return contradict(b, why, "the pages at offsets %d and %d share %d reservations, but have %d places in common",
			a.offset, b.offset, shared, common)
	case shared > 0:
		o.provenSize, o.offsetProven = max(o.provenSize, distance+1), true
		return checkSameItems(a, b)
	case len(a.who) > distance:
		return contradict(a, moved,
			"the page at offset %d shows %d reservations, so some must show at offset %d too, and none does",
			a.offset, len(a.who), b.offset)
	case len(b.who) > b.end()-min(a.offset+o.size, b.end()): // the next page shows more than fits after page k
		o.perhapsCut = append(o.perhapsCut, k)
	default:
		o.notJoined = append(o.notJoined, k)
	}
	return nil
}

// compareLastPage compares the last page with endPage, which begins just before the total and reaches beyond it. The last
// page must show all reservations of endPage. If it does not, because the service serves a little less than the limit,
// endPage becomes the last page, provided that the pages still reach each other. For example, a service that serves 98 for
// limit 100 shows 196 of 198 reservations on the pages at 0 and 98, and the last two on endPage at 196.
func (o *overlapping) compareLastPage() (batch, error) {
	end, last := o.endPage, o.pages[len(o.pages)-1]
	if end == nil {
		return batch{}, nil
	}
	proven := o.provenSize >= o.size-o.overlap && last.offset+o.provenSize < o.total
	if proven && len(o.pages) > 1 && end.countShared(last) < len(end.who) {
		o.pages, last = append(o.pages, nil), end
		if err := o.addAndCheckOverlap(len(o.pages)-1, end); err != nil {
			return batch{}, err
		}
	}
	return batch{}, o.checkReachesTotal(last, end)
}

// checkReachesTotal checks that the last page shows all reservations of endPage, and so reaches the total.
func (o *overlapping) checkReachesTotal(last, end *page) error {
	for who := range end.who {
		if last.who[who] {
			continue
		}
		if k, known := o.firstOn[who]; known {
			return contradictTwoPlaces(who, o.pages[k], end)
		}
		return o.contradictMissing(end,
			"%v shows at the end, at offset %d, and not on the last page: "+
				"X-Total-Count %d is too low, or the page was cut short",
			who, end.offset, o.total)
	}
	if len(end.who) == 0 {
		return nil
	}
	o.provenSize = max(o.provenSize, end.offset-last.offset+1)
	o.endProven = o.provenSize >= o.total-end.offset
	o.offsetProven = o.offsetProven || end.offset > last.offset
	return checkSameItems(last, end)
}
