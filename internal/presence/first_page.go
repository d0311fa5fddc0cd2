// SPDX-License-Identifier: MIT

package presence

import "context"

// firstPage reads the first page. When a walk goes on with smaller pages of at least the documented size, firstPage returns the
// page that was read with the larger limit. For still smaller pages it reads the first page again: of the ten reservations on a
// page of 25, nobody knows how many are at the first five offsets.
func (r *reading) firstPage(ctx context.Context) (*page, error) {
	if r.walk.first != nil && (r.size >= r.scale.documented || r.walk.first.limit == r.size) {
		return r.walk.first, nil
	}
	first, err := r.readFirstAllowed(ctx)
	if r.walk.first == nil && r.isDateToUnclear(first, err) {
		first, err = r.readOneDayMore(ctx, first, err != nil)
	}
	if err == nil && first.total > 0 && len(first.who) == 0 && !first.nameless {
		first, err = r.rereadEmpty(ctx, first)
	}
	r.walk.first = first
	return first, err
}

// readFirstAllowed reads the page at offset 0. If the service refuses its limit, it reads the page with the documented size.
func (r *reading) readFirstAllowed(ctx context.Context) (*page, error) {
	first, err := r.readFirst(ctx, r.size)
	if err != nil && r.size > r.scale.documented && r.asked.Refused(err) {
		r.size = r.scale.documented
		first, err = r.readFirst(ctx, r.size)
	}
	return first, err
}

// rereadEmpty reads a first page that shows no reservation once more, with limit 25, or with the total as the limit if that is
// lower: the service may send an empty page for larger limits. For example, after an empty page with limit 100, and a total of
// 60, it reads one with limit 25. If that page shows reservations, and another one with limit 100 is empty again, the walk goes on
// with pages of 25.
//
// Where that limit would not be smaller than the first, the pages after the first may show reservations. There are none if the
// total is exactly the limit, such as 20. Then rereadEmpty asks with limit 21, to see whether only limit 20 makes the page empty.
// The page with limit 21 stays in the evidence, so the proofs compare it with the register.
func (r *reading) rereadEmpty(ctx context.Context, empty *page) (*page, error) {
	limit := min(r.scale.documented, empty.total)
	if limit >= r.size {
		if empty.total > r.size {
			return empty, nil
		}
		limit = r.size + 1
	}
	small, err := r.readFirst(ctx, limit)
	if err != nil && limit > r.size && r.isRefusedOrTooLong(err) {
		return empty, nil
	}
	if err != nil || limit > r.size || len(small.who) == 0 {
		return empty, err
	}
	r.walk.evidence = []*page{small} // without the empty page, whose limit may be the reason why it is empty
	large, err := r.readFirst(ctx, r.size)
	if err != nil || len(large.who) > 0 {
		return large, err
	}
	r.walk.evidence = []*page{small}
	r.size = small.limit
	return small, nil
}
