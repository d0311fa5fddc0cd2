// SPDX-License-Identifier: MIT

package presence

import "context"

// firstPage returns the first page. When a walk goes on with smaller pages, it returns the first page that was read before,
// with the larger limit. But if the new size is below the documented size (25), it reads the first page again: a page of 25
// with ten reservations does not show which of these ten are on the first page of five.
func (r *reading) firstPage(ctx context.Context) (*page, error) {
	if r.walk.first != nil && (r.size >= r.scale.documented || r.walk.first.limit == r.size) {
		return r.walk.first, nil
	}
	first, err := r.readFirstWithAllowedLimit(ctx)
	if r.walk.first == nil && r.isDateToUnclear(first, err) {
		first, err = r.readOneDayMore(ctx, first, err != nil)
	}
	if err == nil && first.total > 0 && len(first.who) == 0 && !first.nameless {
		first, err = r.rereadEmpty(ctx, first)
	}
	r.walk.first = first
	return first, err
}

// readFirstWithAllowedLimit reads the page at offset 0. If the limit is refused, it tries the documented page size.
func (r *reading) readFirstWithAllowedLimit(ctx context.Context) (*page, error) {
	first, err := r.readFirst(ctx, r.size)
	if err != nil && r.size > r.scale.documented && r.asked.Refused(err) {
		r.size = r.scale.documented
		first, err = r.readFirst(ctx, r.size)
	}
	return first, err
}

// rereadEmpty reads an empty first page again with a smaller limit, because the limit may be why the page is empty. The
// smaller limit is 25, or the total if the total is lower. If limit and total are equal and at most 25, such as 20, it reads
// with limit 21 instead, and the proofs compare that page with the register. It returns the page to go on with.
func (r *reading) rereadEmpty(ctx context.Context, empty *page) (*page, error) {
	switch smaller := min(r.scale.documented, empty.total); {
	case smaller < r.size:
		return r.rereadWithLimit(ctx, empty, smaller)
	case empty.total > r.size: // the pages after the first may show reservations
		return empty, nil
	}
	_, err := r.readFirst(ctx, r.size+1)
	if err != nil && r.isRefusedOrTooLong(err) {
		err = nil
	}
	return empty, err
}

// rereadWithLimit reads an empty first page with a smaller limit. If that page shows reservations, and the page with the
// larger limit is empty again, the walk goes on with the smaller limit: with 25, if limit 25 shows three and limit 100 none.
func (r *reading) rereadWithLimit(ctx context.Context, empty *page, limit int) (*page, error) {
	small, err := r.readFirst(ctx, limit)
	if err != nil || len(small.who) == 0 {
		return empty, err
	}
	r.walk.evidence = []*page{small} // leaves out the empty page, so that no proof uses it
	large, err := r.readFirst(ctx, r.size)
	if err != nil || len(large.who) > 0 {
		return large, err
	}
	r.walk.evidence = []*page{small}
	r.size = limit
	return small, nil
}
