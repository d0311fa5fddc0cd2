// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"maps"
)

// A contradiction is what pages show that cannot be true of one register.
type contradiction struct {
	cause  cause
	reason string
	page   *page // the page that contradicts the others, if there is one
	size   int   // of the pages to go on with; 0 leaves it as it is
}

type cause int

const (
	final     cause = iota // another walk would show the same
	moved                  // reservations moved while they were read: walk again
	misplaced              // pages do not begin where they were asked to: walk again, aligned
	tooLarge               // the service serves fewer than asked: go on with smaller pages
	unnamed                // items name no reservation: go on with aligned pages
)

func (c *contradiction) Error() string { return c.reason }

// contradict returns a contradiction; p may be nil.
func contradict(p *page, why cause, format string, args ...any) error {
	return &contradiction{cause: why, page: p, reason: fmt.Sprintf(format, args...)}
}

// sameItems checks that two pages show the same of the reservations on both.
func sameItems(a, b *page) error {
	if maps.Equal(a.itemsShared(b), b.itemsShared(a)) {
		return nil
	}
	return contradict(b, moved, "the pages at offsets %d and %d show different items of the same reservation",
		a.offset, b.offset)
}

// apart is the contradiction of a reservation on two pages that do not overlap.
func apart(who Reservation, a, b *page) error {
	return contradict(b, moved, "%v shows on the pages at offsets %d and %d, which do not overlap",
		who, a.offset, b.offset)
}
