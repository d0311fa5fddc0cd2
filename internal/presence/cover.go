package presence

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// A page certainly holds the first reservations from its offset on: as many as the service
// is proven to serve, which is one as long as no two pages show the same reservation. The places
// after those may be left out, because the service may serve fewer than asked.

// cover reads places that no page certainly holds, until there are no more or many were read.
// The reservations there must be in the register. One that shows on another page as well proves
// that pages hold more.
//
// An only page that shows no reservation may be empty because of one bad record, so all its
// places are read one by one.
func (s *stitch) cover(ctx context.Context) error {
	if len(s.seen) == 0 && len(s.pages) == 1 && 1 < s.total && s.total <= s.scale.probes {
		return s.pagesAt(ctx, s.total, func(i int) (int, int) { return i, 1 }, func(_ int, p *page) error { return s.check(p) })
	}
	for probes := 0; probes < s.scale.probes; {
		at := s.uncovered()
		switch {
		case len(at) == 0:
			return nil
		case len(s.seen) > 0:
			at = at[:1] // the next place depends on who shows there
		default:
			at = at[:min(len(at), s.scale.probes-probes)]
		}
		probes += len(at)
		err := s.pagesAt(ctx, len(at), func(i int) (int, int) { return at[i], min(s.size, s.total-at[i]) }, func(_ int, p *page) error { return s.check(p) })
		if err != nil {
			return err
		}
	}
	return nil
}

// uncovered returns the middles of the stretches that no page certainly holds, the longest
// stretch first.
func (s *stitch) uncovered() (middles []int) {
	type stretch struct{ from, to int }
	var stretches []stretch
	end := 0
	for _, p := range slices.SortedFunc(slices.Values(s.read), func(a, b *page) int { return cmp.Compare(a.offset, b.offset) }) {
		if from := min(p.offset, s.total); from > end {
			stretches = append(stretches, stretch{end, from})
		}
		end = max(end, p.offset+min(p.limit, s.served))
	}
	if end < s.total {
		stretches = append(stretches, stretch{end, s.total})
	}
	slices.SortStableFunc(stretches, func(a, b stretch) int { return cmp.Compare(b.to-b.from, a.to-a.from) })
	for _, part := range stretches {
		middles = append(middles, (part.from+part.to)/2)
	}
	return middles
}

// look reads pages again, in another way, that show no new reservation although the others show
// many: a service may send an empty page in place of one that it cannot write, or for a limit that
// reaches beyond the end, or it may take the limit for the end.
func (s *stitch) look(ctx context.Context) error {
	var empty []int
	for k := range s.pages {
		if s.surprising(k) {
			empty = append(empty, k)
		}
	}
	for i, k := range empty {
		if i > 0 && empty[i-1] == k-1 {
			continue // the first page of a stretch is enough
		}
		if err := s.halves(ctx, s.pages[k]); err != nil {
			return err
		}
	}
	if k := len(s.pages) - 1; k > 0 && !s.ended && !s.showsNew(k) {
		if err := s.again(ctx, s.pages[k].offset, s.pages[k].room()); err != nil {
			return err
		}
	}
	if s.total > s.size && (len(empty) > 0 || len(s.pages[0].who) == len(s.seen)) {
		return s.lookLarger(ctx)
	}
	return nil
}

// again reads a part of the register once more.
func (s *stitch) again(ctx context.Context, offset, limit int) error {
	p, err := s.page(ctx, offset, limit)
	if err != nil {
		return err
	}
	return s.check(p)
}

// surprising reports whether page k shows no new reservation, although it should show more than a
// few if they were spread evenly.
func (s *stitch) surprising(k int) bool {
	return len(s.seen) > 0 && s.pages[k].room()*len(s.seen) >= s.scale.surprise*s.total && !s.showsNew(k)
}

// showsNew reports whether page k shows a reservation that the page before does not show.
func (s *stitch) showsNew(k int) bool {
	p := s.pages[k]
	return len(p.who) > 0 && (k == 0 || p.shared(s.pages[k-1]) < len(p.who))
}

// halves reads the two halves of a page by themselves.
func (s *stitch) halves(ctx context.Context, p *page) error {
	half := (p.room() + 1) / 2
	parts := []struct{ from, n int }{{p.offset, half}, {p.offset + half, p.room() - half}}
	if p.room() == 1 { // it has no halves, but can be half of a larger page
		parts = parts[:1]
		parts[0].n = 2
	}
	for _, part := range parts {
		if err := s.again(ctx, part.from, part.n); err != nil {
			return err
		}
	}
	return nil
}

// lookLarger reads one large page, which must show no reservation that the register does not.
func (s *stitch) lookLarger(ctx context.Context) error {
	p, err := s.page(ctx, 0, min(s.total, s.scale.largest))
	if err != nil {
		if s.Refused(err) {
			return nil
		}
		return err
	}
	for who := range p.who {
		if _, known := s.seen[who]; !known {
			return &contradiction{cause: misplaced, page: p, reason: fmt.Sprintf("a page with limit %d shows %v, which no page with limit %d does", p.limit, who, s.size)}
		}
	}
	return s.sameTotal(p)
}
