// SPDX-License-Identifier: MIT

package paging

import "cmp"

// checkWholeList checks a service that has sent its first page for a second offset too. It returns errDone if that page is the
// whole list: the service must send the same page for two offsets far beyond the end, with another limit, such as 60 records for
// "offset 1060, limit 99" and "offset 2060, limit 99". A cache would hardly answer with the wrong page three times. It returns nil
// if the service does not ignore the offset.
func (w *walk[T]) checkWholeList() error {
	limit := cmp.Or(w.limit-1, 2)
	for _, pages := range []int{10, 20} { // a list does not grow by ten pages between two requests
		offset := w.last.end() + pages*w.limit
		page, err := w.read(offset, limit)
		switch {
		case err != nil:
			return err
		case page.equals(w.last):
			continue
		case page.size > 0 && page.isBeginningOf(w.last):
			return w.incomplete(offset, "the page begins like the first one: "+
				"the service ignores the offset, and there may be more than it serves")
		}
		return nil
	}
	return errDone
}

// checkOffsetUsed checks that the page at an offset far beyond the end of the list is empty. Nothing shows whether a record without an
// id was read before, so a service that sends such records for every offset would be read for ever. The check is made again
// whenever the walk has come twice as far, such as at the offsets 100, 200, 400 and so on.
func (w *walk[T]) checkOffsetUsed() error {
	const far = 1_000_000_000
	if w.last.end() < 2*w.offsetCheckedAt {
		return nil
	}
	w.offsetCheckedAt = w.last.end()
	page, err := w.read(far, 1)
	switch {
	case err != nil && w.list.Beyond(err): // the service refuses the offset, so it does not ignore it
		return nil
	case err == nil && page.size > 0:
		return w.incomplete(far, "there is a record: the service ignores the offset, or takes it for another one")
	}
	return err
}

// checkOnlyPage checks a service that has sent an empty page after a first page with room for more. It returns errDone if
// the first offset now shows the same page or nothing, and the offset after it shows nothing for two limits: a mock may answer
// only for offset 0 or only once, or the list was emptied.
func (w *walk[T]) checkOnlyPage() error {
	again, err := w.read(w.list.Offset, w.limit)
	if err != nil || again.size > 0 && !again.equals(w.last) {
		return err
	}
	for _, limit := range []int{w.limit, w.limit - 1} {
		page, err := w.readBeyond(w.list.Offset+1, limit, true)
		if err != nil || page.size > 0 {
			return err
		}
	}
	return errDone
}

// retryEmptyFirst returns errDone if the first page is empty because the list is: the next offset shows nothing either, and
// X-Total-Count is missing or not above the offset. Otherwise it reads the first page again, which must not be empty then, and
// returns it. At the next offset it asks for one record, because some services send an empty page if the limit reaches beyond the end.
func (w *walk[T]) retryEmptyFirst(first *checkedPage[T]) (*checkedPage[T], error) {
	following, err := w.readBeyond(w.list.Offset+1, 1, true)
	if err != nil {
		return nil, err
	}
	if following.size == 0 && first.Total <= w.list.Offset {
		first.BeforeYield()
		return nil, errDone
	}
	again, err := w.read(w.list.Offset, w.limit)
	if err == nil && again.size == 0 {
		err = w.incomplete(w.list.Offset, emptyInside)
	}
	return again, err
}
