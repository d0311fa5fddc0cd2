// SPDX-License-Identifier: MIT

package presence

// A proof checks the pages that a walk has read so far. It returns an error, or the pages to read
// next if it needs any. It sends no request.
type proof func() (step, error)

// step is what a proof reads next, and what it makes of each page.
type step struct {
	reads []request
	take  func(i int, p *page) error // may be nil
	again bool                       // the proof is to be asked once more afterwards
}

// request is one page to read.
type request struct {
	offset, limit int
	mayBeRefused  bool // which says as much as an empty page
}

// series is a register as pages of one size, each beginning as far after the one before.
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

// add puts in page k, and checks that no reservation is on two pages without a place in common.
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

// proofs returns what proves a register of pages that overlap, in this order. The first ones read
// the register itself.
func (o *overlapping) proofs() []proof {
	return []proof{
		o.secondPage,   // the first overlap tells most, so it is read before the others
		o.firstBetween, // if the first overlap shows no reservation
		o.otherPages,
		o.reachesTotal,
		o.stillShown,
		o.between,
		o.emptyAfterTotal,
		o.cover,
		o.readAgain,
		o.readLarger,
		o.oneFurther,
		o.placesForAll,
	}
}

// proofs returns what proves a register of pages that do not overlap.
func (a *aligned) proofs() []proof {
	return []proof{a.otherPages, a.emptyAfterTotal, a.lastPlaces}
}

// stillShown checks the pages that were read before the walk went on with smaller ones.
func (o *overlapping) stillShown() (step, error) {
	for _, p := range o.larger {
		if err := o.check(p); err != nil {
			return step{}, err
		}
	}
	return step{}, nil
}

// emptyAfterTotal reads a page that begins at the total, which must be empty. That is not needed
// when pages have at least the documented size, the end of the register is proven, and the pages
// show all reservations, or at least half of them if there are several pages.
func (o *overlapping) emptyAfterTotal() (step, error) {
	most := len(o.firstOn) == o.total || o.total >= o.size && 2*len(o.firstOn) >= o.total
	if most && o.ended && o.size >= o.documented {
		return step{}, nil
	}
	after := request{o.total, max(o.size, o.documented), true}
	return step{reads: []request{after}}, nil
}

// oneFurther reads a page that begins one place after another: it must show the same
// reservations, but for one at either end. That proves the offset, unless a reservation that
// shows at two offsets has done so.
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

// check holds a page that was read for a proof against those of the register: it must show
// no reservation that they do not, and one that shows on two pages proves how many a page holds.
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
			o.linked = o.linked || distance > 0
		}
	}
	return nil
}

// checkEach is check as the end of a step.
func (o *overlapping) checkEach(_ int, p *page) error { return o.check(p) }

// expected checks that a reservation on a page that was read for a proof shows on one of
// the pages of the register, and on one that has a place in common with it.
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

// short is the contradiction of a reservation that a page should have shown. As long as
// the page size is not proven, the service may have served less than asked.
func (o *overlapping) short(p *page, format string, args ...any) error {
	c := o.smaller(p, format, args...)
	if c.cause == tooLarge && o.served >= o.needed() {
		c.cause, c.size = moved, 0
	}
	return c
}

// needed is how many reservations a page must hold for the pages to leave none out.
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
