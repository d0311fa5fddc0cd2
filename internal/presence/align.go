package presence

import (
	"context"
	"fmt"
)

// align reads pages that do not overlap, each beginning at a multiple of their size. It is
// for services that turn offset and limit into the number of a page, and for registers
// whose items do not all name a reservation: those cannot be told apart where pages overlap.
func (r *run) align(ctx context.Context, first *page) ([]*page, error) {
	r.size = min(r.size, r.scale.documented)
	if first.limit != r.size {
		again, err := r.page(ctx, 0, r.size)
		if err != nil {
			return nil, err
		}
		if again.total != first.total {
			return nil, totalChanged(first.total, again.total)
		}
		first = again
	}
	r.seen = map[Reservation]int{}
	a := &aligned{run: r, pages: make([]*page, 1, 1+first.total/r.size)}
	if err := a.take(0, first); err != nil {
		return nil, err
	}
	at := offsets(first.total, r.size, 0)
	a.pages = append(a.pages, make([]*page, len(at))...)
	err := r.pagesAt(ctx, len(at), func(i int) (int, int) { return at[i], r.size }, func(i int, p *page) error { return a.take(i+1, p) })
	if err != nil {
		return nil, err
	}
	if err := a.proveEnd(ctx); err != nil {
		return nil, err
	}
	return a.pages, a.prove(ctx)
}

// aligned is one walk over pages that do not overlap.
type aligned struct {
	*run
	pages []*page
}

func (a *aligned) sameTotal(p *page) error {
	if first := a.pages[0]; p.total != first.total {
		return totalChanged(first.total, p.total)
	}
	return nil
}

func (a *aligned) take(k int, p *page) error {
	if k > 0 {
		if err := a.sameTotal(p); err != nil {
			return err
		}
	}
	a.pages[k] = p
	for who := range p.who {
		if j, known := a.seen[who]; known {
			return twice(who, a.pages[j], p)
		}
		a.seen[who] = k
	}
	a.progress(a.pages)
	return nil
}

// proveEnd looks behind the total, where nobody may show: one by one at the places that
// the last page covers too, and then at the page behind it. A page fails if anybody does.
func (a *aligned) proveEnd(ctx context.Context) error {
	total, next := a.pages[0].total, len(a.pages)*a.size
	return parallel(ctx, a.Workers, next-total+1, func(ctx context.Context, i int) (*page, error) {
		if at := total + i; at < next {
			return a.fetchBehind(ctx, total, at, 1)
		}
		return a.fetchBehind(ctx, total, next, a.size)
	}, func(_ int, p *page) error { return a.mustBeEmpty(p, total) })
}

// prove reads the last places of the pages one by one until somebody shows, who must show
// on the page too. Every service serves at least one reservation, so such a read cannot be
// cut short, and it means the same to a service that counts in pages. A full page proves
// the size, and a page behind the first proves the offset. Items without a name prove
// nothing.
func (a *aligned) prove(ctx context.Context) error {
	size, offset, probes := false, len(a.pages) == 1, 0
	most := a.pages[0].room()
	for back := 1; back <= a.size; back++ {
		for _, p := range a.pages {
			full, later := p.room() == most, p.offset > 0
			if size && offset || p.room() < back || !(full && !size || later && !offset) {
				continue
			}
			if probes++; probes > a.scale.probes {
				return nil
			}
			at := p.end() - back
			place, err := a.page(ctx, at, 1)
			if err != nil {
				return err
			}
			if err := a.sameTotal(place); err != nil {
				return err
			}
			for who := range place.who {
				if !p.who[who] {
					return a.smaller(a.pages, place, fmt.Sprintf("the page at offset %d with limit %d does not show %v, who shows at offset %d alone", p.offset, p.limit, who, at))
				}
				size, offset = size || full, offset || later
			}
		}
	}
	return nil
}
