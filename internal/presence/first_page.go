// SPDX-License-Identifier: MIT

package presence

import "context"

// keepOrReadFirst returns the page at offset 0. A pass that goes on with pages below 25 (bounds.documented) reads it again,
// because a page of 25 with ten reservations does not tell which of these ten are on the first page of five.
func (r *reading) keepOrReadFirst(ctx context.Context) (*page, error) {
	if r.pass.first != nil && (r.size >= r.bounds.documented || r.pass.first.limit == r.size) {
		return r.pass.first, nil
	}
	first, err := r.readFirstWithAllowedLimit(ctx)
	if r.pass.first == nil && r.rangeMayEndBeforeDateTo(first, err) {
		first, err = r.readFirstWithOneDayMore(ctx, first, err != nil)
	}
	if err == nil && first.total > 0 && len(first.who) == 0 && !first.nameless {
		first, err = r.rereadEmptyFirst(ctx, first)
	}
	r.pass.first = first
	return first, err
}

// readFirstWithAllowedLimit reads the page at offset 0. If a limit above 25 is refused, it goes on with limit 25.
func (r *reading) readFirstWithAllowedLimit(ctx context.Context) (*page, error) {
	first, err := r.readFirst(ctx, r.size)
	if err != nil && r.size > r.bounds.documented && r.asked.LimitRefused(err) {
		r.size = r.bounds.documented
		first, err = r.readFirst(ctx, r.size)
	}
	return first, err
}

// rereadEmptyFirst reads an empty first page with another limit, which may show reservations. It returns the page to go on with.
func (r *reading) rereadEmptyFirst(ctx context.Context, empty *page) (*page, error) {
	switch smaller := min(r.bounds.documented, empty.total); {
	case smaller < r.size:
		return r.rereadWithLimit(ctx, empty, smaller)
	case empty.total > r.size: // nothing is read again, because the pages after the first may show reservations
		return empty, nil
	}
	_, err := r.readFirst(ctx, r.size+1) // checkEarlierPages compares this page with the register
	if err != nil && r.isRefusedOrTooLong(err) {
		err = nil
	}
	return empty, err
}

// rereadWithLimit reads an empty first page again with a smaller limit. If reservations show, it reads the page once more with
// the old limit, and returns the smaller page only if the larger page is still empty.
func (r *reading) rereadWithLimit(ctx context.Context, empty *page, limit int) (*page, error) {
	small, err := r.readFirst(ctx, limit)
	if err != nil || len(small.who) == 0 {
		return empty, err
	}
	r.pass.evidence = []*page{small} // leaves out the empty page, so that no proof uses it
	large, err := r.readFirst(ctx, r.size)
	if err != nil || len(large.who) > 0 {
		return large, err
	}
	r.pass.evidence = []*page{small}
	r.size = limit
	return small, nil
}
