// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"maps"
)

// A contradiction is the error of pages that cannot all be true of one register.
type contradiction struct {
	cause  cause
	reason string
	page   *page // the page that contradicts the others; its reservations must appear in later walks; may be nil
	size   int   // page size to go on with; with 0 the next walk begins with the usual one
}

// cause is what may have caused a contradiction, and with it how the register is read on.
type cause int

const (
	final           cause = iota // another walk would show the same
	moved                        // reservations moved while they were read: walk again
	totalChanged                 // X-Total-Count changed: walk again
	wrongOffset                  // pages do not begin where they were asked to: walk again, with pages that do not overlap
	pagesCut                     // the service serves fewer than it is asked for: go on with smaller pages
	responseTooLong              // a response is larger than is read: go on with smaller pages, in later walks too
	itemsUnnamed                 // items name no reservation: go on with pages that do not overlap
)

func (c *contradiction) Error() string { return c.reason }

// contradict returns a contradiction; p may be nil.
func contradict(p *page, why cause, format string, args ...any) error {
	return &contradiction{cause: why, page: p, reason: fmt.Sprintf(format, args...)}
}

// sameItems checks that two pages show the same items of each reservation that is on both.
func sameItems(a, b *page) error {
	if maps.Equal(a.itemsShared(b), b.itemsShared(a)) {
		return nil
	}
	return contradict(b, moved, "the pages at offsets %d and %d show different items of the same reservation",
		a.offset, b.offset)
}

// notOverlapping reports a reservation that shows on two pages whose ranges do not overlap.
func notOverlapping(who Reservation, a, b *page) error {
	return contradict(b, moved, "%v shows on the pages at offsets %d and %d, which do not overlap",
		who, a.offset, b.offset)
}
