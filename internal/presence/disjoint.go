// SPDX-License-Identifier: MIT

package presence

import "context"

// disjoint is a register that is read in pages that do not overlap, at 0, 25, 50 and so on, and what they have proven so far.
// Such pages are for a service with page numbers, which turns offset 50 with limit 25 into page 2. They are also for items that
// name no reservation: if pages overlapped, nobody could tell whether such an item on two pages is one item or two.
type disjoint struct {
	series
	sizeProven   bool // pages are proven not to be cut short
	placesPassed int  // how many places readLastPlaces has read or skipped
}

// readDisjoint reads a register in pages that do not overlap, proves that it is whole, and returns its pages.
func (r *reading) readDisjoint(ctx context.Context, first *page) ([]*page, error) {
	r.size = min(r.size, r.bounds.documented)
	if first.limit != r.size {
		var err error
		if first, err = r.readFirst(ctx, r.size); err != nil {
			return nil, err
		}
	}
	d := &disjoint{series: r.newSeries(first.total, 0)}
	if err := d.add(0, first); err != nil {
		return nil, err
	}
	return d.pages, r.prove(ctx, d.proofs())
}

// readOtherPages returns a batch that reads all pages after the first.
func (d *disjoint) readOtherPages() (batch, error) {
	return batch{reads: d.rangesFrom(1), check: func(p *page) error { return d.add(d.index(p), p) }}, nil
}

// readPlacesAfterTotal returns a batch that looks for reservations after the total, which would be a contradiction. For a total
// of 70 and pages of 25, it reads the places 70 to 74 one by one, and the page at 75. It reads no page of 25 at 70, because a
// service with page numbers may turn offset 70 into page 2, which begins at 50.
func (d *disjoint) readPlacesAfterTotal() (batch, error) {
	next := d.offset(len(d.pages))
	reads := append(singlePlaces(d.total, next), pageRange{offset: next, limit: d.size})
	return batch{reads: reads, mayBeRefused: true}, nil
}

// readLastPlaces returns a batch that reads one place at the end of a page. It is called again until the page size and the offset
// are proven, or until 100 places (bounds.mostExtra) were read. A reservation at place 49, read with limit 1, must also show on
// the page of 25 at 25. With limit 1, no page can be cut short, and a service with page numbers sends place 49 as page 49.
func (d *disjoint) readLastPlaces() (batch, error) {
	for d.placesPassed < d.size*len(d.pages) && d.extraRead < d.reading.bounds.mostExtra {
		// The last place of each page, then the second last place of each page, and so on.
		p, back := d.pages[d.placesPassed%len(d.pages)], 1+d.placesPassed/len(d.pages)
		d.placesPassed++
		provesMore := d.hasFullSize(p) && !d.sizeProven || p.offset > 0 && !d.offsetProven // the page size, or the offset
		if provesMore && p.room() >= back {
			d.extraRead++
			return d.batchForPlace(p, p.end()-back), nil
		}
	}
	return batch{}, nil
}

// hasFullSize reports whether a page has as many places as the first page. The last page often has fewer.
func (d *disjoint) hasFullSize(p *page) bool { return p.room() == d.pages[0].room() }

// batchForPlace returns a batch that reads one place of page p. If a reservation shows there, p must show it too.
func (d *disjoint) batchForPlace(p *page, at int) batch {
	return batch{again: true, reads: singlePlaces(at, at+1), check: func(place *page) error {
		for who := range place.who {
			if !p.who[who] {
				return d.cutShortOrMovedError(place, "the page at offset %d with limit %d does not show %v, which shows at offset %d alone",
					p.offset, p.limit, who, at)
			}
			d.sizeProven, d.offsetProven = d.sizeProven || d.hasFullSize(p), d.offsetProven || p.offset > 0
		}
		return nil
	}}
}
