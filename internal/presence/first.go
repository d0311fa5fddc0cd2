// SPDX-License-Identifier: MIT

package presence

import "context"

// firstPage reads the first page, or returns the one that was read with a larger limit. If pages are
// smaller than documented, it reads the first page again, because what shows on a page of fifty says
// little about where the next page of five begins.
func (r *run) firstPage(ctx context.Context) (*page, error) {
	if r.first != nil && (r.size >= r.documented || r.first.limit == r.size) {
		return r.first, nil
	}
	first, err := r.readAllowed(ctx)
	if r.first == nil && r.lacksLast(first, err) {
		first, err = r.readLonger(ctx, first, err != nil)
	}
	if err == nil && first.total > 0 && len(first.who) == 0 && !first.anonymous {
		first, err = r.readAgain(ctx, first)
	}
	r.first = first
	return first, err
}

// readAllowed reads the page at the beginning. If the service refuses the limit, it is asked for the documented
// page size.
func (r *run) readAllowed(ctx context.Context) (*page, error) {
	first, err := r.readFirst(ctx, r.size)
	if err != nil && r.size > r.documented && r.Refused(err) {
		r.size = r.documented
		first, err = r.readFirst(ctx, r.size)
	}
	return first, err
}

// readAgain reads a first page that shows no reservation once more, with a limit of at most the
// documented size and the total: the service may send an empty page for other limits. If that smaller
// page shows reservations, the walk goes on with it, unless the larger page shows some as well when it
// is read again. If the empty page was not larger than that, and covers the whole register, a page with
// one more place is read. It stays in the evidence, so the proofs compare it with the register.
func (r *run) readAgain(ctx context.Context, empty *page) (*page, error) {
	limit := min(r.documented, empty.total)
	if limit >= r.size {
		if empty.total > r.size {
			return empty, nil // the pages after it may show reservations
		}
		limit = r.size + 1
	}
	small, err := r.readFirst(ctx, limit)
	if err != nil && limit > r.size && r.cannotBeRead(err) {
		return empty, nil
	}
	if err != nil || limit > r.size || len(small.who) == 0 {
		return empty, err
	}
	r.evidence.pages = []*page{small} // without the empty page, which was maybe empty because of its limit
	large, err := r.readFirst(ctx, r.size)
	if err != nil || len(large.who) > 0 {
		return large, err
	}
	r.evidence.pages = []*page{small}
	r.size = small.limit
	return small, nil
}
