package presence

import (
	"context"
	"slices"
)

// prove settles what the seams leave open because nobody showed there.
func (s *stitch) prove(ctx context.Context) error {
	if err := s.apart(); err != nil {
		return err
	}
	open := s.gaps
	if s.served >= s.size-s.overlap && len(open)*5 < len(s.pages)*2 {
		open = open[:min(len(open), spareProofs)]
	}
	open = slices.Concat(s.torn, open)
	err := parallel(ctx, s.Workers, len(open), func(ctx context.Context, i int) (*page, error) {
		return s.page(ctx, s.middle(open[i]), s.size)
	}, func(i int, p *page) error {
		joined, err := s.bridge(open[i], p)
		if k := open[i]; err == nil && !joined && i < len(s.torn) && s.served < s.after(k)-s.pages[k].offset {
			return s.short(s.pages[k], "nobody joins the page at offset %d to the one at offset %d", s.pages[k].offset, s.after(k))
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := s.proveEnd(ctx); err != nil {
		return err
	}
	if len(s.seen) == 0 {
		return s.proveEmpty(ctx)
	}
	if s.served < s.needed() {
		return s.proveSize(ctx)
	}
	if !s.linked {
		return s.proveOffset(ctx)
	}
	return nil
}

// proveOffset reads a page that begins one place behind another: it must show the same
// reservations, but for one at either end.
func (s *stitch) proveOffset(ctx context.Context) error {
	most := slices.MaxFunc(s.pages, func(a, b *page) int { return len(a.who) - len(b.who) })
	if len(most.who) < 2 {
		return nil
	}
	p, err := s.page(ctx, most.offset+1, s.size)
	if err != nil {
		return err
	}
	if p.shared(most) < len(most.who)-1 {
		return contradict(moved, "the pages at offsets %d and %d show other reservations", most.offset, p.offset)
	}
	return s.sameTotal(p)
}

// apart checks again, with all pages there, that nobody shows on two pages that have no
// place in common: take compares each page with those that came before it.
func (s *stitch) apart() error {
	for _, p := range s.pages {
		for who := range p.who {
			if first := s.pages[s.seen[who]]; first != p && !overlapping(first, p) {
				return twice(who, first, p)
			}
		}
	}
	return nil
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
	if err := s.sameTotal(p); err != nil {
		return false, err
	}
	for who := range p.who {
		if err := s.expected(who, p); err != nil {
			return false, err
		}
	}
	a := s.pages[k]
	left, right := p.shared(a) > 0, false
	if k+1 < len(s.pages) {
		right = p.shared(s.pages[k+1]) > 0
	}
	if left {
		s.served = max(s.served, p.offset-a.offset+1)
	}
	if right {
		s.served = max(s.served, s.pages[k+1].offset-p.offset+1)
	}
	s.linked = s.linked || left && p.offset > a.offset || right
	return left && p.offset+s.served >= s.after(k), nil
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

// proveEnd proves the last page where nobody showed at the end. Where pages are small, or
// so few show that the end could be any other place, it looks behind the total too.
func (s *stitch) proveEnd(ctx context.Context) error {
	last := len(s.pages) - 1
	if !s.ended && s.served < s.needed() && s.middle(last) > s.pages[last].offset {
		p, err := s.page(ctx, s.middle(last), s.size)
		if err != nil {
			return err
		}
		if s.ended, err = s.bridge(last, p); err != nil {
			return err
		}
	}
	if s.ended && s.size >= documentedSize && 2*len(s.seen) >= s.total {
		return nil
	}
	for at := s.total; at < s.total+documentedSize; at += s.size {
		if err := s.behind(ctx, s.total, at, s.size); err != nil {
			return err
		}
	}
	return nil
}
