package presence

import (
	"context"
	"fmt"
	"maps"
)

// spareProofs is how many of the seams at which nobody shows are proven all the same,
// once the page size is proven elsewhere and such seams are few.
const spareProofs = 3

// fewNoShows is the page size from which on it is no chance that two pages show just as
// many reservations as they are apart.
const fewNoShows = 10

// stitch is one walk over pages that overlap. Each page begins a little before the end of
// the one before it, and whoever shows on both proves the page size, the offset and the
// order of both at once. A page served short, or from elsewhere, shows as a seam without
// anybody or with too many.
type stitch struct {
	*run
	overlap int
	total   int
	pages   []*page             // in order; nil until read
	seen    map[Reservation]int // the first page on which a reservation shows
	gaps    []int               // pages that share nobody with the next one
	torn    []int               // those among them that should share somebody
	served  int                 // every page is proven to hold so many reservations, if asked for them
	ended   bool                // the last page is proven to reach the total
	linked  bool                // somebody shows at two offsets, so the offset means what it should
}

func (r *run) stitch(ctx context.Context, first *page) ([]*page, error) {
	s := &stitch{run: r, total: first.total, seen: map[Reservation]int{}, served: 1}
	s.overlap = min(2, r.size-1, s.total)
	if len(first.who) == min(r.size, s.total) { // where everybody shows, one is enough
		s.overlap = min(1, s.overlap)
	}
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

func (s *stitch) firstSeam(ctx context.Context, at int) error {
	second, err := s.page(ctx, at, s.size)
	if err != nil {
		return err
	}
	if err := s.take(1, second); err != nil {
		return err
	}
	if len(s.gaps) == 0 {
		return nil
	}
	if first := s.pages[0]; s.size >= fewNoShows && len(first.who) == len(second.who) && len(second.who) >= at {
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
	known := len(s.pages) - len(at)
	var end *page
	err := parallel(ctx, s.Workers, len(at)+1, func(ctx context.Context, i int) (*page, error) {
		if i == 0 && s.overlap == 0 { // nothing overlaps: prove looks behind the total
			return &page{offset: s.total, total: s.total}, nil
		}
		if i == 0 { // begun first, because it can show early that the total is wrong
			return s.page(ctx, s.total-s.overlap, s.endSize())
		}
		return s.page(ctx, at[i-1], s.size)
	}, func(i int, p *page) error {
		if i == 0 {
			end = p
			return s.sameTotal(p)
		}
		return s.take(known+i-1, p)
	})
	if err != nil {
		return err
	}
	if err := s.extend(end); err != nil {
		return err
	}
	return s.end(end)
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
	case shared > 0 && !maps.Equal(a.items(b), b.items(a)):
		return &contradiction{cause: moved, page: b, reason: fmt.Sprintf(
			"the pages at offsets %d and %d show different items of the same reservation", a.offset, b.offset)}
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
		s.served = max(s.served, p.offset-last.offset+1)
		s.ended = s.served >= s.overlap
		s.linked = s.linked || p.offset > last.offset
	}
	return nil
}

// short is the contradiction of a reservation that a page should have shown. As long as
// the page size is not proven, the service may have served less than asked.
func (s *stitch) short(p *page, format string, args ...any) error {
	c := s.smaller(s.pages, p, fmt.Sprintf(format, args...))
	if s.served >= s.needed() {
		c.cause = moved
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
