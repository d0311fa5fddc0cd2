package presence

import (
	"cmp"
	"context"
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
	chance     int // page size from which on it is no chance that two pages show as many reservations as they are apart
	spare      int // pages without a shared reservation that are looked at although the page size is proven
	probes     int // places that are read where no page certainly holds them
	largest    int // limit for the one page that is read to see more at once
	surprise   int // reservations that a page must be expected to show, for an empty one to be looked at again
}

var fullScale = scale{documented: 25, common: 50, chance: 10, spare: 3, probes: 100, largest: 1000, surprise: 3}

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

// firstPage reads the first page, or takes the one that was read with a larger limit. For
// pages smaller than documented it reads it again: whoever shows on a page of fifty says
// little about the offset of a page of five. A service that refuses the limit is asked for
// the documented page size.
func (r *run) firstPage(ctx context.Context) (*page, error) {
	if r.first != nil && (r.size >= r.scale.documented || r.first.limit == r.size) {
		return r.first, nil
	}
	first, err := r.page(ctx, 0, r.size)
	if err != nil && r.size > r.scale.documented && r.Refused(err) {
		r.size, r.clamped = r.scale.documented, true
		first, err = r.page(ctx, 0, r.size)
	}
	if err == nil && first.total > 0 && len(first.who) == 0 && !first.anonymous {
		first, err = r.readAgain(ctx, first)
	}
	r.first = first
	return first, err
}

// readAgain reads a first page that shows no reservation once more, with the documented limit and not
// beyond the total: the service may send an empty page for every limit that it does not like.
// Where the page was as small, a larger one tells whether it was empty by mistake.
func (r *run) readAgain(ctx context.Context, first *page) (*page, error) {
	limit := min(r.scale.documented, first.total)
	switch {
	case limit < r.size:
	case first.total <= r.size:
		limit = r.size + 1
	default: // the other pages tell
		return first, nil
	}
	again, err := r.page(ctx, 0, limit)
	switch {
	case err != nil && limit > r.size && r.Refused(err):
		return first, nil
	case err != nil:
		return nil, err
	case again.total != first.total:
		return nil, totalChanged(first.total, again.total)
	case len(again.who) > 0 && limit < r.size:
		return r.smallerFirst(ctx, again)
	}
	return first, nil
}

// smallerFirst goes on with the smaller first page that shows reservations, unless the larger one,
// which was empty, shows some now: then it was empty by mistake. A limit that the total sets is
// not one of the service.
func (r *run) smallerFirst(ctx context.Context, small *page) (*page, error) {
	r.read = []*page{small} // the empty page says nothing of its reservations
	large, err := r.page(ctx, 0, r.size)
	if err != nil {
		return nil, err
	}
	if len(large.who) > 0 {
		return large, nil
	}
	r.read = []*page{small}
	r.size, r.clamped = small.limit, small.limit == r.scale.documented
	return small, nil
}

// smaller returns the contradiction of a service that serves fewer reservations than
// asked, with the page size to go on with. The service serves at least as many as ever
// showed on one page, and probably just as many where all pages show the same number.
func (r *run) smaller(pages []*page, p *page, reason string) *contradiction {
	most, least := 1, r.size
	for _, known := range append(slices.Clip(pages), p) {
		if known == nil {
			continue
		}
		most = max(most, len(known.who))
		if len(known.who) < known.room() { // a page that reaches the total may show fewer
			least = min(least, len(known.who))
		}
	}
	c := &contradiction{cause: tooLarge, page: p, reason: reason}
	switch {
	case most >= r.size: // served in full: then something else is wrong
		c.cause = moved
		if r.state.Walks > 1 { // a second time; the documented size is the most certain
			c.size = min(r.size, r.scale.documented)
		}
	case r.size > r.scale.documented && most <= r.scale.documented:
		c.size = r.scale.documented
	case most == least:
		c.size = most
	case r.size > r.scale.common && most <= r.scale.common:
		c.size = r.scale.common
	default:
		c.size = (most + r.size) / 2
	}
	return c
}
