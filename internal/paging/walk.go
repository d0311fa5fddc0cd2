// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"

	"github.com/reservationkit/reservations-go/internal/params"
)

// walk is one reading of a list, from its first page on: one range over List.All.
type walk[T any] struct {
	List[T]
	bounds
	reader    reader[T]
	yield     func(T, error) bool
	first     *checkedPage[T] // the first page, nil as soon as another page was taken
	recent    recent
	next      int // offset after the last page
	lastSize  int // how many records the last page held
	largest   int // how many records any page held
	pages     int // how many pages were checked
	stepsBack int // how often the walk has stepped back since the last new record
	underWay  int // how many pages may be under way

	fullLimit    int  // the limit while no response is too long
	longestBytes int  // bytes of the longest response that was read
	oneByOne     bool // two records together are too long to be read

	yielded         int // how many records
	offsetCheckedAt int // the value of next when usesOffset read a page
}

// bounds are the numbers of a walk that matter only in long lists. Tests make them small.
type bounds struct {
	safeLimit    int // the limit if the service refuses a higher one
	keep         int // how many ids before the last page are remembered; never fewer than the largest page holds
	movedShare   int // fewer than one in so many known records of a page may have moved
	maxStepsBack int // how often in a row a walk steps back without a new record before it gives up
	// aheadBytes bounds the bytes of all responses under way. 4 MiB of responses make the heap grow by 12 to 17 MiB, with
	// their records and with memory that is not yet free. With 2 MiB it would be half of that, and a list whose pages have
	// 500 KB and take 50 ms would take twice the time.
	aheadBytes int
}

// usual are the bounds of every walk outside of tests.
var usual = bounds{safeLimit: params.DocumentedLimit, keep: params.DefaultLimit, movedShare: 4, maxStepsBack: 5, aheadBytes: 4 << 20}

func (l List[T]) walk(ctx context.Context, b bounds, yield func(T, error) bool) *walk[T] {
	return &walk[T]{List: l, bounds: b, reader: reader[T]{ctx: ctx, fetch: l.Fetch}, yield: yield, underWay: 1, fullLimit: l.Limit}
}

// run walks until something ends it. No request is under way when it returns.
func (w *walk[T]) run() error {
	defer w.reader.drop()
	err := w.inSmallerPages(w.begin)
	for err == nil {
		err = w.inSmallerPages(w.step)
	}
	return err
}

// begin reads the first page.
func (w *walk[T]) begin() error {
	page, err := w.reader.at(w.Offset, w.Limit)
	if err != nil && w.Limit > w.safeLimit && w.Refused(err) {
		w.Limit, w.fullLimit = w.safeLimit, w.safeLimit
		page, err = w.reader.at(w.Offset, w.Limit)
	}
	first, err := w.check(w.Offset, page, err)
	switch {
	case err != nil:
	case first.size == 0:
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
		err = w.servesWholeList()
	case w.recent.last == 0:
		if err = w.usesOffset(); err == nil {
			return w.take(page)
		}
	case w.recent.continues(page.ids):
		return w.take(page)
	case page.size == 0 && w.first != nil && w.first.size < w.Limit && w.Offset == 0:
		err = w.servesFirstPageOnly()
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
			page.Records[i] = none // which frees it while the next page is read
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
		w.fullLimit = max(2, w.fullLimit) // the anchor and one more
		if !w.oneByOne {
			w.Limit = max(2, w.Limit)
		}
	}
	w.recent.add(page.offset, page.ids, max(w.largest, w.keep))
	w.next, w.lastSize = page.offset+page.size, page.size
	if w.Progress != nil {
		w.Progress(Progress{Records: w.yielded, Total: page.Total})
	}
	if full := page.size == w.Limit; !w.growLimit(page) && full {
		w.underWay = min(2*w.underWay, w.Window, max(1, w.aheadBytes/max(1, page.Bytes)))
	} else {
		w.underWay = 1
		w.reader.drop() // the pages ahead do not follow this one, or have another size
	}
	return nil
}

func (w *walk[T]) incomplete(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Pages: w.pages, Reason: fmt.Sprintf(format, args...)}
}
