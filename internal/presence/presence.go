// SPDX-License-Identifier: MIT

// Package presence reads the night register: all its pages, proven to belong together,
// merged by day. It is driven by one function that reads a page, and knows neither HTTP
// nor a client.
//
// X-Total-Count counts all reservations, but a page shows only those with checked-in guests.
// So a page does not show how many reservations it holds. If a service serves fewer than asked,
// or from another offset, no response says so: the walk has to prove that it did not. The
// tests walk every small register with this code; see model_test.go.
//
// Read run.go first, which reads the register once, and then prove.go, which lists the proofs.
// Those of pages that overlap are in overlap.go, between.go, cover.go and places.go, those of
// pages that do not in align.go.
package presence

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"

	"github.com/reservationkit/reservations-go/types"
)

// maxWalks bounds how often a register is read while its pages contradict each other.
const maxWalks = 3

// Page is one page as the service sent it.
type Page struct {
	Days     []types.PresenceDay
	Total    int    // X-Total-Count
	BadTotal string // why Total cannot be used; "" when it can

	next int // entries for the day after DateTo that were left out
}

// Fetch reads one page of the days up to a dateTo, which may be zero. fresh asks the caches on the way not to answer.
type Fetch func(ctx context.Context, dateTo types.Date, offset, limit int, fresh bool) (Page, error)

// Walk says how a register is read.
type Walk struct {
	Fetch Fetch
	// Refused reports whether the service refused the request itself. A large limit may be
	// the reason.
	Refused  func(error) bool
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

// Progress tells how far a walk is.
type Progress struct{ Covered, Total, Walk int }

// IncompleteError is a register that cannot be proven complete.
type IncompleteError struct {
	Reason string
	Walks  int
	Pages  int
	Totals []int // in the order received, without repetitions in a row
	Final  bool  // another walk would show the same
}

func (e *IncompleteError) Error() string { return e.Reason }

// Run returns the register, every day with its items, or an *IncompleteError.
func (w *Walk) Run(ctx context.Context) ([]types.PresenceDay, error) {
	r := newRun(*w)
	var before []foldedDay // result of the walk before, nil after a contradiction
	spared := 0
	for r.state.Walks < maxWalks+spared {
		days, err := r.walkOnce(ctx)
		var c *contradiction
		switch {
		case errors.As(err, &c):
			r.state.Reason = c.reason
			if r.state.Final = c.cause == final; r.state.Final {
				return nil, &r.state
			}
			r.distrust(c)
			r.size = min(r.fits, cmp.Or(c.size, r.Limit, defaultSize)) // the reason for smaller pages may be gone
			if r.longer && c.cause == recounted && spared < maxSpared {
				spared++ // this walk does not count, so Confirm still compares with the one before it
			} else {
				before = nil
			}
		case err != nil:
			return nil, err
		case !w.Confirm || before != nil && same(before, days):
			return unfold(days), nil
		default:
			before, r.state.Reason = days, "no two walks in a row showed the same register"
		}
	}
	if err := checkKeys(r.evidence.pages); err != nil { // a missing key explains better why no walk succeeded
		r.state.Reason = err.Error()
	}
	return nil, &r.state
}
