// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"slices"

	"github.com/reservationkit/reservations-go/internal/parallel"
)

// reader fetches pages, some of them before they are wanted. The walk takes them in the order of their offsets, so reader cannot
// use parallel.Each, which takes pages in any order.
type reader[T any] struct {
	ctx   context.Context
	fetch Fetch[T]
	ahead []*parallel.Task[Fetched[T]] // the pages that are fetched ahead, in the order of their offsets
	scope context.Context              // the context of the pages ahead
	stop  context.CancelFunc           // cancels scope; nil if no pages are fetched ahead
}

// at fetches one page, and drops the pages that were fetched ahead, which do not follow it.
func (r *reader[T]) at(offset, limit int) (Fetched[T], error) {
	r.drop()
	return r.fetch(r.ctx, offset, limit)
}

// next fetches the page at offset, with up to underWay requests at a time. The others are for the pages that follow it if each
// page is full: with offset 9, limit 10 and three requests, for the pages at 18 and 27. The next call must ask for the page at
// 18, unless drop or at is called before. If underWay has become smaller, next sends no new request until fewer are under way.
func (r *reader[T]) next(offset, limit, underWay int) (Fetched[T], error) {
	if underWay == 1 && len(r.ahead) == 0 {
		return r.at(offset, limit)
	}
	if r.stop == nil {
		r.scope, r.stop = context.WithCancel(r.ctx) //nolint:gosec // drop calls it
	}
	for scope := r.scope; len(r.ahead) < underWay; {
		at := offset + len(r.ahead)*(limit-1)
		r.ahead = append(r.ahead, parallel.Go(func() (Fetched[T], error) { return r.fetch(scope, at, limit) }))
	}
	head := r.ahead[0]
	r.ahead = slices.Delete(r.ahead, 0, 1)
	return head.Wait()
}

// drop ends the requests for pages ahead, and waits until none is under way. Their errors do not matter, but a panic does.
func (r *reader[T]) drop() {
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
