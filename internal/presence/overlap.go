// SPDX-License-Identifier: MIT

package presence

import "slices"

// overlapping is a register as pages that overlap, and owns what they prove. Each page begins a
// little before the end of the one before it, and a reservation that shows on both proves the
// page size, the offset and the order of both at once. A page that is served short, or from
// another offset, shares none with the next one, or too many.
type overlapping struct {
	series
	evidence *evidence
	larger   []*page // read before the walk went on with smaller ones
	atEnd    *page   // begins just before the total, and asks for more

	served   int   // every page is proven to hold so many reservations, if asked for them
	ended    bool  // the last page is proven to reach the total
	linked   bool  // a reservation shows at two offsets, so the offset means what it should
	unproven []int // pages that share no reservation with the next one
	cutShort []int // those that should share one, because the next page shows so many
	probed   int   // places read where no page certainly holds them
}

// newOverlapping returns a register that begins with this page.
func (r *run) newOverlapping(first *page) *overlapping {
	return &overlapping{
		series:   r.newSeries(first.total, overlapOf(first.total, len(first.who), r.size)),
		evidence: r.evidence, larger: slices.Clip(r.evidence.pages), served: 1,
	}
}

// overlapOf is how many places two pages have in common, so that probably a reservation shows
// there: the fewer the first page shows, the more. Where all show, one is enough.
func overlapOf(total, shown, size int) int {
	places := min(size, total)
	switch {
	case total < size: // the first page should hold all, and its second half shows whether it does
		return min((total+1)/2, total-1)
	case shown == places:
		return min(1, size-1)
	case shown == 0: // which says nothing of the others
		return min(2, size-1)
	}
	return min(max(2, 7*places/(5*shown)), max(2, size/4), size-1)
}

// secondPage reads the page after the first.
func (o *overlapping) secondPage() (step, error) {
	if len(o.pages) == 1 {
		return step{}, nil
	}
	second := request{offset: o.offset(1), limit: o.size}
	return step{reads: []request{second}, take: func(_ int, p *page) error { return o.take(1, p) }}, nil
}

// firstBetween reads between the first two pages if they share no reservation.
func (o *overlapping) firstBetween() (step, error) {
	if len(o.unproven) == 0 || o.pages[1].offset == 1 { // a page holds one reservation at least
		return step{}, nil
	}
	o.unproven = nil
	return step{reads: []request{{offset: o.middle(0), limit: o.size}}, take: o.checkEach}, nil
}

// otherPages reads the pages after the first two, and the end of the register. The end is begun
// first, because it can show early that the total is wrong.
func (o *overlapping) otherPages() (step, error) {
	var reads []request
	read, end := min(2, len(o.pages)), 0
	if o.overlap > 0 && (len(o.pages) > 1 || len(o.firstOn) > 0) {
		reads, end = append(reads, request{offset: o.total - o.overlap, limit: o.endSize()}), 1
	}
	for k := read; k < len(o.pages); k++ {
		reads = append(reads, request{offset: o.offset(k), limit: o.size})
	}
	return step{reads: reads, take: func(i int, p *page) error {
		if i < end {
			o.atEnd = p
			return nil
		}
		return o.take(read+i-end, p)
	}}, nil
}

// endSize is the limit for the page at the end. A total that is just what was asked for may
// be the length of the page, so then another limit is asked for: the total must stay.
func (o *overlapping) endSize() int {
	if o.total == o.size && o.size > o.overlap+1 {
		return o.size - 1
	}
	return o.size
}

// take adds page k and checks it against those read before.
func (o *overlapping) take(k int, p *page) error {
	if p.anonymous {
		return contradict(nil, unnamed, "items name no reservation")
	}
	if err := o.add(k, p); err != nil {
		return err
	}
	o.served = max(o.served, len(p.who))
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

// checkOverlap checks that page k reaches the next one.
func (o *overlapping) checkOverlap(k int) error {
	a, b := o.pages[k], o.pages[k+1]
	shared, common, distance := a.shared(b), min(a.end(), b.end())-b.offset, b.offset-a.offset
	switch {
	case shared > common:
		why := moved
		if shared == len(a.who) && shared == len(b.who) { // the same page twice
			why = misplaced
		}
		return contradict(b, why, "the pages at offsets %d and %d share %d reservations, but have %d places in common",
			a.offset, b.offset, shared, common)
	case shared > 0:
		o.served, o.linked = max(o.served, distance+1), true
		return sameItems(a, b)
	case len(a.who) > distance:
		return contradict(a, moved,
			"the page at offset %d shows %d reservations, so some must show at offset %d too, and none does",
			a.offset, len(a.who), b.offset)
	case len(b.who) > b.end()-min(a.offset+o.size, b.end()): // page k is cut short, but maybe no reservation is missing
		o.cutShort = append(o.cutShort, k)
	default:
		o.unproven = append(o.unproven, k)
	}
	return nil
}

// reachesTotal checks the page that begins just before the total and asks for more: it must
// show no reservation but the last ones of the last page. It becomes a page of the register where
// the last page was asked for more reservations than a page is proven to hold, and does not show
// those at the end.
func (o *overlapping) reachesTotal() (step, error) {
	end, last := o.atEnd, o.pages[len(o.pages)-1]
	if end == nil {
		return step{}, nil
	}
	proven := o.served >= o.size-o.overlap && last.offset+o.served < o.total
	if proven && len(o.pages) > 1 && end.shared(last) < len(end.who) {
		o.pages, last = append(o.pages, nil), end
		if err := o.take(len(o.pages)-1, end); err != nil {
			return step{}, err
		}
	}
	return step{}, o.checkEnd(last, end)
}

func (o *overlapping) checkEnd(last, end *page) error {
	for who := range end.who {
		if last.who[who] {
			continue
		}
		if k, known := o.firstOn[who]; known {
			return apart(who, o.pages[k], end)
		}
		return o.short(end,
			"%v shows at the end, at offset %d, and not on the last page: "+
				"X-Total-Count %d is too low, or the page was cut short",
			who, end.offset, o.total)
	}
	if len(end.who) == 0 {
		return nil
	}
	o.served = max(o.served, end.offset-last.offset+1)
	o.ended = o.served >= o.total-end.offset
	o.linked = o.linked || end.offset > last.offset
	return sameItems(last, end)
}
