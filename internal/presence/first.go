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
// beyond the total: the service may send an empty page for every limit that it does not like.
// Where the page was as small, a larger one tells whether it was empty by mistake.
func (r *run) readAgain(ctx context.Context, first *page) (*page, error) {
	limit := min(r.documented, first.total)
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
		return nil, sameTotal(first.total, again)
	case len(again.who) > 0 && limit < r.size:
		return r.smallerFirst(ctx, again)
	}
	return first, nil
}

// smallerFirst goes on with the smaller first page that shows reservations, unless the larger one,
// which was empty, shows some now: then it was empty by mistake. A limit that the total sets is
// not one of the service.
func (r *run) smallerFirst(ctx context.Context, small *page) (*page, error) {
	r.evidence.pages = []*page{small} // the empty page says nothing of its reservations
	large, err := r.page(ctx, 0, r.size)
	if err != nil {
		return nil, err
	}
	if len(large.who) > 0 {
		return large, nil
	}
	r.evidence.pages = []*page{small}
	r.size, r.clamped = small.limit, small.limit == r.documented
	return small, nil
}
