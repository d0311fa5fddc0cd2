// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"slices"

	"github.com/reservationkit/reservations-go/internal/params"
)

// defaultSize is the page size if the caller sets no limit.
const defaultSize = 100

// scale holds the numbers that decide how a walk reads. Tests make them smaller, so that a register
// of six reservations is read like one of hundreds.
type scale struct {
	documented int // page size that the service documents as its default
	spare      int // pairs of pages without a shared reservation that are checked although the page size is proven
	probes     int // pages that are read at places that no other page certainly holds, at most
	largest    int // limit for the one large page that readLarger reads
	surprise   int // a page without new reservations is read again if it should show this many
}

var fullScale = scale{documented: params.DocumentedLimit, spare: 3, probes: 100, largest: 1000, surprise: 3}

// smaller returns the contradiction of a service that serves fewer reservations than asked, with
// the page size to go on with. The service serves at least as many as the page that shows the most.
// If all pages that are not full show the same number, that is probably the size.
func (s *series) smaller(p *page, format string, args ...any) *contradiction {
	most, least := 1, s.size
	for _, known := range append(slices.Clip(s.pages), p) {
		if known == nil {
			continue
		}
		most = max(most, len(known.who))
		if len(known.who) < known.room() { // a full page is not cut short, even a last page with room for few
			least = min(least, len(known.who))
		}
	}
	c := &contradiction{cause: tooLarge, page: p, reason: fmt.Sprintf(format, args...)}
	switch {
	case most >= s.size: // the service serves full pages, so something else is wrong
		c.cause = moved
		if s.again { // not in the first walk: the documented size is the most likely to work
			c.size = min(s.size, s.documented)
		}
	case s.size > s.documented && most <= s.documented:
		c.size = s.documented
	case most == least:
		c.size = most
	default:
		c.size = (most + s.size) / 2
	}
	return c
}
