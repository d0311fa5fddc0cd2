// SPDX-License-Identifier: MIT

package presence

import "context"

// aligned is a register that is read in pages that do not overlap, and what the pages have proven so far. Each page begins
// at a multiple of the page size: at 0, 25, 50 and so on. Such pages are for services that compute a page number from offset
// and limit, and for items that name no reservation, because nobody knows whether two such items on two pages are the same.
type aligned struct {
	series
	sizeProven   bool // a page of full size is proven to hold as many reservations as it is asked for
	offsetProven bool // a page after the first page is proven to begin at its offset
	placesTried  int  // how many places readLastPlaces has read or skipped: the last of each page, then the second last of each
	extraRead    int  // how many places readLastPlaces has read
}

// readAligned reads a register in pages that do not overlap, proves that it is whole, and returns its pages.
func (r *reading) readAligned(ctx context.Context, first *page) ([]*page, error) {
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

// readOtherPages reads the pages after the first page.
func (a *aligned) readOtherPages() (batch, error) {
	return batch{reads: a.rangesFrom(1), check: func(p *page) error { return a.add(a.index(p), p) }}, nil
}

// readPlacesAfterTotal reads the places from the total to the end of the last page, and the page after the last page.
// page.checkAlone refuses any reservation there. For a total of 70 and pages of 25, it reads the places 70 to 74 one by one,
// and the page at 75. No page of 25 begins at 70, because a service with page numbers knows only multiples of the limit.
func (a *aligned) readPlacesAfterTotal() (batch, error) {
	next := a.offset(len(a.pages))
	reads := append(singlePlaces(a.total, next), pageRange{offset: next, limit: a.size})
	for i := range reads {
		reads[i].mayBeRefused = true
	}
	return batch{reads: reads}, nil
}

// readLastPlaces reads single places, first the last place of each page, until the page size and the offset are proven. The
// page of the register that holds the place must show the same reservation: for offset 49, the page of 25 at offset 25.
// That is a proof, because a page of one place cannot be cut short, and with limit 1 the page number equals the offset.
// Items that name no reservation prove nothing.
func (a *aligned) readLastPlaces() (batch, error) {
	for a.placesTried < a.size*len(a.pages) && a.extraRead < a.reading.scale.mostExtra {
		p, back := a.pages[a.placesTried%len(a.pages)], 1+a.placesTried/len(a.pages)
		a.placesTried++
		if a.canProve(p) && p.room() >= back {
			a.extraRead++
			return a.batchForPlace(p, p.end()-back), nil
		}
	}
	return batch{}, nil
}

// canProve reports whether a place of page p can prove what is not proven yet: the page size, or the offset.
func (a *aligned) canProve(p *page) bool {
	return a.hasFullSize(p) && !a.sizeProven || p.offset > 0 && !a.offsetProven
}

// hasFullSize reports whether a page has as many places as the first page. The last page often has fewer.
func (a *aligned) hasFullSize(p *page) bool { return p.room() == a.pages[0].room() }

// batchForPlace returns a batch that reads one place of page p. If a reservation shows there, p must show it too.
func (a *aligned) batchForPlace(p *page, at int) batch {
	return batch{again: true, reads: singlePlaces(at, at+1), check: func(place *page) error {
		for who := range place.who {
			if !p.who[who] {
				return a.contradictCutPage(place,
					"the page at offset %d with limit %d does not show %v, which shows at offset %d alone",
					p.offset, p.limit, who, at)
			}
			a.sizeProven, a.offsetProven = a.sizeProven || a.hasFullSize(p), a.offsetProven || p.offset > 0
		}
		return nil
	}}
}
