// SPDX-License-Identifier: MIT

package presence

import "slices"

// between reads a page between two neighbours that share no reservation. If the page size is
// already proven and such pairs are few, it does so for some pairs only, see toCheck.
func (o *overlapping) between() (step, error) {
	pairs := slices.Concat(o.cutShort, o.toCheck())
	reads := make([]request, len(pairs))
	for i, k := range pairs {
		reads[i] = request{offset: o.middle(k), limit: o.size}
	}
	return step{reads: reads, take: func(i int, p *page) error {
		if err := o.check(p); err != nil {
			return err
		}
		left, next := o.pages[pairs[i]], o.pages[pairs[i]+1].offset
		joined := p.shared(left) > 0 && p.offset+o.served >= next // from left to next, so nothing between them is missing
		if !joined && i < len(o.cutShort) && o.served < next-left.offset {
			return o.short(left, "no reservation joins the page at offset %d to the one at offset %d", left.offset, next)
		}
		return nil
	}}, nil
}

// toCheck returns the unproven pages after which to read: all of them as long as the page size is not
// proven or they are many, and otherwise a few.
func (o *overlapping) toCheck() []int {
	switch {
	case o.size-o.overlap == 1: // every page holds at least one reservation, so it reaches the next
		return nil
	case o.served < o.size-o.overlap || len(o.unproven)*5 >= len(o.pages)*2:
		return o.unproven
	}
	return o.unproven[:min(len(o.unproven), o.spare)]
}

// middle returns the offset at which to read between page k and the next one: after as many places
// as page k shows reservations, or after half a page if it shows fewer, but before the next page.
func (o *overlapping) middle(k int) int {
	a := o.pages[k]
	return min(a.offset+max(len(a.who), o.size/2), o.pages[k+1].offset-1)
}
