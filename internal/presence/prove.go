// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"slices"
)

// A proof checks the pages that a pass has read so far. It sends no request itself, but returns a batch of pages to read next.
// Its name says what is read or checked. Each page that is read is also checked alone (checkConsistent).
type proof func() (batch, error)

// batch is what a proof returns: the pages to read next, if it needs any, and how to check each of them.
type batch struct {
	reads        []pageRange
	check        func(*page) error // is called with each page that was read; may be nil
	again        bool              // the proof is called again after these reads
	mayBeRefused bool              // a page is left out without an error if the service refuses it, or its response is too long
}

// pageRange is one page to read.
type pageRange struct{ offset, limit int }

// prove calls the proofs in their order, and reads the pages that they ask for. It returns the first error.
func (r *reading) prove(ctx context.Context, proofs []proof) error {
	for _, proof := range proofs {
		for again := true; again; {
			next, err := proof()
			if err == nil {
				err = r.readBatch(ctx, next)
			}
			if err != nil {
				return err
			}
			again = next.again
		}
	}
	return nil
}

// series is a register in pages of one size that begin at equal distances: pages of 25 that overlap by 2 begin at 0, 23, 46
// and so on.
type series struct {
	reading *reading
	total   int                 // how many reservations the service counts
	size    int                 // the limit of each page; only the first page may have a larger limit
	overlap int                 // how many offsets a page and the next page have in common
	pages   []*page             // the pages in their order, nil until they are read
	firstOn map[reservation]int // the index of the first page on which each reservation shows

	offsetProven bool // a page after the first is proven to begin at the offset of its request: offsets do not count pages
	extraRead    int  // how many pages readUncoveredPlaces or readLastPlaces has read, at most bounds.mostExtra
}

// newSeries returns a series whose pages are not read yet. Together they reach the total: for a total of 90, four pages of 25
// at 0, 23, 46 and 69.
func (r *reading) newSeries(total, overlap int) series {
	step := r.size - overlap
	pages := max(1, (total-overlap+step-1)/step)
	return series{reading: r, total: total, size: r.size, overlap: overlap, pages: make([]*page, pages),
		firstOn: r.numbers.newIndex()}
}

// offset returns the offset at which page k begins.
func (s *series) offset(k int) int { return k * (s.size - s.overlap) }

// index returns the number of the last page that begins at the offset of p or before it: 2 for an offset from 46 to 68, if pages
// begin at 0, 23, 46 and 69.
func (s *series) index(p *page) int { return p.offset / (s.size - s.overlap) }

// rangesFrom returns the ranges of page k and of all pages after it.
func (s *series) rangesFrom(k int) (ranges []pageRange) {
	for ; k < len(s.pages); k++ {
		ranges = append(ranges, pageRange{offset: s.offset(k), limit: s.size})
	}
	return ranges
}

// add stores page k, checks that no reservation is on two pages that do not overlap, and reports the progress.
func (s *series) add(k int, p *page) error {
	s.pages[k] = p
	for who := range p.who {
		j, known := s.firstOn[who]
		if known && !s.pages[j].overlaps(p) {
			return twoPlacesError(who, s.pages[j], p)
		}
		if !known || k < j {
			s.firstOn[who] = k
		}
	}
	s.reading.reportProgress(s.pages)
	return nil
}

// proofs returns the proofs that a register of pages that overlap is whole, in the order in which they run. The first two read the
// register, and a later one may read less because of what earlier ones have shown. internal/proof/walks tests them.
func (o *overlapping) proofs() []proof {
	return []proof{
		o.readSecondPage,                 // pages are not cut short, and begin at their offsets; comes first, so that a wrong size is found early
		o.readOtherPages,                 // pages that share a reservation reach each other
		o.compareLastWithPageAcrossTotal, // the last page reaches the total, and no reservation shows after the total
		o.checkEarlierPages,              // the pages that the pass had read before show no other reservations
		o.readBetween,                    // no reservation is missing between two pages that share no reservation
		o.readPageAfterTotal,             // the total is not too low; skipped if this is proven already
		o.readUncoveredPlaces,            // no reservation is missing at places that perhaps no page holds
		o.readHalves,                     // a page that shows no new reservation has none
		o.readLargerPage,                 // a larger limit shows no other reservations
		o.readPageOnePlaceLater,          // the offset counts reservations; skipped if this is proven already
		o.checkPlaces,                    // all pages fit one order of the reservations; comes last, because it uses all pages
	}
}

// proofs returns the proofs that a register of pages that do not overlap is whole.
func (d *disjoint) proofs() []proof {
	return []proof{
		d.readOtherPages,       // reads all pages after the first; proves nothing by itself
		d.readPlacesAfterTotal, // the total is not too low
		d.readLastPlaces,       // pages are not cut short, and begin at their offsets
	}
}

// checkEarlierPages checks that the register has every reservation on the pages that the pass had read before this series.
func (o *overlapping) checkEarlierPages() (batch, error) {
	for _, p := range o.earlier {
		if err := o.compareWithRegister(p); err != nil {
			return batch{}, err
		}
	}
	return batch{}, nil
}

// readPageAfterTotal returns a batch that reads a page at the total, which must show no reservation. Nothing is read if
// pageAcrossTotal, which reaches beyond the total, has shown this already.
func (o *overlapping) readPageAfterTotal() (batch, error) {
	mostShow := len(o.firstOn) == o.total || o.total >= o.size && 2*len(o.firstOn) >= o.total
	if mostShow && o.endProven && o.size >= o.reading.bounds.documented {
		return batch{}, nil
	}
	after := pageRange{offset: o.total, limit: max(o.size, o.reading.bounds.documented)}
	return batch{reads: []pageRange{after}, mayBeRefused: true}, nil
}

// readPageOnePlaceLater returns a batch that reads a page one place after the page with the most reservations. The later page
// may lack only one of these reservations. This proves that offsets count reservations, not pages.
func (o *overlapping) readPageOnePlaceLater() (batch, error) {
	most := slices.MaxFunc(o.pages, func(a, b *page) int { return cmp.Compare(len(a.who), len(b.who)) })
	if o.offsetProven || len(most.who) < 2 {
		return batch{}, nil
	}
	later := pageRange{offset: most.offset + 1, limit: min(o.size, o.total-most.offset-1)}
	return batch{reads: []pageRange{later}, check: func(p *page) error {
		if p.countShared(most) < len(most.who)-1 {
			// nil, and not p: the next pass must show the reservations of the page of a contradiction, and perhaps p is wrong.
			return newContradiction(nil, moved, "the pages at offsets %d and %d show different reservations", most.offset, p.offset)
		}
		return nil
	}}, nil
}

// compareWithRegister checks that each reservation on page p, which was read for a proof, also shows on a page of the register
// that overlaps p, and with the same items.
func (o *overlapping) compareWithRegister(p *page) error {
	for who := range p.who {
		if slices.ContainsFunc(o.pages, func(known *page) bool { return known.who[who] && known.overlaps(p) }) {
			continue
		}
		if k, known := o.firstOn[who]; known {
			return twoPlacesError(who, o.pages[k], p)
		}
		return o.missingError(p, "the page at offset %d shows %v, which no page of the register shows", p.offset, who)
	}
	for _, known := range o.pages {
		if known.overlaps(p) && known.countShared(p) > 0 {
			if err := checkSameItems(known, p); err != nil {
				return err
			}
			distance := max(p.offset-known.offset, known.offset-p.offset)
			// A reservation on the pages at 12 and 20 proves that the first holds the 9 places 12 to 20.
			o.provenSize = max(o.provenSize, distance+1)
			// With different limits, even a service that multiplies the offset by the limit may show a reservation on both pages.
			o.offsetProven = o.offsetProven || distance > 0 && p.limit == known.limit
		}
	}
	return nil
}

// missingError returns the contradiction that a page does not show a reservation that it should show. Once the page
// size is proven, the cause is not that pages are cut short.
func (o *overlapping) missingError(p *page, format string, args ...any) error {
	c := o.cutShortOrMovedError(p, format, args...)
	if c.cause == pagesCut && o.provenSize >= o.sizeToProve() {
		c.cause, c.size = moved, 0
	}
	return c
}

// sizeToProve returns how many places each page must hold so that the pages leave none out. Pages that begin at 0, 23 and 46
// must hold 23 places to reach each other. For a total of 70, they must hold 24, so that the last page reaches the total.
func (o *overlapping) sizeToProve() int {
	last := o.pages[len(o.pages)-1]
	need := 0
	if len(o.pages) > 1 {
		need = o.size - o.overlap
	}
	if !o.endProven {
		need = max(need, o.total-last.offset)
	}
	return need
}
