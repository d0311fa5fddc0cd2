// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"

	"github.com/reservationkit/reservations-go/types"
)

// run reads one register, in up to three walks. It has the state that is kept between walks.
type run struct {
	Walk
	plan
	walk
	longer     bool                // the range is asked for with one day more
	fits       int                 // the largest limit whose responses are not too long
	aligned    bool                // pages must not overlap
	names      *names              // which number belongs to which id
	mustAppear map[Reservation]int // reservations seen on a contradicting page, with that page's limit

	mu    sync.Mutex // of state and last: pages are read in parallel
	state IncompleteError
	last  types.Date // the last day asked for, or, without a DateTo, the last one that any page has shown
}

// plan says how pages are requested.
type plan struct {
	scale
	size  int  // of a page
	again bool // this is not the first walk
}

// walk is the state that is reset for each walk: one reading of the register from its first page on.
// If the service serves smaller pages than asked, the same walk goes on with those.
type walk struct {
	began    int   // the page size at first
	first    *page // reused when the walk continues with smaller pages
	evidence *evidence
	covered  int // the number of reservations last reported to Progress
}

func newRun(w Walk) *run {
	r := &run{Walk: w, last: w.To, longer: !w.To.IsZero() && w.EndsBefore.Load(), names: &names{id: map[string]int64{}, bare: map[string]bool{}}}
	r.plan, r.fits = plan{scale: cmp.Or(w.scale, fullScale), size: cmp.Or(w.Limit, defaultSize)}, math.MaxInt
	r.mustAppear = r.names.index()
	return r
}

// walkOnce reads the register until its pages fit together. It begins again if the service serves
// smaller pages, if a response is too long, or if items name no reservation. The loop ends, because each time
// the page size becomes smaller, but not less than 1, or the pages become aligned, which happens only once.
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
			r.size = c.size
		case errors.As(err, &c) && c.cause == tooLong && c.size < r.size:
			r.size, r.fits = c.size, c.size
		case errors.As(err, &c) && c.cause == unnamed:
			r.aligned = true
		case err != nil:
			return nil, err
		default:
			return r.register(pages)
		}
	}
}

// distrust remembers a contradiction for the pages that are read after it.
func (r *run) distrust(c *contradiction) {
	r.aligned = r.aligned || c.cause == misplaced
	if c.page != nil {
		r.expect(c.page)
	}
}

// expect remembers the reservations of a page, which have to appear in the register.
func (r *run) expect(p *page) {
	for who := range p.who {
		r.mustAppear[who] = max(r.mustAppear[who], p.limit)
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
	if err != nil {
		if err = r.unlessFixed(ctx, first, err); err == nil {
			return []*page{first}, nil
		}
		return nil, err
	}
	return o.pages, nil
}

// trusted reports whether a first page is taken for the whole register without a proof. It must show
// as many reservations as its total says, which a mock with fixed data does too. The total must be less
// than the limit, because otherwise it may be the length of the page. It must not be more than the
// documented size: a service that cuts pages, at 50 for example, may send that length as the total.
func (r *run) trusted(first *page) bool {
	return first.total <= r.documented && first.total < r.size && len(first.who) == first.total
}

// unlessFixed returns the error of a walk, or nil if the first page is the whole register of a service that ignores offset
// and limit, like a mock with fixed data. Such a service contradicts the first page by sending it again, and sends it far
// after the total with another limit too: for example, 20 reservations for "offset 10, limit 100" and for "offset 120,
// limit 1". The first page must have had room for the whole register, and the total must not be more than the documented
// page size, because a service that ignores the limit may serve pages of that size.
func (r *run) unlessFixed(ctx context.Context, first *page, err error) error {
	c, contradicts := errors.AsType[*contradiction](err)
	hadRoom := first.total <= r.documented && first.total < r.size
	if !hadRoom || !contradicts || c.page == nil || !c.page.equals(first) {
		return err
	}
	far, failure := r.fetch(ctx, first.total+r.size, 1)
	_, contradicts = errors.AsType[*contradiction](failure)
	switch {
	case failure == nil && far.equals(first):
		return nil
	case failure == nil || contradicts || r.cannotBeRead(failure):
		return err
	}
	return failure
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

// checkMustAppear refuses a register that lacks a reservation which showed on any page of this walk,
// or on a contradicting page of an earlier one. Smaller pages must not hide what larger ones showed.
// But a reservation can have left in the meantime, so it is forgotten after one whole walk, with
// pages at least as large if such pages can be read, that does not show it. The second loop does not stop at the first one
// that is missing, because it forgets them all.
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
		if min(limit, r.fits) <= r.began {
			delete(r.mustAppear, who)
		}
	}
	return missing
}
