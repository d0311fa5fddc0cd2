// SPDX-License-Identifier: MIT

package paging

import "cmp"

// Some services, and most mocks, do not know offsets. Two kinds of them serve a whole list
// all the same.

const beginsLikeFirst = "the page begins like the first one: " +
	"the service ignores the offset, and there may be more than it serves"

// servesWholeList looks at a service that served its first page for a second offset too. It
// returns errDone if that is the whole list: the same page comes for two offsets far beyond it
// and a smaller limit, which a cache that answers another page does not do so often in a
// row. It returns nil if the offset matters after all.
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

// endsAfterFirstPage looks at a service that served nothing after a first page that was not full.
// It returns errDone if no other offset shows anything either, and the first one shows the
// same page again, or nothing: that is a list that was emptied, or a mock that answers once.
func (w *walk[T]) endsAfterFirstPage() error {
	again, err := w.read(w.Offset, w.Limit)
	if err != nil || again.size > 0 && !again.equals(w.first) {
		return err
	}
	for _, limit := range []int{w.Limit, w.Limit - 1} {
		page, err := w.read(w.Offset+1, limit)
		if err != nil || page.size > 0 {
			return err
		}
	}
	return errDone
}

// beyondEmpty looks at a list whose first page is empty. It returns errDone if the list is:
// the place after the first one is empty too, and no total says otherwise. Else it returns
// the first page, read again. One record is asked for, because some services show nothing
// when the limit reaches beyond the end.
func (w *walk[T]) beyondEmpty(first *checked[T]) (*checked[T], error) {
	following, err := w.read(w.Offset+1, 1)
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
