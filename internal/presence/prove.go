// SPDX-License-Identifier: MIT

package presence

import "context"

// A proof checks the pages that a walk has read so far. It returns an error, or the pages to read
// next if it needs any. It sends no request.
type proof func() (step, error)

// step is what a proof reads next, and how it checks each of these pages.
type step struct {
	reads []request
	take  func(i int, p *page) error // may be nil
	again bool                       // call the proof again after these reads
}

// request is one page to read.
type request struct {
	offset, limit int
	mayBeRefused  bool // a refused page counts as an empty one
}

// prove calls the proofs in their order, and reads the pages that they ask for, until one fails.
func (r *run) prove(ctx context.Context, proofs []proof) error {
	for _, proof := range proofs {
		for again := true; again; {
			next, err := proof()
			if err == nil {
				err = r.readAll(ctx, next)
			}
			if err != nil {
				return err
			}
			again = next.again
		}
	}
	return nil
}

// series is a register in pages that are all the same size and start at equal distances.
type series struct {
	plan
	progress func(pages []*page)
	total    int
	overlap  int                 // how many places two pages have in common
	pages    []*page             // in order; nil until read
	firstOn  map[Reservation]int // the first page on which a reservation shows
}

func (r *run) newSeries(total, overlap int) series {
	s := series{plan: r.plan, progress: r.progress, total: total, overlap: overlap, firstOn: r.names.index()}
	n := 1
	for s.offset(n)+overlap < total {
		n++
	}
	s.pages = make([]*page, n)
	return s
}

// offset is where page k begins.
func (s *series) offset(k int) int { return k * (s.size - s.overlap) }

// add stores page k, and checks that no reservation is on two pages whose ranges do not overlap.
func (s *series) add(k int, p *page) error {
	s.pages[k] = p
	for who := range p.who {
		j, known := s.firstOn[who]
		if known && !s.pages[j].meets(p) {
			return apart(who, s.pages[j], p)
		}
		if !known || k < j {
			s.firstOn[who] = k
		}
	}
	s.progress(s.pages)
	return nil
}

// proofs returns the proofs of a register of pages that overlap. The first two read the register.
// Each of the others may use what those before it have proven, so that it reads less. The comments
// say what each one proves.
func (o *overlapping) proofs() []proof {
	return []proof{
		o.secondPage,      // the page size and the offset, before more pages are read in a wrong size
		o.otherPages,      // each page reaches the next, if they share a reservation
		o.reachesTotal,    // the last page reaches the total, and no reservation shows after it
		o.stillShown,      // larger pages of this walk showed no other reservations
		o.between,         // none is missing between pages that share no reservation
		o.emptyAfterTotal, // the total is not too low; only if reachesTotal has not shown enough
		o.cover,           // none is missing at places that the pages so far do not certainly hold
		o.readAgain,       // pages that show nothing new are not empty by mistake
		o.readLarger,      // a larger limit shows no other reservations
		o.oneFurther,      // the offset counts reservations; only if no page so far has proven it
		o.placesForAll,    // all pages fit one order of the reservations; last, because it uses all of them
	}
}

// proofs returns the proofs of a register of pages that do not overlap: the first reads the register,
// the second proves the total, and the third proves the size and the offset of the pages.
func (a *aligned) proofs() []proof {
	return []proof{a.otherPages, a.emptyAfterTotal, a.lastPlaces}
}

// stillShown checks the pages that were read before the walk went on with smaller ones. They must
// not show reservations that the smaller pages do not.
func (o *overlapping) stillShown() (step, error) {
	for _, p := range o.larger {
		if err := o.check(p); err != nil {
			return step{}, err
		}
	}
	return step{}, nil
}

// emptyAfterTotal reads a page that begins at the total. page.check (page.go) refuses it if it is not
// empty. It is not needed if pages have at least the documented size, the last page is proven to reach
// the total, and the pages show all reservations, or at least half of a total that fills a page. The
// page at the end asked for many places after the total then. Half is enough, because with so many that
// show, a reservation after the total would very probably have shown there.
func (o *overlapping) emptyAfterTotal() (step, error) {
	most := len(o.firstOn) == o.total || o.total >= o.size && 2*len(o.firstOn) >= o.total
	if most && o.ended && o.size >= o.documented {
		return step{}, nil
	}
	after := request{o.total, max(o.size, o.documented), true}
	return step{reads: []request{after}}, nil
}

// oneFurther reads a page that starts one place later than the page that shows the most. It must show
// the same reservations except at most one, because the first of them may be before it. That proves
// the offset. It is not needed if `linked`. The contradiction has no page, because this page shows
// too little: nothing on it has to appear in the next walk.
func (o *overlapping) oneFurther() (step, error) {
	most := o.pages[0]
	for _, p := range o.pages {
		if len(p.who) > len(most.who) {
			most = p
		}
	}
	if o.linked || len(most.who) < 2 {
		return step{}, nil
	}
	further := request{offset: most.offset + 1, limit: min(o.size, o.total-most.offset-1)}
	return step{reads: []request{further}, take: func(_ int, p *page) error {
		if p.shared(most) < len(most.who)-1 {
			return contradict(nil, moved, "the pages at offsets %d and %d show different reservations", most.offset, p.offset)
		}
		return nil
	}}, nil
}

// check compares a page that was read for a proof with those of the register. It must not show a
// reservation that they do not show. If one shows on two pages, a page holds at least the distance
// between them + 1. Pages with different limits do not prove how the service uses the offset, which it
// may multiply by the limit.
func (o *overlapping) check(p *page) error {
	for who := range p.who {
		if err := o.expected(who, p); err != nil {
			return err
		}
	}
	for _, known := range o.pages {
		if known != nil && known.meets(p) && known.shared(p) > 0 {
			if err := sameItems(known, p); err != nil {
				return err
			}
			distance := max(p.offset-known.offset, known.offset-p.offset)
			o.served = max(o.served, distance+1)
			o.linked = o.linked || distance > 0 && p.limit == known.limit
		}
	}
	return nil
}

// checkEach is check in the form that step.take needs.
func (o *overlapping) checkEach(_ int, p *page) error { return o.check(p) }

// expected checks that a reservation on a page that was read for a proof also shows on a page
// of the register whose range overlaps the range of that page.
func (o *overlapping) expected(who Reservation, p *page) error {
	for _, known := range o.pages {
		if known != nil && known.who[who] && known.meets(p) {
			return nil
		}
	}
	if k, known := o.firstOn[who]; known {
		return apart(who, o.pages[k], p)
	}
	return o.short(p, "the page at offset %d shows %v, which no page of the register shows", p.offset, who)
}

// short reports a reservation missing from a page that should show it. As long as the page
// size is not proven, the reason may be that the service serves fewer than asked.
func (o *overlapping) short(p *page, format string, args ...any) error {
	c := o.smaller(p, format, args...)
	if c.cause == tooLarge && o.served >= o.needed() {
		c.cause, c.size = moved, 0
	}
	return c
}

// needed is how many reservations a page must hold for the pages to leave none out. Each page must
// reach the next one. No page after the last one shows what it leaves out, so the last page must reach
// the total, unless it is already proven to (`ended`).
func (o *overlapping) needed() int {
	last := o.pages[len(o.pages)-1]
	need := 0
	if len(o.pages) > 1 {
		need = o.size - o.overlap
	}
	if last != nil && !o.ended {
		need = max(need, o.total-last.offset)
	}
	return need
}
