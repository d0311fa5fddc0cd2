// SPDX-License-Identifier: MIT

package presence

import "context"

// aligned is a register that is read in pages that do not overlap, and what the pages have proven so far. Each page begins at
// a multiple of the page size: at 0, 25, 50 and so on. It is for services that make a page number of offset and limit, and for
// registers in which some items name no reservation: such an item on two pages that overlap may be one item or two.
type aligned struct {
	series
	sizeProven, offsetProven bool
	placesTried              int // by lastPlaces: the last place of each page, then the places before those
	probesSent               int
}

// alignedPages reads and proves a register of pages that do not overlap.
func (r *run) alignedPages(ctx context.Context, first *page) ([]*page, error) {
	r.size = min(r.size, r.documented)
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

// otherPages reads the pages after the first.
func (a *aligned) otherPages() (batch, error) {
	var reads []request
	for k := 1; k < len(a.pages); k++ {
		reads = append(reads, request{offset: a.offset(k), limit: a.size})
	}
	return batch{reads: reads, take: func(i int, p *page) error { return a.add(i+1, p) }}, nil
}

// emptyAfterTotal reads the places from the total to the end of the last page, and then the page after it. page.check refuses a
// page there that shows a reservation. For a total of 70 and pages of 25 it reads the places 70 to 74 one by one, because a
// service that makes page numbers understands only offsets that are a multiple of the limit, and then the page at 75.
func (a *aligned) emptyAfterTotal() (batch, error) {
	next := a.offset(len(a.pages))
	reads := append(singlePlaces(a.total, next), request{offset: next, limit: a.size})
	for i := range reads {
		reads[i].mayBeRefused = true
	}
	return batch{reads: reads}, nil
}

// lastPlaces reads the last places of the pages one by one until a reservation shows there, which must show on its page too. A
// page of one place cannot be cut short, and its offset is its page number as well. A reservation at the last place proves the
// size of a full page, and the offset of a page after the first. For example, the reservation at offset 49 alone must be on the
// page of 25 that begins at 25. Items without a name prove nothing.
func (a *aligned) lastPlaces() (batch, error) {
	for a.placesTried < a.size*len(a.pages) && a.probesSent < a.probes {
		p, back := a.pages[a.placesTried%len(a.pages)], 1+a.placesTried/len(a.pages)
		a.placesTried++
		if a.canProve(p) && p.room() >= back {
			a.probesSent++
			return a.singlePlace(p, p.end()-back), nil
		}
	}
	return batch{}, nil
}

// canProve reports whether a place of this page can prove the size or the offset, if it is not yet proven.
func (a *aligned) canProve(p *page) bool {
	return a.full(p) && !a.sizeProven || p.offset > 0 && !a.offsetProven
}

func (a *aligned) full(p *page) bool { return p.room() == a.pages[0].room() }

func (a *aligned) singlePlace(p *page, at int) batch {
	return batch{again: true, reads: singlePlaces(at, at+1), take: func(_ int, place *page) error {
		for who := range place.who {
			if !p.who[who] {
				return a.withSmallerPages(place,
					"the page at offset %d with limit %d does not show %v, who shows at offset %d alone",
					p.offset, p.limit, who, at)
			}
			a.sizeProven, a.offsetProven = a.sizeProven || a.full(p), a.offsetProven || p.offset > 0
		}
		return nil
	}}
}
