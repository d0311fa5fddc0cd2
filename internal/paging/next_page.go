// SPDX-License-Identifier: MIT

package paging

import "cmp"

// The anchor is the last record of the page that was accepted last. nextPage asks for the page at the anchor, here offset 4.
// What that page shows decides whether further requests follow:
//
//	offset 4 shows the anchor and more records        it is the next page
//	offset 4 shows only the anchor:
//	- it is the second page, and the first had room   the list ends
//	- the first page was full with limit 5            offset 4 again, with limit 4; see rereadWithLowerLimit
//	- otherwise                                       offset 5
//	offset 5 is empty or refused                      the list ends
//	offset 5 shows records                            offset 4 and offset 5 again; see rereadAndJoin
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
	if err != nil {
		fetched.callBeforeYield()
		return nil, err
	}
	page, err := w.newCheckedPage(w.anchorOffset(), fetched)
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case w.atFirstPageWithRoom():
		return nil, errDone
	case w.last.end() == w.limit && w.largest == w.limit: // perhaps the service takes the limit for an end offset
		return w.rereadWithLowerLimit()
	}
	return w.readAfterAnchor()
}

// rereadWithLowerLimit reads the page at the anchor again. With limit 10, a service that takes the limit for an end offset shows
// only the offsets 0 to 9 of any list. At offset 9 with limit 9, it shows no record.
func (w *walk[T]) rereadWithLowerLimit() (*checkedPage[T], error) {
	page, err := w.read(w.anchorOffset(), w.limit-1)
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case w.atFirstPage && w.limit > 2: // limit-1 is at least 2, so this page had room for another record
		return nil, errDone
	}
	return w.readAfterAnchor()
}

func (w *walk[T]) showsOnlyAnchor(page *checkedPage[T]) bool {
	return page.size == 1 && page.ids[0] == w.anchorID()
}

// sawOnlyAnchorDespiteRoom reports whether the first page, or the page just read by nextPage, showed only the anchor despite room.
func (w *walk[T]) sawOnlyAnchorDespiteRoom() bool {
	if w.sawOneRecordPerPage() {
		return w.atFirstPage && w.limit > 1 // one record on each of several pages proves nothing: perhaps the service never sends two
	}
	return !w.oneByOne // nextPage has just read a page with only the anchor, except with oneByOne
}

// readAfterAnchor reads the page after the anchor, and then the anchor and this page again, to prove that the page follows the
// anchor: the offsets 5, 4 and 5 for an anchor at 4.
func (w *walk[T]) readAfterAnchor() (*checkedPage[T], error) {
	following, err := w.readOrEmpty(w.last.end(), w.limit, w.sawOnlyAnchorDespiteRoom())
	switch {
	case err != nil && w.list.OffsetRefused(err):
		return w.rereadAnchor(err)
	case err != nil:
		return nil, err
	case following.size == 0 && w.sawOnlyAnchorDespiteRoom():
		return nil, errDone
	case w.atFirstPage && following.equals(w.last): // the first page again: step then calls checkWholeList
		return following, nil
	}
	anchor, err := w.read(w.anchorOffset(), w.limitWithAnchor())
	if err != nil || !w.showsOnlyAnchor(anchor) {
		return anchor, err
	}
	return w.rereadAndJoin(anchor, following)
}

// rereadAnchor reads the anchor again, with room for more records, after the service has refused the next offset. If the page
// shows only the anchor, the list ends. But after several pages with one record each, rereadAnchor returns the refusal,
// because perhaps the service never sends two records.
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

// rereadAndJoin reads the page after the anchor again, and returns the anchor and this page as one page. It returns only the
// anchor if the page has changed, and errDone if the page is empty both times.
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

// readAfterRecordWithoutID reads the page after the last record, which has no id. It returns errDone if that page is empty. After
// a refused offset, it reads the last record again with room for another record, and returns errDone if that page shows only one.
func (w *walk[T]) readAfterRecordWithoutID() (*checkedPage[T], error) {
	page, refusal := w.readOrEmpty(w.last.end(), w.limit, w.last.size < w.limit)
	switch {
	case refusal == nil && page.size == 0:
		return nil, errDone
	case refusal != nil && w.list.OffsetRefused(refusal):
		last, err := w.read(w.anchorOffset(), max(2, w.limit))
		if err != nil || last.size == 1 {
			return nil, cmp.Or(err, errDone)
		}
	}
	return page, refusal
}
