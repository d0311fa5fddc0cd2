// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"

	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/types"
)

// run reads one register, in up to three walks. It has the state that is kept between walks.
type run struct {
	Register
	sizing
	walk
	oneDayMore bool                // the range is asked for with one day more
	maxSize    int                 // the largest limit whose responses are not too long
	aligned    bool                // pages must not overlap
	numbers    *numberIDs          // which number belongs to which id
	mustAppear map[Reservation]int // reservations that a contradicting page has shown, with the limit of that page

	mu    sync.Mutex // of state and last: pages are read in parallel
	state IncompleteError
	last  types.Date // the last day asked for, or, without a DateTo, the last one that any page has shown
}

// sizing says how large the pages are that are asked for.
type sizing struct {
	scale
	size  int  // of a page
	again bool // this is not the first walk
}

// walk is the state of one walk: all pages of the register, from the first one on. If the service serves smaller pages than
// are asked for, the same walk goes on with pages of that size.
type walk struct {
	began    int   // the page size at first
	first    *page // kept when the walk goes on with smaller pages
	evidence *evidence
	covered  int // the number of reservations last reported to Progress
}

func newRun(w Register) *run {
	r := &run{
		Register: w, last: w.To, oneDayMore: !w.To.IsZero() && w.EndsBefore.Load(), maxSize: math.MaxInt,
		sizing:  sizing{scale: cmp.Or(w.scale, fullScale), size: cmp.Or(w.Limit, params.DefaultLimit)},
		numbers: &numberIDs{ids: map[string]int64{}, withoutID: map[string]bool{}},
	}
	r.mustAppear = r.numbers.index()
	return r
}

// walkOnce reads all pages until they fit together, and returns the register that they make. It begins again with smaller
// pages if the service cuts pages or a response is too long, and with pages that do not overlap if items name no
// reservation. For example, pages of 100 become pages of 25 on a service that serves 50. The loop ends: a page size is never
// below 1, and pages begin not to overlap only once.
func (r *run) walkOnce(ctx context.Context) ([]compactDay, error) {
	r.state.Walks++
	r.again = r.state.Walks > 1
	r.walk = walk{began: r.size, evidence: &evidence{numbers: r.numbers}}
	for {
		pages, err := r.pages(ctx)
		c, contradicts := errors.AsType[*contradiction](err)
		switch {
		case contradicts && c.cause == pagesCut:
			r.rememberContradiction(c)
			r.size = c.size
		case contradicts && c.cause == responseTooLong && c.size < r.size:
			r.size, r.maxSize = c.size, c.size
		case contradicts && c.cause == itemsUnnamed:
			r.aligned = true
		case err != nil:
			return nil, err
		default:
			return r.register(pages)
		}
	}
}

// rememberContradiction keeps what a contradiction says of the pages that are read after it.
func (r *run) rememberContradiction(c *contradiction) {
	r.aligned = r.aligned || c.cause == wrongOffset
	if c.page != nil {
		r.mustShow(c.page)
	}
}

// mustShow remembers the reservations of a page, which have to appear in the register.
func (r *run) mustShow(p *page) {
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
	case first.total == 0 || r.believedAlone(first):
		r.progress([]*page{first})
		return []*page{first}, nil
	case r.aligned || first.nameless:
		return r.alignedPages(ctx, first)
	}
	o := r.newOverlapping(first)
	if err = o.take(0, first); err == nil {
		err = r.prove(ctx, o.proofs())
	}
	if err == nil {
		return o.pages, nil
	}
	return []*page{first}, r.unlessFixed(ctx, first, err)
}

// believedAlone reports whether the first page is taken for the whole register without a proof. It must show as many
// reservations as its total says, such as 12 of 12. The total must be below the limit, because otherwise it may be the length
// of the page, and at most 25: a service that serves 50 for every limit may send 50 as the total.
func (r *run) believedAlone(first *page) bool {
	return r.hasRoom(first) && len(first.who) == first.total
}

// hasRoom reports whether a page is larger than its total, which is at most the documented page size.
func (r *run) hasRoom(first *page) bool { return first.total <= r.documented && first.total < r.size }

// unlessFixed returns the error of a walk, or nil if the first page is the whole register of a service that ignores offset
// and limit, as a mock with fixed data does. Such a service sends the first page again in place of a later one, and also far
// after the total with another limit. For example, it sends the same 20 reservations for "offset 10, limit 100" and for
// "offset 120, limit 1".
func (r *run) unlessFixed(ctx context.Context, first *page, err error) error {
	c, contradicts := errors.AsType[*contradiction](err)
	if !r.hasRoom(first) || !contradicts || c.page == nil || !c.page.equals(first) {
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
func (r *run) register(pages []*page) ([]compactDay, error) {
	if err := checkFields(pages); err != nil {
		return nil, err
	}
	if err := r.checkDays(r.evidence.pages); err != nil {
		return nil, err
	}
	first := firstPages(pages)
	if err := r.checkMustAppear(first); err != nil {
		return nil, err
	}
	return r.fillDays(merge(pages, first)), nil
}

// checkMustAppear refuses a register that lacks a reservation which a page of this walk, or a contradicting page of an
// earlier walk, has shown. Such a reservation may have left since. So it is forgotten after a walk without it, if that walk
// began with pages at least as large: smaller pages must not hide what a larger one showed. For example, a reservation on a
// page with limit 100 is forgotten by a walk that begins with limit 100, and not by one that begins with 25. The second loop
// goes on after the first one that is missing, to forget all of them.
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
		if min(limit, r.maxSize) <= r.began {
			delete(r.mustAppear, who)
		}
	}
	return missing
}
