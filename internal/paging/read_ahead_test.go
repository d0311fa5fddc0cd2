// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"testing"
)

// TestFetchAtDropsPagesAhead: after a page that was not the next one, no page follows that was fetched ahead before it.
func TestFetchAtDropsPagesAhead(t *testing.T) {
	t.Parallel()
	r := reader[int]{ctx: t.Context(), underWay: 3, fetch: func(_ context.Context, offset, _ int) (Fetched[int], error) {
		return Fetched[int]{Total: offset}, nil
	}}
	defer r.dropAhead()
	for i, fetch := range []func(offset, limit int) (Fetched[int], error){r.fetchNext, r.fetchNext, r.fetchAt, r.fetchNext, r.fetchNext} {
		offset := []int{0, 9, 5, 14, 23}[i]
		if got, err := fetch(offset, 10); got.Total != offset || err != nil {
			t.Errorf("got the page at %d, want that at %d; %v", got.Total, offset, err)
		}
	}
}
