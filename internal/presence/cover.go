// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"slices"
)

// A page certainly holds the first reservations from its offset on: as many as the service
// is proven to serve, which is one as long as no two pages show the same reservation. The places
// after those may be left out, because the service may serve fewer than asked.

// cover reads at places that no page certainly holds, until none is left or o.probes pages were read.
// A reservation that shows there must be in the register. If it shows on another page too, pages
// are proven to hold more, and fewer places are left.
//
// If the register has only one page, and this page shows no reservation, it may be empty because of
// one bad record. Then all its places are read one by one, if they are few.
func (o *overlapping) cover() (step, error) {
	empty := len(o.firstOn) == 0
	if empty && len(o.pages) == 1 && 1 < o.total && o.total <= o.probes {
		return step{reads: singlePlaces(0, o.total), take: o.checkEach}, nil
	}
	at := o.uncovered()
	most := o.probes - o.probed
	if !empty {
		most = min(most, 1) // which place comes next depends on what this page shows
	}
	next := step{take: o.checkEach}
	for _, offset := range at[:min(len(at), most)] {
		next.reads = append(next.reads, request{offset: offset, limit: min(o.size, o.total-offset)})
	}
	o.probed += len(next.reads)
	next.again = len(next.reads) > 0
	return next, nil
}

// singlePlaces returns requests for places one by one.
func singlePlaces(from, to int) (reads []request) {
	for at := from; at < to; at++ {
		reads = append(reads, request{offset: at, limit: 1})
	}
	return reads
}

// uncovered returns the middles of the stretches that no page certainly holds, the longest
// stretch first.
func (o *overlapping) uncovered() (middles []int) {
	type stretch struct{ from, to int }
	var stretches []stretch
	pages := append(slices.Clone(o.evidence.pages), &page{offset: o.total})
	slices.SortFunc(pages, func(a, b *page) int { return cmp.Compare(a.offset, b.offset) })
	end := 0
	for _, p := range pages {
		if to := min(p.offset, o.total); to > end {
			stretches = append(stretches, stretch{end, to})
		}
		end = max(end, p.offset+min(p.limit, o.served))
	}
	slices.SortStableFunc(stretches, func(a, b stretch) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	for _, part := range stretches {
		middles = append(middles, (part.from+part.to)/2)
	}
	return middles
}

// readAgain reads some pages again, with other limits: pages that show no new reservation although
// the others show many. A service may send an empty page if it cannot write one record of it, or if
// the limit reaches beyond the end, or if it treats the limit as the end of the page.
func (o *overlapping) readAgain() (step, error) {
	var reads []request
	empty := o.surprising()
	for i, k := range empty {
		if i == 0 || empty[i-1] != k-1 { // one page is enough for several in a row
			reads = append(reads, halves(o.pages[k])...)
		}
	}
	if k := len(o.pages) - 1; k > 0 && !o.ended && !o.showsNew(k) {
		reads = append(reads, request{offset: o.pages[k].offset, limit: o.pages[k].room()})
	}
	return step{reads: reads, take: o.checkEach}, nil
}

// surprising returns the pages that show no new reservation, although a page should show at least
// o.surprise of them if the reservations that show were spread evenly over the register.
func (o *overlapping) surprising() (pages []int) {
	for k, p := range o.pages {
		if len(o.firstOn) > 0 && p.room()*len(o.firstOn) >= o.surprise*o.total && !o.showsNew(k) {
			pages = append(pages, k)
		}
	}
	return pages
}

// showsNew reports whether page k shows a reservation that the page before does not show.
func (o *overlapping) showsNew(k int) bool {
	p := o.pages[k]
	return len(p.who) > 0 && (k == 0 || p.shared(o.pages[k-1]) < len(p.who))
}

// halves returns a request for each half of a page.
func halves(p *page) []request {
	if p.room() == 1 { // it has no halves, so it is read as half of a page of two
		return []request{{offset: p.offset, limit: 2}}
	}
	half := (p.room() + 1) / 2
	return []request{{offset: p.offset, limit: half}, {offset: p.offset + half, limit: p.room() - half}}
}

// readLarger reads one large page. It must not show a reservation that no page of the register shows.
// It is needed only if a page is surprisingly empty, or if the first page shows all of them: the
// service may then treat the limit as the end of the page.
func (o *overlapping) readLarger() (step, error) {
	if o.total <= o.size || len(o.surprising()) == 0 && len(o.pages[0].who) < len(o.firstOn) {
		return step{}, nil
	}
	large := request{limit: min(o.total, o.largest), mayBeRefused: true}
	return step{reads: []request{large}, take: func(_ int, p *page) error {
		for who := range p.who {
			if _, known := o.firstOn[who]; !known {
				return contradict(p, misplaced, "a page with limit %d shows %v, which no page with limit %d does",
					p.limit, who, o.size)
			}
		}
		return nil
	}}, nil
}
