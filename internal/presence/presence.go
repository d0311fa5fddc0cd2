// SPDX-License-Identifier: MIT

// Package presence reads the night register: all its pages, proven to belong together and merged by day. The caller passes the
// function that reads one page, so this package does not use HTTP.
//
// X-Total-Count counts all reservations, but a page shows only those for which somebody has checked in. So a page with limit
// 100 that shows 50 reservations may be whole, or the service may serve no more than 50. No response says which is true, so
// a pass, which reads all pages from the first one, has to prove that the register is whole. A reading may make several.
//
// A page has entries, which are days with their items, and an item shows guests of one reservation. A place is the index of
// a reservation in the order of the service: with limit 10, the page at 0 has the places 0 to 9. A page is cut short if the
// service serves fewer places than it is asked for.
//
//	reading.go                                        passes over the register, until all pages of one fit together
//	fetch.go                                          one page, and pages in parallel
//	first_page.go, page_size.go, range.go             the first page, the page size, and the day of DateTo
//	prove.go                                          the list of the proofs that a register is whole
//	overlapping.go, between.go, cover.go, places.go   the proofs of pages that overlap
//	disjoint.go                                       the proofs of pages that do not overlap
//	page.go, identity.go                              what a page shows
//	contradiction.go                                  how pages contradict each other, and how the reading goes on then
//	merge.go, days.go, fields.go, confirm.go          the register that the pages make
package presence

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/internal/paging"
	"github.com/reservationkit/reservations-go/types"
)

// maxPasses is how many passes a reading makes at most, apart from those that do not count (at most maxNotCounted).
const maxPasses = 3

// RawPage is one page as ReadPage returns it.
type RawPage struct {
	Days     []types.PresenceDay
	Total    int    // the value of X-Total-Count
	BadTotal string // the reason why Total cannot be used, or ""

	dayAfter int // how many entries of the day after DateTo were removed; see range.go
}

// Query says which page ReadPage reads.
type Query struct {
	DateTo        types.Date // the last day; may be zero
	Offset, Limit int
	Fresh         bool // no cache may respond
}

// Register says which register is read, and how.
type Register struct {
	ReadPage func(context.Context, Query) (RawPage, error)
	paging.Reasons
	From, To    types.Date                     // the first and the last day that the caller asks for; To may be zero
	Limit       int                            // the most reservations to ask for on a page; 0 means 100
	MaxInFlight int                            // how many pages are read at a time
	Confirm     bool                           // the register is read until two passes in a row agree
	Progress    func(covered, total, pass int) // called for every page; may be nil
	// EndsBeforeDateTo is set when the service turns out to leave out the day of DateTo. Then later calls of Read begin with a range
	// that is one day longer; see range.go.
	EndsBeforeDateTo *atomic.Bool
}

// Read returns the register, every day with its items. If no pass proves it complete, the error is a *paging.IncompleteError.
func (reg *Register) Read(ctx context.Context) ([]types.PresenceDay, error) {
	return reg.read(ctx, usualBounds)
}

func (reg *Register) read(ctx context.Context, b bounds) ([]types.PresenceDay, error) {
	r := newReading(*reg, b)
	var before []compactDay // the days with which the next pass is compared, or nil
	notCounted := 0
	for r.incomplete.Passes < maxPasses+notCounted {
		days, err := r.readPass(ctx)
		c, contradicts := errors.AsType[*contradiction](err)
		switch {
		case contradicts && c.cause == givenUp:
			r.incomplete.Reason, r.incomplete.Final = c.reason, true
			return nil, &r.incomplete
		case contradicts && c.cause == totalChanged && r.oneDayMore && notCounted < maxNotCounted:
			r.incomplete.Reason = c.reason
			notCounted++ // this pass does not count (see maxNotCounted), so the next pass is compared with the same days
		case contradicts:
			before, r.incomplete.Reason = nil, c.reason
		case err != nil:
			return nil, err
		case !reg.Confirm || before != nil && r.passesAgree(before, days):
			return expand(days), nil
		default:
			before, r.incomplete.Reason = days, "no two passes in a row showed the same register"
		}
	}
	if err := checkFields(r.pass.evidence); err != nil { // a field missing on all pages is a better reason than a contradiction
		r.incomplete.Reason = err.Error()
	}
	return nil, &r.incomplete
}
