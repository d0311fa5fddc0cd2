// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"slices"
)

// between reads a page between two that share no reservation. Once the page size is proven
// elsewhere and such pairs are few, it reads only some of them: first after a page that shares
// none with the page before either, and after those that show the fewest.
func (o *overlapping) between() (step, error) {
	pairs := slices.Concat(o.cutShort, o.leastCertain())
	reads := make([]request, len(pairs))
	for i, k := range pairs {
		reads[i] = request{offset: o.middle(k), limit: o.size}
	}
	return step{reads: reads, take: func(i int, p *page) error {
		if err := o.check(p); err != nil {
			return err
		}
		left, next := o.pages[pairs[i]], o.pages[pairs[i]+1].offset
		joined := p.shared(left) > 0 && p.offset+o.served >= next // to both, so nothing is missing
		if !joined && i < len(o.cutShort) && o.served < next-left.offset {
			return o.short(left, "no reservation joins the page at offset %d to the one at offset %d", left.offset, next)
		}
		return nil
	}}, nil
}

// leastCertain returns which of the unproven pages to read on from.
func (o *overlapping) leastCertain() []int {
	if o.size-o.overlap == 1 { // a page holds one reservation at least
		return nil
	}
	if o.served < o.size-o.overlap || len(o.unproven)*5 >= len(o.pages)*2 {
		return o.unproven
	}
	neither := map[int]bool{} // pages that share no reservation with the page before either
	for _, k := range o.unproven {
		neither[k+1] = true
	}
	pairs := slices.SortedStableFunc(slices.Values(o.unproven), func(a, b int) int {
		return cmp.Or(
			cmp.Compare(count(neither[b]), count(neither[a])),
			cmp.Compare(len(o.pages[a].who), len(o.pages[b].who)),
		)
	})
	return pairs[:min(len(pairs), o.spare)]
}

// middle is where to read between page k and the next one: after as many reservations
// as page k certainly holds.
func (o *overlapping) middle(k int) int {
	a := o.pages[k]
	return min(a.offset+max(len(a.who), o.size/2), o.pages[k+1].offset-1)
}
