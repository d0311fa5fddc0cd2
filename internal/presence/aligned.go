// SPDX-License-Identifier: MIT

package presence

import "context"

// aligned is a register that is read in pages that do not overlap, and what the pages have proven so far. Each page begins at
// a multiple of the page size: at 0, 25, 50 and so on. Such pages are for services that compute a page number from offset and
// limit, and for registers in which some items name no reservation: such an item on two pages that overlap may be one item or two.
type aligned struct {
	series
	sizeProven   bool // a full page is proven to hold as many reservations as it is asked for
	offsetProven bool // a page after the first is proven to begin at its offset
	placesTried  int  // how many places readLastPlaces has looked at: the last place of each page, then the place before each of these
	probesSent   int  // how many places readLastPlaces has read
}

// alignedPages reads and proves a register of pages that do not overlap.
func (r *reading) alignedPages(ctx context.Context, first *page) ([]*page, error) {
	r.size = min(r.size, r.scale.documented)
	if first.limit != r.size {
		var err error
		if first, err = r.readFirst(ctx, r.size); err != nil {
			return nil, err
		}
	}
	a := &aligned{series: r.newSeries(first.total, 0)}
	if err := a.add(0, first); err != nil {
		return nil, err
	}
	return a.pages, r.prove(ctx, a.proofs())
}

// readOtherPages reads the pages after the first.
func (a *aligned) readOtherPages() (batch, error) {
	return batch{reads: a.pagesFrom(1), check: func(p *page) error { return a.add(a.index(p), p) }}, nil
}

// readPlacesAfterTotal reads the places from the total to the end of the last page, and then the page after the last. page.check refuses
// a page there that shows a reservation. For a total of 70 and pages of 25 it reads the places 70 to 74 one by one, because a
// service that computes page numbers understands only offsets that are a multiple of the limit. Then it reads the page at 75.
func (a *aligned) readPlacesAfterTotal() (batch, error) {
	next := a.offset(len(a.pages))
	reads := append(singlePlaces(a.total, next), pageRange{offset: next, limit: a.size})
	for i := range reads {
		reads[i].mayBeRefused = true
	}
	return batch{reads: reads}, nil
}

// readLastPlaces reads the last places of the pages one by one until a reservation shows there, which must show on the page with
// this place too. A page of one place cannot be cut short, and with limit 1 its page number is its offset. A reservation at the
// last place proves the size of a full page, and the offset of a page after the first. For example, the reservation at offset 49
// alone must be on the page of 25 that begins at 25. Items that name no reservation prove nothing.
func (a *aligned) readLastPlaces() (batch, error) {
	for a.placesTried < a.size*len(a.pages) && a.probesSent < a.reading.scale.probes {
		p, back := a.pages[a.placesTried%len(a.pages)], 1+a.placesTried/len(a.pages)
		a.placesTried++
		if a.canProve(p) && p.room() >= back {
			a.probesSent++
			return a.readPlace(p, p.end()-back), nil
		}
	}
	return batch{}, nil
}

// canProve reports whether a place of this page can prove the size or the offset, as long as that is not proven.
func (a *aligned) canProve(p *page) bool {
	return a.isFull(p) && !a.sizeProven || p.offset > 0 && !a.offsetProven
}

// isFull reports whether a page can hold as many reservations as the first one.
func (a *aligned) isFull(p *page) bool { return p.room() == a.pages[0].room() }

// readPlace returns a batch that reads one place of a page, which must show the reservation at this place.
func (a *aligned) readPlace(p *page, at int) batch {
	return batch{again: true, reads: singlePlaces(at, at+1), check: func(place *page) error {
		for who := range place.who {
			if !p.who[who] {
				return a.cutPages(place,
					"the page at offset %d with limit %d does not show %v, who shows at offset %d alone",
					p.offset, p.limit, who, at)
			}
			a.sizeProven, a.offsetProven = a.sizeProven || a.isFull(p), a.offsetProven || p.offset > 0
		}
		return nil
	}}
}
