// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"sync/atomic"
	"testing"
)

// TestFetchAtDropsPagesAhead: after a page that was not the next one, no page follows that was fetched ahead before it.
func TestFetchAtDropsPagesAhead(t *testing.T) {
	t.Parallel()
	r := reader[int]{ctx: t.Context(), maxUnderWay: 3, fetch: func(_ context.Context, offset, _ int) (Fetched[int], error) {
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

// TestNoPageAheadIsTooLong: once a response is too long, the pages that were fetched ahead are dropped, because they are as long,
// and the next page is requested alone. So a larger window costs no more than the pages that were under way.
func TestNoPageAheadIsTooLong(t *testing.T) {
	t.Parallel()
	var alone int64
	for window := 1; window <= 4; window++ {
		var sent atomic.Int64
		list := List[int]{
			ID: func(n int) int64 { return int64(n) }, Limit: 10, MaxInFlight: window,
			Reasons: Reasons{LimitRefused: never, TooLong: func(err error) bool { return err == errTooLong }},
			Fetch: func(_ context.Context, offset, limit int) (Fetched[int], error) {
				sent.Add(1)
				if offset < 70 && offset+limit > 50 && limit > 3 {
					return Fetched[int]{}, errTooLong
				}
				page := Fetched[int]{Total: -1}
				for n := offset; n < min(offset+limit, 100); n++ {
					page.Records = append(page.Records, n+1)
				}
				return page, nil
			},
		}
		records := 0
		for _, err := range list.All(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			records++
		}
		if window == 1 {
			alone = sent.Load()
		}
		if got, most := sent.Load(), alone+2*int64(window-1); records != 100 || got > most {
			t.Errorf("a window of %d: %d records in %d requests, want 100 in at most %d", window, records, got, most)
		}
	}
}
