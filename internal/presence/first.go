// SPDX-License-Identifier: MIT

package presence

import "context"

// firstPage reads the first page, or takes the one that was read with a larger limit. For
// pages smaller than documented it reads it again: what shows on a page of fifty says
// little about the offset of a page of five. A service that refuses the limit is asked for
// the documented page size.
func (r *run) firstPage(ctx context.Context) (*page, error) {
	if r.first != nil && (r.size >= r.documented || r.first.limit == r.size) {
		return r.first, nil
	}
	first, err := r.page(ctx, 0, r.size)
	if err != nil && r.size > r.documented && r.Refused(err) {
		r.size, r.clamped = r.documented, true
		first, err = r.page(ctx, 0, r.size)
	}
	if err == nil && first.total > 0 && len(first.who) == 0 && !first.anonymous {
		first, err = r.readAgain(ctx, first)
	}
	r.first = first
	return first, err
}

// readAgain reads a first page that shows no reservation once more, with the documented limit and not
// beyond the total: the service may send an empty page for every limit that it does not like. If a
// smaller page shows reservations, the walk goes on with it, unless the larger one was empty by
// mistake. Where the empty page was as small, a larger one tells.
func (r *run) readAgain(ctx context.Context, empty *page) (*page, error) {
	limit := min(r.documented, empty.total)
	if limit >= r.size {
		if empty.total > r.size {
			return empty, nil // the other pages tell
		}
		limit = r.size + 1
	}
	small, err := r.page(ctx, 0, limit)
	if err != nil && limit > r.size && r.Refused(err) {
		return empty, nil
	}
	if err != nil || limit > r.size || len(small.who) == 0 {
		return empty, err
	}
	r.evidence.pages = []*page{small} // the empty page says nothing of its reservations
	large, err := r.page(ctx, 0, r.size)
	if err != nil || len(large.who) > 0 {
		return large, err
	}
	r.evidence.pages = []*page{small}
	r.size, r.clamped = small.limit, small.limit == r.documented // or the total set the limit
	return small, nil
}
