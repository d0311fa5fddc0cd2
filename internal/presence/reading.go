// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"

	"github.com/reservationkit/reservations-go/internal/paging"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/types"
)

// reading reads one register, in several passes if necessary. It holds what is kept from one pass to the next.
type reading struct {
	asked  Register // what the caller has asked for
	bounds bounds
	pass   pass // the pass that is under way

	size       int                 // how many reservations to ask for on the next page
	maxSize    int                 // the largest page size to ask for; lowered when a response is too large to be read
	disjoint   bool                // the pass reads pages that do not overlap
	oneDayMore bool                // the range is requested with one day more
	numbers    *numberIDs          // which id belongs to which reservation number
	required   map[reservation]int // reservations the register must have, each with the largest limit of a page that showed it

	mu         sync.Mutex // guards incomplete and lastDay, because pages are read in parallel
	incomplete paging.IncompleteError
	lastDay    types.Date // the last day asked for, or, without a DateTo, the last day that any page has shown
}

// pass is the state of one pass, which reads all pages of the register.
type pass struct {
	sizeAtFirst int     // the page size when the pass began
	first       *page   // the first page, kept when the pass goes on with smaller pages
	evidence    []*page // all pages that were read, including those only for a proof
	covered     int     // how many places were last reported to Progress
}

func newReading(asked Register, b bounds) *reading {
	r := &reading{
		asked: asked, bounds: b, size: cmp.Or(asked.Limit, params.DefaultLimit), maxSize: math.MaxInt,
		lastDay: asked.To, oneDayMore: !asked.To.IsZero() && asked.EndsBeforeDateTo.Load(),
		numbers: &numberIDs{ids: map[string]int64{}, withoutID: map[string]bool{}},
	}
	r.required = r.numbers.newIndex()
	return r
}

// isFirstPass reports whether the pass that is under way is the first of this reading.
func (r *reading) isFirstPass() bool { return r.incomplete.Passes == 1 }

// readPass reads all pages, and returns the register that they make. After some contradictions, it begins again with smaller
// pages, or with pages that do not overlap. It never goes back to larger pages, or to pages that overlap, so the loop ends.
func (r *reading) readPass(ctx context.Context) ([]compactDay, error) {
	r.incomplete.Passes++
	r.pass = pass{sizeAtFirst: r.size}
	for {
		pages, err := r.readPages(ctx)
		var days []compactDay
		if err == nil {
			days, err = r.assembleRegister(pages)
		}
		if c, contradicts := errors.AsType[*contradiction](err); !contradicts || !r.adjustTo(c) {
			return days, err
		}
	}
}

// requireReservations adds the reservations of a page to r.required. The page may be nil.
func (r *reading) requireReservations(p *page) {
	if p != nil {
		for who := range p.who {
			r.required[who] = max(r.required[who], p.limit)
		}
	}
}

// readPages reads all pages, and proves that they are the whole register.
func (r *reading) readPages(ctx context.Context) ([]*page, error) {
	first, err := r.keepOrReadFirst(ctx)
	switch {
	case err != nil:
		return nil, err
	case first.total == 0 || r.fitsWithRoomLeft(first) && len(first.who) == first.total: // it is whole without a proof
		r.reportProgress([]*page{first})
		return []*page{first}, nil
	case r.disjoint || first.nameless:
		return r.readDisjoint(ctx, first)
	}
	series := r.newSeries(first.total, chooseOverlap(first.total, r.size))
	o := &overlapping{series: series, earlier: r.pass.evidence, provenSize: 1}
	if err = o.addAndCompare(0, first); err == nil {
		err = r.prove(ctx, o.proofs())
	}
	if err == nil {
		return o.pages, nil
	}
	return []*page{first}, r.dropErrorOfMock(ctx, first, err)
}

// fitsWithRoomLeft reports whether the total of the first page is below the page size, and at most 25 (bounds.documented). A
// higher total may be wrong: a service that serves at most 50 reservations may send 50 in place of 70.
func (r *reading) fitsWithRoomLeft(first *page) bool {
	return first.total <= r.bounds.documented && first.total < r.size
}

// dropErrorOfMock returns nil in place of the error of a failed proof if the service is a mock that sends the same data for each
// request: then a page far after the total is equal to the first page, and the first page is the whole register.
func (r *reading) dropErrorOfMock(ctx context.Context, first *page, err error) error {
	c, contradicts := errors.AsType[*contradiction](err)
	if !r.fitsWithRoomLeft(first) || !contradicts || c.page == nil || !c.page.agreesWith(first) {
		return err
	}
	far, failure := r.fetch(ctx, first.total+r.size, 1)
	_, contradicts = errors.AsType[*contradiction](failure)
	switch {
	case failure == nil && far.agreesWith(first):
		return nil
	case failure == nil || contradicts || r.isRefusedOrTooLong(failure):
		return err
	}
	return failure
}

// assembleRegister checks what the proofs leave open, and makes the register from its pages.
func (r *reading) assembleRegister(pages []*page) ([]compactDay, error) {
	if err := checkFields(pages); err != nil {
		return nil, err
	}
	if err := r.checkDays(r.pass.evidence); err != nil {
		return nil, err
	}
	first := firstShownOn(pages)
	if err := r.checkNoneMissing(first); err != nil {
		return nil, err
	}
	return r.fillDays(mergePages(pages, first)), nil
}

// checkNoneMissing fails if the register lacks a reservation that a page of this pass has shown, or one in r.required. It
// removes from r.required a reservation that is certainly gone.
func (r *reading) checkNoneMissing(shown map[reservation]int) (missing error) {
	const gone = "%v showed on a page that was read before, and is on no page of the register"
	for _, p := range r.pass.evidence {
		for who := range p.who {
			if _, shows := shown[who]; !shows {
				return newContradiction(nil, moved, gone, who)
			}
		}
	}
	for who, limit := range r.required {
		if _, shows := shown[who]; shows {
			continue
		}
		missing = newContradiction(nil, moved, gone, who)
		if min(limit, r.maxSize) <= r.pass.sizeAtFirst {
			delete(r.required, who) // the pages were large enough to show the reservation, so it is gone
		}
	}
	return missing
}
