// SPDX-License-Identifier: MIT

// Package presence reads the night register: all its pages, proven to belong together,
// merged by day. It is driven by one function that reads a page, and knows neither HTTP
// nor a client.
//
// X-Total-Count counts reservations, and a page shows only those that somebody checked in
// for. So a page does not show how many reservations it holds, and a service that serves
// fewer than asked, or from another offset, says so nowhere. The walk proves it instead. The
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

	"github.com/reservationkit/reservations-go/types"
)

// maxWalks bounds how often a register is read while its pages contradict each other.
const maxWalks = 3

// Page is one page as the service sent it.
type Page struct {
	Days     []types.PresenceDay
	Total    int    // X-Total-Count
	BadTotal string // why Total cannot be used; "" when it can
}

// Fetch reads one page. fresh asks the caches on the way not to answer.
type Fetch func(ctx context.Context, offset, limit int, fresh bool) (Page, error)

// Walk says how a register is read.
type Walk struct {
	Fetch Fetch
	// Refused reports whether the service refused the request as such. A large limit may
	// be why, or an offset after the total.
	Refused  func(error) bool
	From, To types.Date     // the days asked for; To may be zero
	Limit    int            // the most reservations to ask for on a page; 0 means 100
	Workers  int            // how many pages are read at a time
	Confirm  bool           // read until two walks in a row agree
	Progress func(Progress) // called for every page; may be nil
	Sizes    *Sizes         // what the walks of one client have learned

	scale scale // tests alone set it
}

// Progress tells how far a walk is.
type Progress struct{ Covered, Total, Walk int }

// IncompleteError is a register that cannot be proven complete.
type IncompleteError struct {
	Reason string
	Walks  int
	Pages  int
	Totals []int // without the same one twice in a row
	Final  bool  // another walk would show the same
}

func (e *IncompleteError) Error() string { return e.Reason }

// Run returns the register, every day with its items, or an *IncompleteError.
func (w *Walk) Run(ctx context.Context) ([]types.PresenceDay, error) {
	r := newRun(*w)
	var before []foldedDay // by the walk before, if it showed no contradiction
	for r.state.Walks < maxWalks {
		days, err := r.walkOnce(ctx)
		var c *contradiction
		switch {
		case errors.As(err, &c):
			r.state.Reason = c.reason
			if r.state.Final = c.cause == final; r.state.Final {
				return nil, &r.state
			}
			r.distrust(c)
			r.size = cmp.Or(c.size, r.Sizes.atMost(r.Limit)) // what it was made smaller for may be over
			before = nil
		case err != nil:
			return nil, err
		case !w.Confirm || before != nil && same(before, days):
			r.rememberSize()
			return unfold(days), nil
		default:
			before, r.state.Reason = days, "no two walks in a row showed the same register"
		}
	}
	if err := checkKeys(r.evidence.pages); err != nil { // why no walk could succeed
		r.state.Reason = err.Error()
	}
	return nil, &r.state
}

func (r *run) rememberSize() {
	switch {
	case r.clamped:
		r.Sizes.learn(r.size)
	case r.first.total > r.size:
		r.Sizes.serves(r.size)
	}
}
