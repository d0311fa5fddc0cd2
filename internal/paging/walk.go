package paging

import "fmt"

// maxStalls is how many pages in a row may hold nothing new before a walk gives up.
const maxStalls = 5

// aheadBytes bounds the responses that are under way together, so that a window of long
// pages does not take up much memory.
const aheadBytes = 1280 << 10

// walk is one range over a list.
type walk[T any] struct {
	List[T]
	reader reader[T]
	yield  func(T, error) bool
	first  *checked[T] // the first page, nil once another one has followed it
	recent recent
	next   int // offset behind the last page
	last   int // how many records the last page held
	most   int // how many records any page held
	pages  int // how many pages were looked at
	stalls int // pages in a row without a new record
	depth  int // how many pages to have under way
}

// run walks until something ends it. No request is under way when it returns.
func (w *walk[T]) run() error {
	defer w.reader.drop()
	err := w.begin()
	for err == nil {
		err = w.step()
	}
	return err
}

// begin reads the first page.
func (w *walk[T]) begin() error {
	page, err := w.reader.at(w.Offset, w.Limit)
	if err != nil && w.Limit > safeLimit && w.Refused(err) {
		w.Limit = safeLimit
		page, err = w.reader.at(w.Offset, w.Limit)
	}
	first, err := w.check(w.Offset, page, err)
	if err != nil {
		return err
	}
	if first.size == 0 {
		first.turn()
		return errDone
	}
	w.first = first
	return w.take(first)
}

// step reads the page behind the last one.
func (w *walk[T]) step() error {
	page, err := w.following()
	switch {
	case err != nil:
		return err
	case page.equals(w.first):
		err = w.everything()
	case w.recent.last == 0 || w.recent.continues(page.ids):
		return w.take(page)
	case page.size == 0 && w.first != nil && w.first.size < w.Limit:
		err = w.onlyFirst()
	}
	if err != nil {
		return err
	}
	return w.stepBack(page.size == 0)
}

// take yields what is new on a page, and makes it the last page.
func (w *walk[T]) take(page *checked[T]) error {
	w.stalls++
	for i, record := range page.Records {
		if page.ids[i] != 0 { // pages are compared by ids where they can
			var none T
			page.Records[i] = none // which frees it while the next page is read
		}
		if w.recent.has(page.ids[i]) {
			continue
		}
		if w.stalls > 0 { // the first new one
			w.stalls = 0
			page.turn()
		}
		if !w.yield(record, nil) {
			return errDone
		}
	}
	if w.stalls > maxStalls {
		return w.incomplete(page.offset, "one page after the other holds only records that were read before")
	}
	if page != w.first {
		w.first = nil
	}
	w.recent.add(page.ids, max(w.most, DefaultLimit))
	w.next, w.last = page.offset+page.size, page.size
	if page.size == w.Limit {
		w.depth = min(2*w.depth, w.Window, max(1, aheadBytes/max(1, page.Bytes)))
	} else {
		w.depth = 1
		w.reader.drop() // the pages ahead do not follow this one
	}
	return nil
}

func (w *walk[T]) incomplete(offset int, format string, args ...any) error {
	return &Error{Offset: offset, Pages: w.pages, Reason: fmt.Sprintf(format, args...)}
}
