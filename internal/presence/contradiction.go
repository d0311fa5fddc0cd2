// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/reservationkit/reservations-go/internal/params"
)

// A contradiction is the error of pages that do not fit together, or cannot be used. adjustTo decides how to go on after it.
type contradiction struct {
	cause  cause
	reason string
	page   *page // a page whose reservations the register must have, or nil
	size   int   // the page size to go on with; 0 means the size that the caller asked for
}

// cause is the probable reason for a contradiction.
type cause int

const (
	givenUp         cause = iota // another pass would show the same, so none begins
	moved                        // reservations moved to other places while pages were read
	totalChanged                 // X-Total-Count changed
	wrongOffset                  // pages do not begin at the offset of their request
	pagesCut                     // the service serves fewer places on a page than it is asked for
	responseTooLong              // a response is too large to be read
	namelessItems                // some items name no reservation
)

// adjustTo changes how the next pages are requested, and reports whether the same pass goes on. If not, the pass has failed,
// and Read decides whether another pass begins.
func (r *reading) adjustTo(c *contradiction) (samePass bool) {
	switch {
	case c.cause == givenUp:
		return false
	case c.cause == namelessItems:
		r.disjoint = true
		return true
	case c.cause == pagesCut:
		r.requireReservations(c.page)
		r.size = c.size
		return true
	case c.cause == responseTooLong && c.size < r.size:
		r.size, r.maxSize = c.size, c.size
		return true
	case c.cause == wrongOffset:
		r.disjoint = true
	}
	r.requireReservations(c.page)
	// Not the page size of the last pass, because the reason for smaller pages may be gone.
	r.size = min(r.maxSize, cmp.Or(c.size, r.asked.Limit, params.DefaultLimit))
	return false
}

func (c *contradiction) Error() string { return c.reason }

// newContradiction returns a *contradiction as an error. Its page p may be nil.
func newContradiction(p *page, why cause, format string, args ...any) error {
	return &contradiction{cause: why, page: p, reason: fmt.Sprintf(format, args...)}
}

// checkSameItems checks that each reservation on both pages has the same items on both.
func checkSameItems(a, b *page) error {
	if maps.Equal(a.countItemsOfSharedReservations(b), b.countItemsOfSharedReservations(a)) {
		return nil
	}
	return newContradiction(b, moved, "the pages at offsets %d and %d show different items of the same reservation",
		a.offset, b.offset)
}

// twoPlacesError returns the contradiction that a reservation shows on two pages that do not overlap.
func twoPlacesError(who reservation, a, b *page) error {
	return newContradiction(b, moved, "%v shows on the pages at offsets %d and %d, which do not overlap", who, a.offset, b.offset)
}
