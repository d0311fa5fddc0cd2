package presence

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// prove settles what pages leave open that share no reservation with the next one.
func (s *stitch) prove(ctx context.Context) error {
	for _, p := range s.larger {
		if err := s.check(p); err != nil {
			return err
		}
	}
	if err := s.bridges(ctx); err != nil {
		return err
	}
	if err := s.lookBehind(ctx); err != nil {
		return err
	}
	if err := s.cover(ctx); err != nil {
		return err
	}
	if err := s.look(ctx); err != nil {
		return err
	}
	if !s.linked {
		if err := s.proveOffset(ctx); err != nil {
			return err
		}
	}
	return s.places()
}

// bridges reads a page between two that share nobody. Once the page size is proven elsewhere
// and such pairs are few, it reads only some of them: first behind a page that shares nobody
// with the page before either, and behind those that show the fewest.
func (s *stitch) bridges(ctx context.Context) error {
	open := slices.Clone(s.gaps)
	if s.size-s.overlap == 1 {
		open = nil // a page holds one reservation at least
	}
	if s.served >= s.size-s.overlap && len(open)*5 < len(s.pages)*2 {
		joined := slices.Repeat([]bool{true}, len(s.pages)+1) // with the page before
		for _, k := range s.gaps {
			joined[k+1] = false
		}
		slices.SortStableFunc(open, func(a, b int) int {
			return cmp.Or(cmp.Compare(count(joined[a]), count(joined[b])), cmp.Compare(len(s.pages[a].who), len(s.pages[b].who)))
		})
		open = open[:min(len(open), s.scale.spare)]
	}
	open = slices.Concat(s.torn, open)
	return s.pagesAt(ctx, len(open), func(i int) (int, int) { return s.middle(open[i]), s.size }, func(i int, p *page) error {
		joined, err := s.bridge(open[i], p)
		if k := open[i]; err == nil && !joined && i < len(s.torn) && s.served < s.after(k)-s.pages[k].offset {
			return s.short(s.pages[k], "nobody joins the page at offset %d to the one at offset %d", s.pages[k].offset, s.after(k))
		}
		return err
	})
}

// proveOffset reads a page that begins one place behind another: it must show the same
// reservations, but for one at either end.
func (s *stitch) proveOffset(ctx context.Context) error {
	most := slices.MaxFunc(s.pages, func(a, b *page) int { return len(a.who) - len(b.who) })
	if len(most.who) < 2 {
		return nil
	}
	p, err := s.page(ctx, most.offset+1, min(s.size, s.total-most.offset-1))
	if err != nil {
		return err
	}
	if p.shared(most) < len(most.who)-1 {
		return contradict(moved, "the pages at offsets %d and %d show other reservations", most.offset, p.offset)
	}
	return s.sameTotal(p)
}

// middle is where to read between page k and the next one: behind as many reservations
// as page k certainly holds.
func (s *stitch) middle(k int) int {
	a := s.pages[k]
	return min(a.offset+max(len(a.who), s.size/2), s.after(k)-1)
}

// after is where the page behind page k begins; behind the last one, it is the total.
func (s *stitch) after(k int) int {
	if k+1 < len(s.pages) {
		return s.pages[k+1].offset
	}
	return s.total
}

// bridge checks a page that was read between page k and the next one, and reports whether
// it is joined to both: then nothing is missing between them.
func (s *stitch) bridge(k int, p *page) (joined bool, err error) {
	if err := s.check(p); err != nil {
		return false, err
	}
	return p.shared(s.pages[k]) > 0 && p.offset+s.served >= s.after(k), nil
}

// check holds a page that was read for a proof against those of the register: it must show
// nobody that they do not, and who shows on two pages proves how many a page holds.
func (s *stitch) check(p *page) error {
	if err := s.sameTotal(p); err != nil {
		return err
	}
	for who := range p.who {
		if err := s.expected(who, p); err != nil {
			return err
		}
	}
	for _, known := range s.pages {
		if known != nil && overlapping(known, p) && known.shared(p) > 0 {
			if !maps.Equal(known.itemsShared(p), p.itemsShared(known)) {
				return differ(known, p)
			}
			apart := max(p.offset-known.offset, known.offset-p.offset)
			s.served = max(s.served, apart+1)
			s.linked = s.linked || apart > 0
		}
	}
	return nil
}

// expected checks that a reservation on a page that was read for a proof shows on one of
// the pages of the register, and on one that has a place in common with it.
func (s *stitch) expected(who Reservation, p *page) error {
	for _, known := range s.pages {
		if known != nil && known.who[who] && overlapping(known, p) {
			return nil
		}
	}
	if k, known := s.seen[who]; known {
		return twice(who, s.pages[k], p)
	}
	return s.short(p, "the page at offset %d shows %v, which no page of the register shows", p.offset, who)
}

// lookBehind reads a page that begins at the total, which must be empty. Where pages are large
// and the end shows a reservation, the end has shown that already if all reservations show, or
// most of those of several pages.
func (s *stitch) lookBehind(ctx context.Context) error {
	most := len(s.seen) == s.total || s.total >= s.size && 2*len(s.seen) >= s.total
	if most && s.ended && s.size >= s.scale.documented {
		return nil
	}
	return s.behind(ctx, s.total, s.total, max(s.size, s.scale.documented))
}
