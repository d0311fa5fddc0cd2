package presence

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// stitch is one walk over pages that overlap. Each page begins a little before the end of
// the one before it, and a reservation that shows on both proves the page size, the offset and
// the order of both at once. A page that is served short, or from another offset, shares none
// with the next one, or too many.
type stitch struct {
	*run
	overlap int
	total   int
	pages   []*page // in order; nil until read
	larger  []*page // that were read before this walk went on with smaller ones
	gaps    []int   // pages that share nobody with the next one
	torn    []int   // those among them that should share somebody
	served  int     // every page is proven to hold so many reservations, if asked for them
	ended   bool    // the last page is proven to reach the total
	linked  bool    // somebody shows at two offsets, so the offset means what it should
}

func (r *run) stitch(ctx context.Context, first *page) ([]*page, error) {
	r.seen = map[Reservation]int{}
	s := &stitch{run: r, total: first.total, served: 1, overlap: overlap(first, r.size), larger: slices.Clone(r.read)}
	at := offsets(s.total, r.size, s.overlap)
	s.pages = make([]*page, 1+len(at))
	if err := s.take(0, first); err != nil {
		return nil, err
	}
	if len(at) > 0 { // the first seam tells most, so it is read before the others
		if err := s.firstSeam(ctx, at[0]); err != nil {
			return nil, err
		}
		at = at[1:]
	}
	if err := s.rest(ctx, at); err != nil {
		return nil, err
	}
	return s.pages, s.prove(ctx)
}

// overlap is how many places two pages have in common, so that probably somebody shows
// there: the fewer the first page shows, the more. Where everybody shows, one is enough.
func overlap(first *page, size int) int {
	places, shown := min(size, first.total), len(first.who)
	switch {
	case first.total < size: // the first page should hold all, and its second half shows whether it does
		return min((first.total+1)/2, first.total-1)
	case shown == places:
		return min(1, size-1)
	case shown == 0: // which says nothing of the others
		return min(2, size-1)
	}
	return min(max(2, 7*places/(5*shown)), max(2, size/4), size-1)
}

func (s *stitch) firstSeam(ctx context.Context, at int) error {
	second, err := s.page(ctx, at, s.size)
	if err != nil {
		return err
	}
	if err := s.take(1, second); err != nil {
		return err
	}
	if len(s.gaps) == 0 || at == 1 { // a page holds one reservation at least
		return nil
	}
	if first := s.pages[0]; s.size >= s.scale.chance && len(first.who) == len(second.who) && len(second.who) >= at {
		return s.smaller(s.pages, second, fmt.Sprintf("the pages at offsets 0 and %d show %d reservations each, of %d asked for", at, len(second.who), s.size))
	}
	between, err := s.page(ctx, s.middle(0), s.size)
	if err != nil {
		return err
	}
	s.gaps = nil
	_, err = s.bridge(0, between)
	return err
}

// rest reads the pages at the given offsets, behind those read already, and the end.
func (s *stitch) rest(ctx context.Context, at []int) error {
	known, end := len(s.pages)-len(at), -1
	if s.overlap > 0 && (len(s.pages) > 1 || len(s.seen) > 0) {
		at = append([]int{s.total - s.overlap}, at...) // begun first, because it can show early that the total is wrong
		end = 0
	}
	var last *page
	err := s.pagesAt(ctx, len(at), func(i int) (int, int) {
		if i == end {
			return at[i], s.endSize()
		}
		return at[i], s.size
	}, func(i int, p *page) error {
		if i == end {
			last = p
			return s.sameTotal(p)
		}
		return s.take(known+i-end-1, p)
	})
	if err != nil || last == nil {
		return err
	}
	if err := s.extend(last); err != nil {
		return err
	}
	return s.end(last)
}

// endSize is the limit for the page at the end. A total that is just what was asked for may
// be the length of the page, so then something else is asked for: the total must stay.
func (s *stitch) endSize() int {
	if s.total == s.size && s.size > s.overlap+1 {
		return s.size - 1
	}
	return s.size
}

// extend adds the page at the end to the register, where the last page was asked for more
// reservations than a page is proven to hold, and does not show those at the end.
func (s *stitch) extend(end *page) error {
	last := s.pages[len(s.pages)-1]
	if len(s.pages) == 1 || s.served < s.size-s.overlap || last.offset+s.served >= s.total || end.shared(last) == len(end.who) {
		return nil
	}
	s.pages = append(s.pages, nil)
	return s.take(len(s.pages)-1, end)
}

func (s *stitch) sameTotal(p *page) error {
	if p.total != s.total {
		return totalChanged(s.total, p.total)
	}
	return nil
}

// take adds page k and checks it against those read before.
func (s *stitch) take(k int, p *page) error {
	if err := s.sameTotal(p); err != nil {
		return err
	}
	if p.anonymous {
		return contradict(unnamed, "items name no reservation")
	}
	s.pages[k] = p
	s.served = max(s.served, len(p.who))
	for who := range p.who {
		j, known := s.seen[who]
		if known && !overlapping(s.pages[j], p) {
			return twice(who, s.pages[j], p)
		}
		if !known || k < j {
			s.seen[who] = k
		}
	}
	s.progress(s.pages)
	for _, left := range []int{k - 1, k} {
		if s.overlap == 0 || left < 0 || left+1 >= len(s.pages) || s.pages[left] == nil || s.pages[left+1] == nil {
			continue
		}
		if err := s.seam(left); err != nil {
			return err
		}
	}
	return nil
}

// overlapping reports whether two pages were asked for a place in common.
func overlapping(a, b *page) bool { return a.offset < b.end() && b.offset < a.end() }

// seam checks that page k reaches the next one.
func (s *stitch) seam(k int) error {
	a, b := s.pages[k], s.pages[k+1]
	shared, common, step := a.shared(b), min(a.end(), b.end())-b.offset, b.offset-a.offset
	switch {
	case shared > common:
		c := &contradiction{cause: moved, page: b, reason: fmt.Sprintf(
			"the pages at offsets %d and %d share %d reservations, but have %d places in common", a.offset, b.offset, shared, common)}
		if shared == len(a.who) && shared == len(b.who) { // the same page twice
			c.cause = misplaced
		}
		return c
	case shared > 0 && !maps.Equal(a.itemsShared(b), b.itemsShared(a)):
		return differ(a, b)
	case shared > 0:
		s.served = max(s.served, step+1)
		s.linked = true
	case len(a.who) > step:
		return &contradiction{cause: moved, page: a, reason: fmt.Sprintf(
			"the page at offset %d shows %d reservations, so some must show at offset %d too, and none does", a.offset, len(a.who), b.offset)}
	case len(b.who) > b.end()-min(a.offset+s.size, b.end()): // page k is cut short, but maybe nobody is missing
		s.torn = append(s.torn, k)
	default:
		s.gaps = append(s.gaps, k)
	}
	return nil
}

func differ(a, b *page) error {
	return &contradiction{cause: moved, page: b, reason: fmt.Sprintf(
		"the pages at offsets %d and %d show different items of the same reservation", a.offset, b.offset)}
}

// end checks the page that begins just before the total and asks beyond it: it must show
// nobody but the last reservations of the last page.
func (s *stitch) end(p *page) error {
	last := s.pages[len(s.pages)-1]
	for who := range p.who {
		if last.who[who] {
			continue
		}
		if k, known := s.seen[who]; known {
			return twice(who, s.pages[k], p)
		}
		return s.short(p, "%v shows at the end, at offset %d, and not on the last page: X-Total-Count %d is too low, or the page was cut short", who, p.offset, s.total)
	}
	if len(p.who) > 0 {
		if !maps.Equal(last.itemsShared(p), p.itemsShared(last)) {
			return differ(last, p)
		}
		s.served = max(s.served, p.offset-last.offset+1)
		s.ended = s.served >= s.total-p.offset
		s.linked = s.linked || p.offset > last.offset
	}
	return nil
}

// short is the contradiction of a reservation that a page should have shown. As long as
// the page size is not proven, the service may have served less than asked.
func (s *stitch) short(p *page, format string, args ...any) error {
	c := s.smaller(s.pages, p, fmt.Sprintf(format, args...))
	if c.cause == tooLarge && s.served >= s.needed() {
		c.cause, c.size = moved, 0
	}
	return c
}

// needed is how many reservations a page must hold for the pages to leave none out.
func (s *stitch) needed() int {
	last := s.pages[len(s.pages)-1]
	need := 0
	if len(s.pages) > 1 {
		need = s.size - s.overlap
	}
	if last != nil && !s.ended {
		need = max(need, s.total-last.offset)
	}
	return need
}
