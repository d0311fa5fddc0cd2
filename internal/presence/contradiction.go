// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/reservationkit/reservations-go/internal/params"
)

// A contradiction is the error of pages that cannot all be true of one register.
type contradiction struct {
	cause  cause
	reason string
	page   *page // the page that contradicts the others; nil if later walks need not show the reservations of that page
	size   int   // the page size for the next pages; 0 means that the next walk begins with the usual size
}

// cause is what may have caused a contradiction. It decides how the reading goes on; see adjustTo.
type cause int

const (
	givenUp         cause = iota // another walk would show the same, so none begins
	moved                        // reservations moved while they were read
	totalChanged                 // X-Total-Count changed
	wrongOffset                  // pages do not begin at the offset of their request
	pagesCut                     // the service serves fewer reservations than it is asked for
	responseTooLong              // a response is too large to be read
	namelessItems                // some items name no reservation
)

// adjustTo changes how the next pages are requested, and reports whether the same walk goes on. If not, another walk begins,
// unless the cause is givenUp.
func (r *reading) adjustTo(c *contradiction) (sameWalk bool) {
	switch {
	case c.cause == givenUp:
		return false
	case c.cause == namelessItems:
		r.aligned = true
		return true
	case c.cause == pagesCut:
		r.requireReservationsOf(c.page)
		r.size = c.size
		return true
	case c.cause == responseTooLong && c.size < r.size:
		r.size, r.maxSize = c.size, c.size
		return true
	case c.cause == wrongOffset:
		r.aligned = true
	}
	r.requireReservationsOf(c.page)
	r.size = min(r.maxSize, cmp.Or(c.size, r.asked.Limit, params.DefaultLimit)) // the reason for smaller pages may be gone
	return false
}

func (c *contradiction) Error() string { return c.reason }

// contradict returns a contradiction. p is its page, and may be nil.
func contradict(p *page, why cause, format string, args ...any) error {
	return &contradiction{cause: why, page: p, reason: fmt.Sprintf(format, args...)}
}

// checkSameItems checks that two pages show the same items of each reservation that is on both.
func checkSameItems(a, b *page) error {
	if maps.Equal(a.itemsShared(b), b.itemsShared(a)) {
		return nil
	}
	return contradict(b, moved, "the pages at offsets %d and %d show different items of the same reservation",
		a.offset, b.offset)
}

// contradictTwoPlaces returns the contradiction that a reservation shows on two pages that do not overlap.
func contradictTwoPlaces(who Reservation, a, b *page) error {
	return contradict(b, moved, "%v shows on the pages at offsets %d and %d, which do not overlap",
		who, a.offset, b.offset)
}
