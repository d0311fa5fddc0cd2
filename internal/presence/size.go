// SPDX-License-Identifier: MIT

package presence

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"
)

// defaultSize is asked for unless the caller wants less.
const defaultSize = 100

// scale is the numbers that a walk goes by. Tests make them smaller, so that what matters in a
// register of hundreds of reservations shows in one of six.
type scale struct {
	documented int // page size that the service documents as its default
	common     int // bound that many services set, tried before others
	spare      int // pages without a shared reservation that are looked at although the page size is proven
	probes     int // places that are read where no page certainly holds them
	largest    int // limit for the one page that is read to see more at once
	surprise   int // reservations that a page must be expected to show, for an empty one to be looked at again
}

var fullScale = scale{documented: 25, common: 50, spare: 3, probes: 100, largest: 1000, surprise: 3}

// Larger pages than the service was found to serve are not asked for during a time. They are
// then tried again, because one bad page may have been the reason. The time doubles with every
// try in vain.
const (
	firstHold   = 5 * time.Minute
	longestHold = 24 * time.Hour
)

// Sizes remembers the largest page that the service serves, so that not every walk of a client
// pays for finding out. The zero value knows nothing. It is safe for concurrent use.
type Sizes struct {
	mu    sync.Mutex
	most  int // 0 as long as no page was too large
	hold  time.Duration
	until time.Time // larger pages are not asked for
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

// smaller returns the contradiction of a service that serves fewer reservations than
// asked, with the page size to go on with. The service serves at least as many as ever
// showed on one page, and probably just as many where all pages show the same number.
func (s *series) smaller(p *page, format string, args ...any) *contradiction {
	most, least := 1, s.size
	for _, known := range append(slices.Clip(s.pages), p) {
		if known == nil {
			continue
		}
		most = max(most, len(known.who))
		if len(known.who) < known.room() { // a page that reaches the total may show fewer
			least = min(least, len(known.who))
		}
	}
	c := &contradiction{cause: tooLarge, page: p, reason: fmt.Sprintf(format, args...)}
	switch {
	case most >= s.size: // served in full: then something else is wrong
		c.cause = moved
		if s.again { // a second time; the documented size is the most certain
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
