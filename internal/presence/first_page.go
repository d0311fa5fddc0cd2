// SPDX-License-Identifier: MIT

package presence

import "context"

// firstPage reads the first page. When a walk goes on with smaller pages of at least the documented size, it returns the page
// that it has read with the larger limit. It reads the first page again for still smaller pages: of the ten reservations on a
// page of 25, nobody knows how many are at the first five offsets.
func (r *run) firstPage(ctx context.Context) (*page, error) {
	if r.first != nil && (r.size >= r.documented || r.first.limit == r.size) {
		return r.first, nil
	}
	first, err := r.readFirstAllowed(ctx)
	if r.first == nil && r.lacksDateTo(first, err) {
		first, err = r.readOneDayMore(ctx, first, err != nil)
	}
	if err == nil && first.total > 0 && len(first.who) == 0 && !first.nameless {
		first, err = r.rereadEmpty(ctx, first)
	}
	r.first = first
	return first, err
}

// readFirstAllowed reads the page at the beginning: with the documented page size if the service refuses a larger limit.
func (r *run) readFirstAllowed(ctx context.Context) (*page, error) {
	first, err := r.readFirst(ctx, r.size)
	if err != nil && r.size > r.documented && r.Refused(err) {
		r.size = r.documented
		first, err = r.readFirst(ctx, r.size)
	}
	return first, err
}

// rereadEmpty reads a first page that shows no reservation once more, with a smaller limit: the service may send an empty
// page for limits above 25. For example, after an empty page with limit 100, and a total of 60, it reads one with limit 25.
// If that one shows reservations, and another with limit 100 is empty again, the walk goes on with pages of 25.
//
// If the limit cannot be smaller, and the empty page should hold the whole register, it reads a page with one place more.
// That page stays in the evidence, so the proofs compare it with the register.
func (r *run) rereadEmpty(ctx context.Context, empty *page) (*page, error) {
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
	r.evidence.pages = []*page{small} // without the empty page, whose limit may be the reason why it is empty
	large, err := r.readFirst(ctx, r.size)
	if err != nil || len(large.who) > 0 {
		return large, err
	}
	r.evidence.pages = []*page{small}
	r.size = small.limit
	return small, nil
}
