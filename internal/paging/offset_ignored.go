// SPDX-License-Identifier: MIT

package paging

import "cmp"

// checkWholeList is called when the second page equals the first. If they show 60 records with limit 100, it reads
// "offset 1060, limit 99" and "offset 2060, limit 99": two pages, because a cache may send one wrong page. It returns errDone
// if both pages equal the first page, which is then the whole list. It returns an error if a page shows only the beginning
// of the first page, because the list may be longer. Otherwise the service uses the offset, and it returns nil.
func (w *walk[T]) checkWholeList() error {
	limit := cmp.Or(w.limit-1, 2)
	for _, pages := range []int{10, 20} { // both are far beyond the end, because the list may have grown meanwhile
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

// checkOffsetUsed returns an error if a page far beyond the end of the list shows a record. Without this check, a walk
// would never end if the service ignores the offset and sends records without ids, because the walk takes every record for
// a new one. The far page is read each time the walk has come twice as far: after 100, 200, 400 records and so on.
func (w *walk[T]) checkOffsetUsed() error {
	const far = 1_000_000_000
	if w.last.end() < 2*w.offsetCheckedAt {
		return nil
	}
	w.offsetCheckedAt = w.last.end()
	page, err := w.read(far, 1)
	switch {
	case err != nil && w.list.Beyond(err): // a service that refuses the offset does not ignore it
		return nil
	case err == nil && page.size > 0:
		return w.errorAt(far, "there is a record: the service ignores the offset, or takes it for another one")
	}
	return err
}

// checkOnlyPage is called when the second page is empty, although it should begin with the last record of the first page.
// Perhaps a mock answers only for offset 0, or only once, or the list was emptied. So checkOnlyPage returns errDone if offset
// 0 now shows the first page or nothing, and if offset 1 shows nothing with each of two limits. Otherwise it returns nil.
func (w *walk[T]) checkOnlyPage() error {
	again, err := w.read(w.list.Offset, w.limit)
	if err != nil || again.size > 0 && !again.equals(w.last) {
		return err
	}
	for _, limit := range []int{w.limit, w.limit - 1} {
		page, err := w.readBeyondEnd(w.list.Offset+1, limit, true)
		if err != nil || page.size > 0 {
			return err
		}
	}
	return errDone
}

// recheckEmptyFirstPage is called when the first page is empty. It reads one record at the next offset, because some
// services send an empty page if the limit reaches beyond the end, such as limit 100 for a list of 60 records. If this page
// is empty too, and the total is missing or at most List.Offset, it returns errDone. Otherwise it reads the first page again,
// and returns an error if the first page is still empty.
func (w *walk[T]) recheckEmptyFirstPage(first *checkedPage[T]) (*checkedPage[T], error) {
	following, err := w.readBeyondEnd(w.list.Offset+1, 1, true)
	if err != nil {
		return nil, err
	}
	if following.size == 0 && first.Total <= w.list.Offset {
		first.BeforeYield()
		return nil, errDone
	}
	again, err := w.read(w.list.Offset, w.limit)
	if err == nil && again.size == 0 {
		err = w.errorAt(w.list.Offset, emptyInside)
	}
	return again, err
}
