// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"slices"

	"github.com/reservationkit/reservations-go/internal/params"
)

// bounds holds the numbers that decide which pages a pass reads. Tests make them smaller, so that six reservations need many pages.
type bounds struct {
	documented      int // the page size that the service documents as its default
	samples         int // how many pairs of pages readBetween checks, once the page size is proven
	mostExtra       int // the most pages that readUncoveredPlaces may read, and the most places that readLastPlaces may read
	largest         int // the limit of the one large page that readLargerPage reads
	expectedAtLeast int // a page that shows no new reservation is read again if it should show at least this many; see suspectPages
}

var usualBounds = bounds{documented: params.DocumentedLimit, samples: 3, mostExtra: 100, largest: 1000, expectedAtLeast: 3}

// cutShortOrMovedError returns the contradiction that pages are cut short, with the page size to go on with. But if a page is
// full, pages are not cut short, and the contradiction is that reservations have moved.
func (s *series) cutShortOrMovedError(p *page, format string, args ...any) *contradiction {
	most, least := 1, s.size // the most reservations on a page, and the fewest on a page that is not full
	for _, known := range append(slices.Clip(s.pages), p) {
		most = max(most, len(known.who))
		if len(known.who) < known.room() { // not full, so perhaps cut short; room, not s.size, because the last page may have fewer places
			least = min(least, len(known.who))
		}
	}
	c := &contradiction{cause: pagesCut, page: p, reason: fmt.Sprintf(format, args...)}
	switch {
	case most >= s.size: // the service serves full pages, so something else is wrong
		c.cause = moved
		if !s.reading.isFirstPass() {
			c.size = min(s.size, s.reading.bounds.documented) // services handle pages of the documented size best
		}
	case s.size > s.reading.bounds.documented && most <= s.reading.bounds.documented:
		c.size = s.reading.bounds.documented
	case most == least: // all pages show the same number, which is probably what the service serves
		c.size = most
	default: // the service may serve any number of places from most to s.size-1
		c.size = (most + s.size) / 2
	}
	return c
}
