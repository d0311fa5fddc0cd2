// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"slices"

	"github.com/reservationkit/reservations-go/internal/parallel"
)

// maxBytesUnderWay bounds the bytes of all responses under way. With 4 MiB, the heap grows by 12 to 17 MiB. With 2 MiB, it
// would grow by half as much, but a list with pages of 500 KB, of which each takes 50 ms, would take twice the time.
const maxBytesUnderWay = 4 << 20

// reader fetches pages, also before the walk asks for them, and returns them in the order of their offsets.
type reader[T any] struct {
	ctx         context.Context
	fetch       Fetch[T]
	maxUnderWay int                          // how many requests may run at a time
	ahead       []*parallel.Task[Fetched[T]] // the pages that are fetched ahead, in the order of their offsets
	scope       context.Context              // the context of the requests for the pages ahead
	stop        context.CancelFunc           // cancels scope; nil if no pages are fetched ahead
}

// fetchAt fetches one page. It drops the pages that were fetched ahead, because they do not follow this page.
func (r *reader[T]) fetchAt(offset, limit int) (Fetched[T], error) {
	r.dropAhead()
	return r.fetch(r.ctx, offset, limit)
}

// fetchNext fetches the page at offset. It also requests the pages that come next if each page is full: with offset 9,
// limit 10 and maxUnderWay 3, the pages at 18 and 27. The next call must ask for offset 18, unless dropAhead is called first.
func (r *reader[T]) fetchNext(offset, limit int) (Fetched[T], error) {
	if r.maxUnderWay == 1 && len(r.ahead) == 0 {
		return r.fetchAt(offset, limit)
	}
	if r.stop == nil {
		r.scope, r.stop = context.WithCancel(r.ctx) //nolint:gosec // dropAhead calls it
	}
	for scope := r.scope; len(r.ahead) < r.maxUnderWay; {
		at := offset + len(r.ahead)*(limit-1)
		r.ahead = append(r.ahead, parallel.Go(func() (Fetched[T], error) { return r.fetch(scope, at, limit) }))
	}
	head := r.ahead[0]
	r.ahead = slices.Delete(r.ahead, 0, 1)
	return head.Wait()
}

// stopReadingAhead drops the pages that were fetched ahead. It sets maxUnderWay to 1, so that the next page is requested alone.
func (r *reader[T]) stopReadingAhead() {
	r.maxUnderWay = 1
	r.dropAhead()
}

// dropAhead cancels the requests for the pages ahead, and waits for them. It ignores their errors, but panics if a fetch has panicked.
func (r *reader[T]) dropAhead() {
	if r.stop == nil {
		return
	}
	r.stop()
	dropped := r.ahead
	r.ahead, r.stop = nil, nil
	for _, page := range dropped {
		<-page.Done()
	}
	for _, page := range dropped {
		_, _ = page.Wait() // Wait repeats a panic of fetch
	}
}
