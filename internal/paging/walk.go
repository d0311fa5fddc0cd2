// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"

	"github.com/reservationkit/reservations-go/internal/params"
)

// walk reads a list once: each range over List.All is a walk. It accepts the first page (begin), and calls step until step
// returns an error: errDone at the end. A step reads the next page (nextPage), and does what this table says about the
// page. If the answer to a question is no, the list has changed, and stepBack comes next:
//
//	the first page again                     checkWholeList: does the service ignore the offset, and send the whole list?
//	a page after a record without an id      checkOffsetUsed: an error if the service ignores the offset; otherwise acceptPage
//	a page that follows the last page        acceptPage: yield its new records, and make it the last page
//	an empty page after one page with room   recheckSinglePage: is there only one page, as in many mocks?
//	any other page                           stepBack: which page further back shows where the list goes on?
type walk[T any] struct {
	list   List[T] // its Limit is the one that the walk begins with
	bounds bounds
	reader reader[T]
	yield  func(T, error) bool

	last        *checkedPage[T] // the page that was accepted last; its records are kept only if it is the first page
	atFirstPage bool            // last is the first page
	recent      recent
	largest     int // the number of records on the largest page so far

	limit        int  // the limit of the next page: highestLimit, or less after a response that was too long to be read
	highestLimit int  // List.Limit, or less if that was refused; after the second page at least 2, for the anchor and a new record
	longestBytes int  // the bytes of the longest response that was read
	oneByOne     bool // two records together are too long to be read

	pages           int // the number of pages that were checked
	yielded         int // the number of records that were yielded
	stepsBack       int // the number of steps back since a record was last yielded
	offsetCheckedAt int // the offset that the walk had reached when checkOffsetUsed last read a page
}

// anchorID returns the id of the anchor, the last record of the last page. It returns 0 if that record has no id.
func (w *walk[T]) anchorID() int64 { return w.last.ids[len(w.last.ids)-1] }

// anchorOffset returns the offset of the anchor, at which the next page begins.
func (w *walk[T]) anchorOffset() int { return w.last.end() - 1 }

// sawOneRecordPerPage reports whether the largest page so far held one record.
func (w *walk[T]) sawOneRecordPerPage() bool { return w.largest == 1 }

// atFirstPageWithRoom reports whether only one page was accepted, and had room for more records: 7 records with limit 10.
func (w *walk[T]) atFirstPageWithRoom() bool { return w.atFirstPage && w.last.size < w.limit }

// bounds are the numbers of a walk that matter only in long lists. Tests make them small.
type bounds struct {
	documented   int // the limit after the service has refused a higher limit
	keep         int // how many ids before the last page are remembered; more if the largest page holds more
	movedShare   int // canGoOnFrom accepts a page if fewer than 1/movedShare of its known records are in another order than before
	maxStepsBack int // how often in a row a walk steps back without a new record before it gives up
}

// usualBounds are the bounds of every walk outside of tests.
var usualBounds = bounds{documented: params.DocumentedLimit, keep: params.DefaultLimit, movedShare: 4, maxStepsBack: 5}

func (l List[T]) newWalk(ctx context.Context, b bounds, yield func(T, error) bool) *walk[T] {
	r := reader[T]{ctx: ctx, fetch: l.Fetch, maxUnderWay: 1}
	return &walk[T]{list: l, bounds: b, reader: r, yield: yield, limit: l.Limit, highestLimit: l.Limit}
}

// readList calls begin, and then step until step returns an error: errDone at the end. No request is under way afterwards.
func (w *walk[T]) readList() error {
	defer w.reader.dropAhead()
	err := w.retryInSmallerPages(w.begin)
	for err == nil {
		err = w.retryInSmallerPages(w.step)
	}
	return err
}

// begin reads and accepts the first page, with a lower limit if List.Limit is refused. It returns errDone for an empty list.
func (w *walk[T]) begin() error {
	first, err := w.read(w.list.Offset, w.limit)
	if err != nil && w.limit > w.bounds.documented && w.list.LimitRefused(err) {
		w.limit, w.highestLimit = w.bounds.documented, w.bounds.documented
		first, err = w.read(w.list.Offset, w.limit)
	}
	if err == nil && first.size == 0 {
		first, err = w.recheckEmptyFirstPage(first)
	}
	if err != nil {
		return err
	}
	return w.acceptPage(first)
}

// step reads the next page, and does what the table above the type walk says about it.
func (w *walk[T]) step() error {
	page, err := w.nextPage()
	if err != nil {
		return err
	}
	switch {
	case w.atFirstPage && page.equals(w.last):
		err = w.checkWholeList()
	case w.anchorID() == 0:
		if err := w.checkOffsetUsed(); err != nil {
			return err
		}
		return w.acceptPage(page)
	case w.recent.isFollowedBy(page.ids, w.anchorID()):
		return w.acceptPage(page)
	case page.size == 0 && w.atFirstPageWithRoom() && w.list.Offset == 0:
		err = w.recheckSinglePage()
	}
	if err != nil {
		return err
	}
	return w.stepBack(page.size == 0) // the list has changed
}

// acceptPage yields the new records of a page, makes it the last page, and sets limit and maxUnderWay for the next requests.
func (w *walk[T]) acceptPage(page *checkedPage[T]) error {
	if err := w.yieldNew(page); err != nil {
		return err
	}
	w.atFirstPage, w.last = w.last == nil, page
	if !w.atFirstPage {
		w.highestLimit = max(2, w.highestLimit) // the next pages hold the anchor, and need room for a new record
		w.limit = w.limitWithAnchor()
		page.Records, page.BeforeYield = nil, nil // only the first page is compared with other pages as a whole
	}
	w.recent.add(page.offset, page.ids, max(w.largest, w.bounds.keep))
	if w.list.Progress != nil {
		w.list.Progress(w.yielded, page.Total)
	}
	full := page.size == w.limit
	if grown := w.growLimit(page); full && !grown {
		w.reader.maxUnderWay = min(2*w.reader.maxUnderWay, w.list.MaxInFlight, max(1, maxBytesUnderWay/max(1, page.Bytes)))
	} else {
		w.reader.stopReadingAhead() // the pages fetched ahead do not follow this page, or were requested with another limit
	}
	return nil
}

// yieldNew yields the records of a page that were not read before. It returns errDone if the caller stops the walk.
func (w *walk[T]) yieldNew(page *checkedPage[T]) error {
	begun := false
	for i, record := range page.Records {
		if page.ids[i] != 0 { // a record with an id is not needed later, because equals compares ids
			page.Records[i] = *new(T) // lets the record be freed while the next page is read
		}
		if w.recent.has(page.ids[i]) {
			continue
		}
		if !begun {
			begun, w.stepsBack = true, 0
			page.callBeforeYield()
		}
		w.yielded++
		if !w.yield(record, nil) {
			return errDone
		}
	}
	return nil
}

// errorAt returns the error for the page at this offset, which does not fit the pages before it.
func (w *walk[T]) errorAt(offset int, format string, args ...any) error {
	reason := fmt.Sprintf("at offset %d, ", offset) + fmt.Sprintf(format, args...)
	return &IncompleteError{Reason: reason, Passes: 1, Pages: w.pages}
}
