// SPDX-License-Identifier: MIT

package paging

import "cmp"

// checkWholeList is called when the second page equals the first. It returns errDone if the service ignores the offset, and the
// first page is the whole list. It reads two pages far beyond the end, which must equal the first page again.
func (w *walk[T]) checkWholeList() error {
	// With w.limit, the same page would come even if the list had more records. A limit of 1 becomes 2.
	limit := cmp.Or(w.limit-1, 2)
	for _, pages := range []int{10, 20} { // two, because a cache may send one wrong page
		offset := w.last.end() + pages*w.limit
		page, err := w.read(offset, limit)
		switch {
		case err != nil:
			return err
		case page.equals(w.last):
			continue
		case page.size > 0 && page.isBeginningOf(w.last):
			return w.errorAt(offset, "the page begins like the first one: "+
				"the service ignores the offset, and there may be more than it serves")
		}
		return nil
	}
	return errDone
}

// checkOffsetUsed returns an error if a page far beyond the end of the list shows a record. It is called for records without
// ids, because the walk takes each of them for a new one, and would never end if the service ignores the offset. It reads the
// far page after 100, 200, 400 records and so on.
func (w *walk[T]) checkOffsetUsed() error {
	const far = 1_000_000_000
	if w.last.end() < 2*w.offsetCheckedAt {
		return nil
	}
	w.offsetCheckedAt = w.last.end()
	page, err := w.read(far, 1)
	switch {
	case err != nil && w.list.OffsetRefused(err): // the refusal shows that the service uses the offset
		return nil
	case err == nil && page.size > 0:
		return w.errorAt(far, "there is a record: the service ignores the offset, or takes it for another one")
	}
	return err
}

// recheckSinglePage is called when the second page is empty, although it should begin with the anchor. Perhaps a mock answers
// only for offset 0, or only once, or the list was emptied. recheckSinglePage returns errDone if offset 0 shows the first page again
// or no record, and offset 1 shows no record: then the first page may be the whole list.
func (w *walk[T]) recheckSinglePage() error {
	again, err := w.read(w.list.Offset, w.limit)
	if err != nil || again.size > 0 && !again.equals(w.last) {
		return err
	}
	for _, limit := range []int{w.limit, w.limit - 1} {
		page, err := w.readOrEmpty(w.list.Offset+1, limit, true)
		if err != nil || page.size > 0 {
			return err
		}
	}
	return errDone
}

// recheckEmptyFirstPage is called when the first page is empty. Some services send an empty page if the limit reaches beyond
// the end, such as limit 100 for 60 records. If the next offset shows no record with limit 1, and first.Total promises none,
// recheckEmptyFirstPage returns errDone. Otherwise it reads the first page again, and returns an error if it is still empty.
func (w *walk[T]) recheckEmptyFirstPage(first *checkedPage[T]) (*checkedPage[T], error) {
	following, err := w.readOrEmpty(w.list.Offset+1, 1, true)
	if err != nil {
		return nil, err
	}
	if following.size == 0 && first.Total <= w.list.Offset {
		first.callBeforeYield()
		return nil, errDone
	}
	again, err := w.read(w.list.Offset, w.limit)
	if err == nil && again.size == 0 {
		err = w.errorAt(w.list.Offset, emptyInside)
	}
	return again, err
}
