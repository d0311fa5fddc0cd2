// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"

	"github.com/reservationkit/reservations-go/internal/params"
)

// walk is one range over a list.
type walk[T any] struct {
	List[T]
	bounds
	reader reader[T]
	yield  func(T, error) bool
	first  *checked[T] // the first page, nil as soon as another page was taken
	recent recent
	next   int // offset after the last page
	last   int // how many records the last page held
	most   int // how many records any page held
	pages  int // how many pages were checked
	stalls int // how often the walk has stepped back since the last new record
	depth  int // how many pages to have under way

	asked   int  // the limit as long as no response is too long
	longest int  // bytes of the longest response that was read
	single  bool // two records together are too long to be read

	yielded int // how many records
	proven  int // the value of next when usesOffset read a page
}

// bounds are the numbers of a walk that matter only in long lists. Tests make them small.
type bounds struct {
	safeLimit  int // the limit if the service refuses a higher one
	keep       int // how many ids before the last page are remembered; never fewer than the longest page holds
	movedShare int // fewer than one in this many known records of a page may have moved
	maxStalls  int // how often in a row a walk steps back without a new record before it gives up
	// aheadBytes is how many bytes all responses under way may have together. With their records, and those that are no
	// longer used, they take three to four times as much: 4 MiB of responses make the heap grow by 12 to 17 MiB. Half of
	// it would take half the memory, and twice the time where a page of 500 KB takes 50 ms.
	aheadBytes int
}

// usual are the bounds of every walk outside of tests.
var usual = bounds{safeLimit: params.DocumentedLimit, keep: DefaultLimit, movedShare: 4, maxStalls: 5, aheadBytes: 4 << 20}

func (l List[T]) walk(ctx context.Context, b bounds, yield func(T, error) bool) *walk[T] {
	return &walk[T]{List: l, bounds: b, reader: reader[T]{ctx: ctx, fetch: l.Fetch}, yield: yield, depth: 1, asked: l.Limit}
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
		w.Limit, w.asked = w.safeLimit, w.safeLimit
		page, err = w.reader.at(w.Offset, w.Limit)
	}
	first, err := w.check(w.Offset, page, err)
	switch {
	case err != nil:
	case first.size == 0:
		first, err = w.beyondEmpty(first)
	}
	if err != nil {
		return err
	}
	w.first = first
	return w.take(first)
}

// step reads the page after the last one.
func (w *walk[T]) step() error {
	page, err := w.following()
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
		err = w.endsAfterFirstPage()
	}
	if err != nil {
		return err
	}
	return w.stepBack(page.size == 0)
}

// take yields the new records of a page, and makes it the last page.
func (w *walk[T]) take(page *checked[T]) error {
	turned := false
	for i, record := range page.Records {
		if page.ids[i] != 0 { // pages are compared by their ids, without the records
			var none T
			page.Records[i] = none // which frees it while the next page is read
		}
		if w.recent.has(page.ids[i]) {
			continue
		}
		if !turned {
			turned, w.stalls = true, 0
			page.turn()
		}
		w.yielded++
		if !w.yield(record, nil) {
			return errDone
		}
	}
	if page != w.first {
		w.first = nil
		w.asked = max(2, w.asked) // the anchor and one more
		if !w.single {
			w.Limit = max(2, w.Limit)
		}
	}
	w.recent.add(page.offset, page.ids, max(w.most, w.keep))
	w.next, w.last = page.offset+page.size, page.size
	if w.Progress != nil {
		w.Progress(Progress{Records: w.yielded, Total: page.Total})
	}
	if full := page.size == w.Limit; !w.grow(page) && full {
		w.depth = min(2*w.depth, w.Window, max(1, w.aheadBytes/max(1, page.Bytes)))
	} else {
		w.depth = 1
		w.reader.drop() // the pages ahead do not follow this one, or have another size
	}
	return nil
}

func (w *walk[T]) incomplete(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Pages: w.pages, Reason: fmt.Sprintf(format, args...)}
}
