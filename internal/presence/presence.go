// SPDX-License-Identifier: MIT

// Package presence reads the night register: all its pages, proven to belong together and merged by day. It is given a
// function that reads one page, and knows no HTTP.
//
// X-Total-Count counts all reservations, but a page shows only those for which somebody has checked in. So a page with limit
// 100 that shows 50 reservations may be whole, or the service may serve no more than 50. No response says which is true: the
// walk has to prove it.
//
//	run.go                                            walks over the register until the pages of one fit together
//	first_page.go, page_size.go, range.go             the first page, the page size, and the day of DateTo
//	prove.go                                          what makes a register whole: the list of the proofs
//	overlapping.go, between.go, cover.go, places.go   the proofs of pages that overlap
//	aligned.go                                        the proofs of pages that do not
//	page.go, identity.go, contradiction.go            what a page shows, and how it contradicts other pages
//	merge.go, days.go, fields.go, confirm.go          the register that the pages make
package presence

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/types"
)

// maxWalks bounds how often a register is read while its pages contradict each other.
const maxWalks = 3

// Page is one page as the service sent it.
type Page struct {
	Days     []types.PresenceDay
	Total    int    // X-Total-Count
	BadTotal string // why Total cannot be used; "" when it can

	dayAfter int // entries for the day after DateTo that were left out
}

// Fetch reads one page of the days up to a dateTo, which may be zero. With fresh it asks caches to pass the request on.
type Fetch func(ctx context.Context, dateTo types.Date, offset, limit int, fresh bool) (Page, error)

// Register says which register is read, and how.
type Register struct {
	Fetch    Fetch
	Refused  func(error) bool // reports whether the service refused a request; its limit may be the reason
	TooLong  func(error) bool // reports whether a response was larger than is read
	Beyond   func(error) bool // reports whether an offset after the total may be the reason of an error
	From, To types.Date       // the days asked for; To may be zero
	Limit    int              // the most reservations to ask for on a page; 0 means 100
	Workers  int              // how many pages are read at a time
	Confirm  bool             // read until two walks in a row agree
	Progress func(Progress)   // called for every page; may be nil
	// EndsBefore is set when the service is seen to leave out the day of DateTo. A walk then begins with the longer
	// range; see range.go.
	EndsBefore *atomic.Bool

	scale scale // set only by tests
}

// Progress says how far a walk is. It is not reservations.PresenceProgress because that package imports this one.
type Progress struct{ Covered, Total, Walk int }

// IncompleteError is a register that cannot be proven complete. Package reservations makes an error of it that also names the
// operation and the attempts, which this package does not know.
type IncompleteError struct {
	Reason string
	Walks  int
	Pages  int
	Totals []int // in the order received, without repetitions in a row
	Final  bool  // another walk would show the same
}

func (e *IncompleteError) Error() string { return e.Reason }

// Read returns the register, every day with its items, or an *IncompleteError.
func (w *Register) Read(ctx context.Context) ([]types.PresenceDay, error) {
	r := newRun(*w)
	var before []compactDay // the result of the walk before, nil after a contradiction
	notCounted := 0
	for r.state.Walks < maxWalks+notCounted {
		days, err := r.walkOnce(ctx)
		c, contradicts := errors.AsType[*contradiction](err)
		switch {
		case contradicts:
			r.state.Reason = c.reason
			if r.state.Final = c.cause == final; r.state.Final {
				return nil, &r.state
			}
			r.rememberContradiction(c)
			r.size = min(r.maxSize, cmp.Or(c.size, r.Limit, params.DefaultLimit)) // the reason for smaller pages may have passed
			if r.oneDayMore && c.cause == totalChanged && notCounted < maxNotCounted {
				notCounted++ // this walk does not count, so Confirm still compares with the one before it
			} else {
				before = nil
			}
		case err != nil:
			return nil, err
		case !w.Confirm || before != nil && sameDays(before, days):
			return expand(days), nil
		default:
			before, r.state.Reason = days, "no two walks in a row showed the same register"
		}
	}
	if err := checkFields(r.evidence.pages); err != nil { // a missing key is the better reason
		r.state.Reason = err.Error()
	}
	return nil, &r.state
}
