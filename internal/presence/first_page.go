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

// rereadEmpty reads a first page that shows no reservation once more, because the limit may be the reason why it is empty: with a
// smaller limit, which is 25, or the total if that is lower. If there is none, as for limit 20 and a total of 20, it asks with
// limit 21, to see whether only limit 20 makes the page empty. The proofs compare that page with the register.
func (r *reading) rereadEmpty(ctx context.Context, empty *page) (*page, error) {
	switch smaller := min(r.scale.documented, empty.total); {
	case smaller < r.size:
		return r.rereadSmaller(ctx, empty, smaller)
	case empty.total > r.size: // the pages after the first may show reservations
		return empty, nil
	}
	_, err := r.readFirst(ctx, r.size+1)
	if err != nil && r.isRefusedOrTooLong(err) {
		err = nil
	}
	return empty, err
}

// rereadSmaller reads an empty first page with a smaller limit. If that page shows reservations, and another one with the limit of
// the first is empty again, the walk goes on with the smaller limit: with 25, if limit 25 shows three and limit 100 none.
func (r *reading) rereadSmaller(ctx context.Context, empty *page, limit int) (*page, error) {
	small, err := r.readFirst(ctx, limit)
	if err != nil || len(small.who) == 0 {
		return empty, err
	}
	r.walk.evidence = []*page{small} // without the empty page
	large, err := r.readFirst(ctx, r.size)
	if err != nil || len(large.who) > 0 {
		return large, err
	}
	r.walk.evidence = []*page{small}
	r.size = limit
	return small, nil
}
