// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/reservationkit/reservations-go/types"
)

// run reads one register, in up to three walks. It owns what one walk leaves to the next.
type run struct {
	Walk
	plan
	walk
	aligned    bool                // pages must not overlap
	distrusted bool                // pages contradicted each other: every register is proven from now on
	names      *names              // which number belongs to which id
	mustAppear map[Reservation]int // those on a page of a contradiction, with the limit of that page

	mu    sync.Mutex // of state and last: pages are read in parallel
	state IncompleteError
	last  types.Date // the last day that any page has shown
}

// plan is how pages are asked for.
type plan struct {
	scale
	size  int  // of a page
	again bool // an earlier walk came to nothing
}

// walk is one reading of the register from its first page on. It owns what is forgotten
// before the next one. Where the service serves smaller pages than asked, it goes on with those.
type walk struct {
	began    int   // the page size at first
	clamped  bool  // the service serves no larger pages
	first    *page // smaller pages can go on after it
	evidence *evidence
	covered  int // the reservations that Progress was called with
}

func newRun(w Walk) *run {
	r := &run{Walk: w, names: &names{id: map[string]int64{}, bare: map[string]bool{}}}
	r.plan = plan{scale: cmp.Or(w.scale, fullScale), size: w.Sizes.atMost(w.Limit)}
	r.mustAppear = r.names.index()
	return r
}

// walkOnce reads the register until its pages fit together. It begins again where the service
// serves smaller pages, or where items name no reservation.
func (r *run) walkOnce(ctx context.Context) ([]foldedDay, error) {
	r.state.Walks++
	r.again = r.state.Walks > 1
	r.walk = walk{began: r.size, evidence: &evidence{names: r.names}}
	for {
		pages, err := r.pages(ctx)
		var c *contradiction
		switch {
		case errors.As(err, &c) && c.cause == tooLarge:
			r.distrust(c)
			r.size, r.clamped = c.size, true
		case errors.As(err, &c) && c.cause == unnamed:
			r.aligned = true
		case err != nil:
			return nil, err
		default:
			return r.register(pages)
		}
	}
}

// distrust remembers a contradiction for the pages to come.
func (r *run) distrust(c *contradiction) {
	r.distrusted = true
	r.aligned = r.aligned || c.cause == misplaced
	if c.page != nil {
		for who := range c.page.who {
			r.mustAppear[who] = max(r.mustAppear[who], c.page.limit)
		}
	}
}

// pages reads all pages and proves them.
func (r *run) pages(ctx context.Context) ([]*page, error) {
	first, err := r.firstPage(ctx)
	switch {
	case err != nil:
		return nil, err
	case first.total == 0 || r.trusted(first):
		r.progress([]*page{first})
		return []*page{first}, nil
	case r.aligned || first.anonymous:
		return r.alignedPages(ctx, first)
	}
	o := r.newOverlapping(first)
	if err = o.take(0, first); err == nil {
		err = r.prove(ctx, o.proofs())
	}
	switch {
	case err == nil:
		return o.pages, nil
	case r.servesEverything(ctx, first, err):
		return []*page{first}, nil
	}
	return nil, err
}

// trusted reports whether a first page is taken for the whole register without a proof,
// because it shows all reservations that it counts, and a mock with fixed data looks like
// that. A total that is just what was asked for is not: it may be the length of the page.
func (r *run) trusted(first *page) bool {
	return first.total <= r.documented && first.total < r.size && len(first.who) == first.total && !r.distrusted
}

// servesEverything reports whether a page contradicts the first one because the service knows
// neither offset nor limit, as a mock with fixed data: far after the total and with another
// limit the first page comes again. It must have had room for the whole register, even if the
// service goes by the documented limit.
func (r *run) servesEverything(ctx context.Context, first *page, err error) bool {
	var c *contradiction
	hadRoom := first.total <= r.documented && first.total < r.size
	if !hadRoom || !errors.As(err, &c) || c.page == nil || !c.page.equals(first) {
		return false
	}
	far, err := r.fetch(ctx, first.total+r.size, 1)
	return err == nil && far.equals(first)
}

// register puts the pages together.
func (r *run) register(pages []*page) ([]foldedDay, error) {
	if err := checkKeys(pages); err != nil {
		return nil, err
	}
	if err := r.checkDays(r.evidence.pages); err != nil {
		return nil, err
	}
	first := firstPages(pages)
	if err := r.checkMustAppear(first); err != nil {
		return nil, err
	}
	return r.fill(merge(pages, first)), nil
}

// checkMustAppear refuses a register without a reservation that showed on any page of this
// walk, or in a contradiction of an earlier one. Smaller pages must not hide what larger
// ones showed. A reservation can have left in the meantime: it need not show any more once
// a whole walk that began with pages as large has not shown it.
func (r *run) checkMustAppear(shown map[Reservation]int) (missing error) {
	const gone = "%v showed on a page that was read before, and is on no page of the register"
	for _, p := range r.evidence.pages {
		for who := range p.who {
			if _, is := shown[who]; !is {
				return contradict(nil, moved, gone, who)
			}
		}
	}
	for who, limit := range r.mustAppear {
		if _, is := shown[who]; is {
			continue
		}
		missing = contradict(nil, moved, gone, who)
		if limit <= r.began {
			delete(r.mustAppear, who)
		}
	}
	return missing
}
