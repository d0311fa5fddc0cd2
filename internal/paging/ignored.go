// SPDX-License-Identifier: MIT

package paging

import "cmp"

// Some services, and most mocks, ignore the offset. Two kinds of them nevertheless serve a whole
// list.

const beginsLikeFirst = "the page begins like the first one: " +
	"the service ignores the offset, and there may be more than it serves"

// servesWholeList checks a service that sent its first page for a second offset too. It returns
// errDone if that page is the whole list: the service sends it again for two offsets far beyond it,
// with another limit. A cache that answers with the wrong page would hardly do so that often in a
// row. It returns nil if the service does not ignore the offset.
func (w *walk[T]) servesWholeList() error {
	limit := cmp.Or(w.Limit-1, 2)
	for _, pages := range []int{10, 20} { // farther than a list grows between two requests
		offset := w.next + pages*w.Limit
		page, err := w.read(offset, limit)
		switch {
		case err != nil:
			return err
		case page.equals(w.first):
			continue
		case page.size > 0 && page.begins(w.first):
			return w.incomplete(offset, beginsLikeFirst)
		}
		return nil
	}
	return errDone
}

// usesOffset checks that the page at an offset far beyond the end of the list is empty. A record without
// an id does not show whether it was read before, so a service that sends such records for every offset
// would be read for ever. The check is made again whenever the walk has come twice as far.
func (w *walk[T]) usesOffset() error {
	const far = 1_000_000_000
	if w.next < 2*w.proven {
		return nil
	}
	w.proven = w.next
	page, err := w.read(far, 1)
	switch {
	case err != nil && w.Beyond(err): // so it has looked at the offset
		return nil
	case err == nil && page.size > 0:
		return w.incomplete(far, "there is a record: the service ignores the offset, or takes it for another one")
	}
	return err
}

// endsAfterFirstPage checks a service that sent an empty page after a first page that was not full.
// It returns errDone if the first offset now shows the same page or nothing, and the offset after it
// shows nothing for two limits: the list may have been emptied, or a mock may answer only once.
func (w *walk[T]) endsAfterFirstPage() error {
	again, err := w.read(w.Offset, w.Limit)
	if err != nil || again.size > 0 && !again.equals(w.first) {
		return err
	}
	for _, limit := range []int{w.Limit, w.Limit - 1} {
		page, err := w.readBeyond(w.Offset+1, limit, true)
		if err != nil || page.size > 0 {
			return err
		}
	}
	return errDone
}

// beyondEmpty checks a list whose first page is empty. It returns errDone if the list is empty: the
// next offset shows nothing either, and the total, if there is one, agrees. Otherwise it reads the
// first page again, and returns it unless it is still empty. At the next offset it asks for one record
// only, because some services show nothing if the limit reaches beyond the end.
func (w *walk[T]) beyondEmpty(first *checked[T]) (*checked[T], error) {
	following, err := w.readBeyond(w.Offset+1, 1, true)
	if err != nil {
		return nil, err
	}
	if following.size == 0 && first.Total <= w.Offset {
		first.turn()
		return nil, errDone
	}
	again, err := w.read(w.Offset, w.Limit)
	if err == nil && again.size == 0 {
		err = w.incomplete(w.Offset, emptyInside)
	}
	return again, err
}
