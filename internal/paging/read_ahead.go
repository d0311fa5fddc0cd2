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
	ctx      context.Context
	fetch    Fetch[T]
	underWay int                          // how many pages next may request at a time
	ahead    []*parallel.Task[Fetched[T]] // the pages that are fetched ahead, in the order of their offsets
	scope    context.Context              // the context of the pages ahead
	stop     context.CancelFunc           // cancels scope; nil if no pages are fetched ahead
}

// at fetches one page, and drops the pages that were fetched ahead, which do not follow it.
func (r *reader[T]) at(offset, limit int) (Fetched[T], error) {
	r.drop()
	return r.fetch(r.ctx, offset, limit)
}

// next fetches the page at offset, and with it the pages that follow if each page is full, so that underWay requests run at a
// time: with offset 9, limit 10 and underWay 3, it also requests the pages at 18 and 27. The next call must ask for the page at
// 18, unless one of the other methods is called before. If underWay becomes smaller, next sends none until fewer run.
func (r *reader[T]) next(offset, limit int) (Fetched[T], error) {
	if r.underWay == 1 && len(r.ahead) == 0 {
		return r.at(offset, limit)
	}
	if r.stop == nil {
		r.scope, r.stop = context.WithCancel(r.ctx) //nolint:gosec // drop calls it
	}
	for scope := r.scope; len(r.ahead) < r.underWay; {
		at := offset + len(r.ahead)*(limit-1)
		r.ahead = append(r.ahead, parallel.Go(func() (Fetched[T], error) { return r.fetch(scope, at, limit) }))
	}
	head := r.ahead[0]
	r.ahead = slices.Delete(r.ahead, 0, 1)
	return head.Wait()
}

// slowDown drops the pages that were fetched ahead. After it pages are requested one at a time.
func (r *reader[T]) slowDown() {
	r.underWay = 1
	r.drop()
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
