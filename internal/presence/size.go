// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"
)

// defaultSize is the page size if the caller sets no limit.
const defaultSize = 100

// scale holds the numbers that decide how a walk reads. Tests make them smaller, so that a register
// of six reservations is read like one of hundreds.
type scale struct {
	documented int // page size that the service documents as its default
	common     int // page size that many services do not exceed, tried before others
	spare      int // pairs of pages without a shared reservation that are checked although the page size is proven
	probes     int // pages that are read at places that no other page certainly holds, at most
	largest    int // limit for the one large page that readLarger reads
	surprise   int // a page without new reservations is read again if it should show this many
}

var fullScale = scale{documented: 25, common: 50, spare: 3, probes: 100, largest: 1000, surprise: 3}

// When the service has turned out to serve no larger pages, larger ones are not requested for some
// time. Then they are tried again, because one bad page may have been the reason. The time doubles
// each time that a try fails.
const (
	firstHold   = 5 * time.Minute
	longestHold = 24 * time.Hour
)

// Sizes remembers the largest page that the service serves, so that not every walk of a client
// needs extra requests to find it out. The zero value knows nothing. It is safe for concurrent use.
type Sizes struct {
	mu    sync.Mutex
	most  int // 0 as long as no page was too large
	hold  time.Duration
	until time.Time // no larger pages are requested before
}

// atMost returns the page size to begin with for a caller who wants no more than limit.
func (s *Sizes) atMost(limit int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := cmp.Or(limit, defaultSize)
	if s.most > 0 && time.Now().Before(s.until) {
		size = min(size, s.most)
	}
	return size
}

// learn notes that the service serves pages of this size and no larger ones.
func (s *Sizes) learn(most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = most
	s.hold = min(max(firstHold, 2*s.hold), longestHold)
	s.until = time.Now().Add(s.hold)
}

// serves notes that the service has served pages of this size.
func (s *Sizes) serves(size int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if size > s.most {
		s.most, s.hold = 0, 0
	}
}

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
	case s.size > s.common && most <= s.common:
		c.size = s.common
	default:
		c.size = (most + s.size) / 2
	}
	return c
}
