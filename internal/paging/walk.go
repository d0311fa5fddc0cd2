// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"

	"github.com/reservationkit/reservations-go/internal/params"
)

// walk reads a list once, from its first page on: each range over List.All is a walk.
type walk[T any] struct {
	list   List[T]
	bounds bounds
	reader reader[T]
	yield  func(T, error) bool

	first    *checkedPage[T] // the first page of the list, nil once a later page was taken
	recent   recent
	next     int // the offset after the last page
	lastSize int // the number of records on the last page
	largest  int // the number of records on the largest page so far

	limit        int  // the limit of the next page
	fullLimit    int  // the limit of the pages as long as no response is too long
	longestBytes int  // the bytes of the longest response that was read
	oneByOne     bool // two records together are too long to be read
	underWay     int  // the number of pages that may be requested at a time

	pages           int // the number of pages that were checked
	yielded         int // the number of records that were yielded
	stepsBack       int // the number of steps back since a record was last yielded
	offsetCheckedAt int // the value of next when checkOffsetUsed last read a page
}

// atFirstPage reports whether the first page of the list is the last one that the walk has taken.
func (w *walk[T]) atFirstPage() bool { return w.first != nil }

// servesOneAtATime reports whether no page so far has held more than one record.
func (w *walk[T]) servesOneAtATime() bool { return w.largest == 1 }

// lastHasNoID reports whether the last record of the last page has no id, so that it cannot be an anchor.
func (w *walk[T]) lastHasNoID() bool { return w.recent.anchor == 0 }

// bounds are the numbers of a walk that matter only in long lists. Tests make them small.
type bounds struct {
	safeLimit    int // the limit after the service has refused a higher one
	keep         int // how many ids before the last page are remembered; never fewer than the largest page holds
	movedShare   int // fewer than one in movedShare of the known records on a page may have moved
	maxStepsBack int // how often in a row a walk steps back without a new record before it gives up
	// aheadBytes bounds the bytes of all responses under way. 4 MiB of responses make the heap grow by 12 to 17 MiB, with
	// their records and with memory that is not yet free. With 2 MiB the heap would grow by half of that, and a list whose
	// pages have 500 KB and take 50 ms would take twice the time.
	aheadBytes int
}

// usual are the bounds of every walk outside of tests.
var usual = bounds{safeLimit: params.DocumentedLimit, keep: params.DefaultLimit, movedShare: 4, maxStepsBack: 5, aheadBytes: 4 << 20}

func (l List[T]) newWalk(ctx context.Context, b bounds, yield func(T, error) bool) *walk[T] {
	return &walk[T]{
		list: l, bounds: b, reader: reader[T]{ctx: ctx, fetch: l.Fetch}, yield: yield,
		limit: l.Limit, fullLimit: l.Limit, underWay: 1,
	}
}

// run walks until something ends the walk. No request is under way when it returns.
func (w *walk[T]) run() error {
	defer w.reader.drop()
	err := w.retryInSmallerPages(w.begin)
	for err == nil {
		err = w.retryInSmallerPages(w.step)
	}
	return err
}

// begin reads the first page.
func (w *walk[T]) begin() error {
	fetched, err := w.reader.at(w.list.Offset, w.limit)
	if err != nil && w.limit > w.bounds.safeLimit && w.list.Refused(err) {
		w.limit, w.fullLimit = w.bounds.safeLimit, w.bounds.safeLimit
		fetched, err = w.reader.at(w.list.Offset, w.limit)
	}
	first, err := w.check(w.list.Offset, fetched, err)
	if err == nil && first.size == 0 {
		first, err = w.checkEmptyList(first)
	}
	if err != nil {
		return err
	}
	w.first = first
	return w.take(first)
}

// step reads the next page, and yields its new records.
func (w *walk[T]) step() error {
	page, err := w.nextPage()
	switch {
	case err != nil:
		return err
	case page.equals(w.first):
		err = w.checkWholeList()
	case w.lastHasNoID():
		if err = w.checkOffsetUsed(); err == nil {
			return w.take(page)
		}
	case w.recent.isFollowedBy(page.ids):
		return w.take(page)
	case page.size == 0 && w.atFirstPage() && w.first.size < w.limit && w.list.Offset == 0:
		err = w.checkOnlyPage()
	}
	if err != nil {
		return err
	}
	return w.stepBack(page.size == 0)
}

// take yields the new records of a page, and makes it the last page.
func (w *walk[T]) take(page *checkedPage[T]) error {
	begun := false
	for i, record := range page.Records {
		if page.ids[i] != 0 { // pages are compared by their ids, without the records
			var none T
			page.Records[i] = none // so that the record can be freed while the next page is read
		}
		if w.recent.has(page.ids[i]) {
			continue
		}
		if !begun {
			begun, w.stepsBack = true, 0
			page.beforeYield()
		}
		w.yielded++
		if !w.yield(record, nil) {
			return errDone
		}
	}
	if page != w.first {
		w.first = nil
		w.fullLimit = max(2, w.fullLimit) // room for the anchor and a new record
		if !w.oneByOne {
			w.limit = max(2, w.limit)
		}
	}
	w.recent.add(page.offset, page.ids, max(w.largest, w.bounds.keep))
	w.next, w.lastSize = page.offset+page.size, page.size
	if w.list.Progress != nil {
		w.list.Progress(Progress{Records: w.yielded, Total: page.Total})
	}
	if full := page.size == w.limit; !w.growLimit(page) && full {
		w.underWay = min(2*w.underWay, w.list.Window, max(1, w.bounds.aheadBytes/max(1, page.Bytes)))
	} else {
		w.underWay = 1
		w.reader.drop() // the pages ahead do not follow this one, or have another size
	}
	return nil
}

// incomplete returns the error of a page that does not fit the pages before it.
func (w *walk[T]) incomplete(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Pages: w.pages, Reason: fmt.Sprintf(format, args...)}
}
