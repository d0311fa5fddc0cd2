package presence

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

const (
	// defaultSize is asked for unless the caller wants less.
	defaultSize = 100
	// documentedSize is the page size that the service documents as its default.
	documentedSize = 25
	// commonSize is a bound that many services set. It is tried before others.
	commonSize = 50
)

// Sizes remembers the largest page that the service serves, so that only one walk of a
// client pays for finding out. The zero value knows nothing. It is safe for concurrent use.
type Sizes struct {
	mu    sync.Mutex
	most  int  // 0 as long as no page was too large
	shown bool // a page larger than documented has shown somebody, or could not
}

// atMost returns the page size to begin with for a caller who wants no more than limit.
func (s *Sizes) atMost(limit int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := cmp.Or(limit, defaultSize)
	if s.most > 0 {
		size = min(size, s.most)
	}
	return size
}

// learn notes that the service serves pages of this size and no larger ones.
func (s *Sizes) learn(most int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = most
}

// shows notes that pages larger than documented can be relied on to show whom they hold,
// and reports whether that was known.
func (s *Sizes) shows() (known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, s.shown = s.shown, true
	return known
}

// firstPage reads the first page, or takes the one that was read with a larger limit. For
// pages smaller than documented it reads it again: whoever shows on a page of fifty says
// little about the offset of a page of five. A service that refuses the limit is asked for
// the documented page size.
func (r *run) firstPage(ctx context.Context) (*page, error) {
	if r.first != nil && (r.size >= documentedSize || r.first.limit == r.size) {
		return r.first, nil
	}
	first, err := r.page(ctx, 0, r.size)
	if err != nil && r.size > documentedSize && r.Refused(err) {
		r.size, r.clamped = documentedSize, true
		first, err = r.page(ctx, 0, r.size)
	}
	if err == nil && r.size > documentedSize && first.total > 0 && !first.anonymous {
		first, err = r.nobody(ctx, first)
	}
	r.first = first
	return first, err
}

// nobody reads a first page on which nobody shows once more in the documented size, once
// per client: the service may send an empty page for every limit that it does not like.
func (r *run) nobody(ctx context.Context, first *page) (*page, error) {
	if known := r.Sizes.shows(); len(first.who) > 0 || known && first.total <= documentedSize {
		return first, nil
	}
	small, err := r.page(ctx, 0, documentedSize)
	switch {
	case err != nil:
		return nil, err
	case small.total != first.total:
		return nil, totalChanged(first.total, small.total)
	case len(small.who) > 0:
		r.size, r.clamped = documentedSize, true
		return small, nil
	}
	return first, nil
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
		c.cause, c.size = moved, min(r.size, documentedSize)
	case r.size > documentedSize && most <= documentedSize:
		c.size = documentedSize
	case most == least:
		c.size = most
	case r.size > commonSize && most <= commonSize:
		c.size = commonSize
	default:
		c.size = (most + r.size) / 2
	}
	return c
}
