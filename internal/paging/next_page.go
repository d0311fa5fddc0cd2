// SPDX-License-Identifier: MIT

package paging

import "cmp"

// The anchor is the last record of the last page. nextPage asks for the page that begins with the anchor, here at offset 4.
// Further requests follow only if that page does not show whether the list goes on:
//
//	offset 4 shows the anchor and more records   it is the next page
//	offset 4 shows only the anchor:
//	- the first page had room for more records   the list ends
//	- the first page was full with limit 5       offset 4 again, with limit 4; see limitMayBeEndOffset
//	- otherwise                                  offset 5
//	offset 5 is empty or refused                 the list ends
//	offset 5 shows records                       offset 4 and offset 5 again; see rereadAndJoin
//
// Offset 5 is read first if every page has shown one record, or if two records together are too long (readAfterAnchor). If
// the last record has no id, there is no anchor, and nextPage calls readAfterRecordWithoutID.

const emptyInside = "the page is empty, although the list goes on there"

// nextPage reads the page that should follow the last page. It returns errDone at the end of the list.
func (w *walk[T]) nextPage() (*checkedPage[T], error) {
	switch {
	case w.anchorID() == 0:
		return w.readAfterRecordWithoutID()
	case w.sawOneRecordPerPage() || w.oneByOne:
		return w.readAfterAnchor()
	}
	fetched, err := w.reader.fetchNext(w.anchorOffset(), w.limit)
	page, err := w.newCheckedPage(w.anchorOffset(), fetched, err)
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case w.hasOnePageWithRoom():
		return nil, errDone
	case w.limitMayBeEndOffset():
		page, err := w.read(w.anchorOffset(), w.limit-1)
		switch {
		case err != nil || !w.showsOnlyAnchor(page):
			return page, err
		case w.atFirstPage && w.limit > 2: // limit-1 is at least 2, so the page just read had room for a record after the anchor
			return nil, errDone
		}
	}
	return w.readAfterAnchor()
}

// limitMayBeEndOffset reports whether the service may take the limit for the offset before which every page ends. Such a
// service shows, with limit 10, only the offsets 0 to 9 of any list. At offset 9 it shows no record with limit 9.
func (w *walk[T]) limitMayBeEndOffset() bool { return w.last.end() == w.limit && w.largest == w.limit }

func (w *walk[T]) showsOnlyAnchor(page *checkedPage[T]) bool {
	return page.size == 1 && page.ids[0] == w.anchorID()
}

// sawAnchorAlone reports whether nextPage has read a page that had room for more records, and showed only the anchor: one record
// for "offset 19, limit 10". nextPage has read no such page if two records together are too long (oneByOne). If each of several
// pages has shown one record, the page proves nothing, because the service may never send two.
func (w *walk[T]) sawAnchorAlone() bool {
	if w.sawOneRecordPerPage() {
		return w.atFirstPage && w.limit > 1
	}
	return !w.oneByOne
}

// readAfterAnchor reads the page after the anchor. Then it reads the anchor and this page again, to prove that the page follows
// the anchor: the offsets 5, 4, 5. It returns errDone at once if the page is empty and sawAnchorAlone is true.
func (w *walk[T]) readAfterAnchor() (*checkedPage[T], error) {
	following, err := w.readBeyondEnd(w.last.end(), w.limit, w.sawAnchorAlone())
	switch {
	case err != nil && w.list.Beyond(err):
		return w.rereadAnchor(err)
	case err != nil:
		return nil, err
	case following.size == 0 && w.sawAnchorAlone():
		return nil, errDone
	case w.atFirstPage && following.equals(w.last):
		return following, nil
	}
	anchor, err := w.read(w.anchorOffset(), w.limitWithAnchor())
	if err != nil || !w.showsOnlyAnchor(anchor) {
		return anchor, err
	}
	return w.rereadAndJoin(anchor, following)
}

// rereadAnchor is called when the service refuses the offset after the anchor, such as "offset 20" after 20 records. It
// reads the anchor with room for more: "offset 19, limit 10". If this page shows another record, it returns the page. If not,
// it returns errDone. But after several pages with one record each, the service may never send two, and it returns the refusal.
func (w *walk[T]) rereadAnchor(refusal error) (*checkedPage[T], error) {
	page, err := w.read(w.anchorOffset(), max(2, w.limit))
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case !w.sawOneRecordPerPage() || w.atFirstPage:
		return nil, errDone
	}
	return nil, refusal
}

// rereadAndJoin reads the page after the anchor again. If this page begins with the same record both times, it returns the
// anchor and the page as one page. If the page is empty both times, it returns errDone. If the page was empty only the first
// time, it returns an error. In all other cases it returns the anchor alone.
func (w *walk[T]) rereadAndJoin(anchor, following *checkedPage[T]) (*checkedPage[T], error) {
	again, err := w.read(w.last.end(), w.limit)
	switch {
	case err != nil:
		return nil, err
	case following.size == 0 && again.size == 0:
		return nil, errDone
	case following.size == 0:
		return nil, w.errorAt(w.last.end(), emptyInside)
	case again.size == 0 || again.ids[0] != following.ids[0]:
		return anchor, nil // the list has changed, so it is not certain that the page follows the anchor
	}
	following.Records = append(anchor.Records, following.Records...)
	following.ids = append(anchor.ids, following.ids...)
	following.offset, following.size = w.anchorOffset(), 1+following.size
	return following, nil
}

// readAfterRecordWithoutID reads the page after the last record, which has no id. It returns errDone if this page is empty. It
// also returns errDone if the service refuses the offset, and the last record ends a page with room for another record.
func (w *walk[T]) readAfterRecordWithoutID() (*checkedPage[T], error) {
	page, refusal := w.readBeyondEnd(w.last.end(), w.limit, w.last.size < w.limit)
	switch {
	case refusal == nil && page.size == 0:
		return nil, errDone
	case refusal != nil && w.list.Beyond(refusal):
		last, err := w.read(w.anchorOffset(), max(2, w.limit))
		if err != nil || last.size == 1 {
			return nil, cmp.Or(err, errDone)
		}
	}
	return page, refusal
}
