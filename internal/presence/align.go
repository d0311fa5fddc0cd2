// SPDX-License-Identifier: MIT

package presence

import "context"

// aligned is a register that is read in pages that do not overlap. Each page begins at a multiple
// of the page size. It keeps what the pages have proven so far. It is for services that turn offset
// and limit into a page number, and for registers in which some items name no reservation: where pages
// overlap, such an item cannot be told from another.
type aligned struct {
	series
	sizeProven, offsetProven bool
	candidate                int // number of places tried: the last of each page, then those before them
	probed                   int
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
func (a *aligned) otherPages() (step, error) {
	var reads []request
	for k := 1; k < len(a.pages); k++ {
		reads = append(reads, request{offset: a.offset(k), limit: a.size})
	}
	return step{reads: reads, take: func(i int, p *page) error { return a.add(i+1, p) }}, nil
}

// emptyAfterTotal reads the places from the total to the end of the last page, and then the page
// after it. page.check refuses a page there that shows a reservation. The places are read one by one
// because such a service understands only offsets that are a multiple of the limit.
func (a *aligned) emptyAfterTotal() (step, error) {
	next := a.offset(len(a.pages))
	reads := append(singlePlaces(a.total, next), request{offset: next, limit: a.size})
	for i := range reads {
		reads[i].mayBeRefused = true
	}
	return step{reads: reads}, nil
}

// lastPlaces reads the last places of the pages one by one until a reservation shows there. It must
// show on the page too. Every service serves at least one reservation, so a page of one place cannot
// be cut short, and its offset is also its page number. On a full page, such a reservation proves the
// size. On a page after the first, it proves the offset. Items without a name prove nothing.
func (a *aligned) lastPlaces() (step, error) {
	for a.candidate < a.size*len(a.pages) && a.probed < a.probes {
		p, back := a.pages[a.candidate%len(a.pages)], 1+a.candidate/len(a.pages)
		a.candidate++
		if a.provesMore(p) && p.room() >= back {
			a.probed++
			return a.singlePlace(p, p.end()-back), nil
		}
	}
	return step{}, nil
}

// provesMore reports whether a place of this page can prove the size or the offset, if not yet proven.
func (a *aligned) provesMore(p *page) bool {
	return a.full(p) && !a.sizeProven || p.offset > 0 && !a.offsetProven
}

func (a *aligned) full(p *page) bool { return p.room() == a.pages[0].room() }

func (a *aligned) singlePlace(p *page, at int) step {
	return step{again: true, reads: singlePlaces(at, at+1), take: func(_ int, place *page) error {
		for who := range place.who {
			if !p.who[who] {
				return a.smaller(place,
					"the page at offset %d with limit %d does not show %v, who shows at offset %d alone",
					p.offset, p.limit, who, at)
			}
			a.sizeProven, a.offsetProven = a.sizeProven || a.full(p), a.offsetProven || p.offset > 0
		}
		return nil
	}}
}
