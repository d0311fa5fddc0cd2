// SPDX-License-Identifier: MIT

package paging

import "cmp"

// The anchor is the last record of the last page, and the next page is asked for so that it begins with the anchor.
//
//	what is known                                   what it means                         the next request
//	the page begins with the anchor and goes on     this is the next page                 none
//	the page shows only the anchor:
//	- the first page had room for more records      the list ends                         none
//	- as many records were read as the limit says   the limit may be the last offset      the anchor, with limit-1
//	- otherwise                                     the list probably ends                the offset after the anchor
//	the offset after the anchor shows nothing       the list ends                         none
//	the offset after the anchor is refused          the list probably ends                the anchor, with room for more
//	pages hold one record each                      nothing shows that a page follows     the offset after the anchor, the
//	                                                the page before                       anchor, and the first of both again
//	the last record has no id                       there is no anchor                    the offset after that record

const emptyInside = "the page is empty, although the list goes on there"

// nextPage reads the page that follows the last one, and returns errDone at the end of the list.
func (w *walk[T]) nextPage() (*checkedPage[T], error) {
	switch {
	case w.anchor() == 0:
		return w.afterRecordWithoutID()
	case w.servesOneAtATime() || w.oneByOne:
		return w.afterAnchor()
	}
	fetched, err := w.reader.next(w.anchorOffset(), w.limit)
	page, err := w.check(w.anchorOffset(), fetched, err)
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case w.onlyPageHadRoom():
		return nil, errDone
	case w.limitMayBeLastOffset():
		page, err := w.read(w.anchorOffset(), w.limit-1)
		switch {
		case err != nil || !w.showsOnlyAnchor(page):
			return page, err
		case w.atFirstPage && w.limit > 2: // limit-1 has left room for another record
			return nil, errDone
		}
	}
	return w.afterAnchor()
}

// limitMayBeLastOffset reports whether the service may take the limit for the offset at which a page ends: with limit 10 it serves
// the offsets 0 to 9 at most. It may if exactly 10 records were read. Asked with limit 9, it then does not show the tenth.
func (w *walk[T]) limitMayBeLastOffset() bool { return w.last.end() == w.limit && w.largest == w.limit }

// showsOnlyAnchor reports whether a page shows the anchor and no other record.
func (w *walk[T]) showsOnlyAnchor(page *checkedPage[T]) bool {
	return page.size == 1 && page.ids[0] == w.anchor()
}

// hasSeenEnd reports whether a page with room for more has shown only the anchor, as when "offset 19, limit 10" shows one record. If
// no page has held more than one, this may be the limit of the service: then it counts only for a list of one record.
func (w *walk[T]) hasSeenEnd() bool {
	if w.servesOneAtATime() {
		return w.atFirstPage && w.limit > 1
	}
	return !w.oneByOne
}

// afterAnchor reads the page that begins after the anchor. The list ends there if that page is empty, and hasSeenEnd. Otherwise
// nothing shows yet that the page follows the anchor. So it reads the page, the anchor and the page again: the offsets 5, 4 and 5.
func (w *walk[T]) afterAnchor() (*checkedPage[T], error) {
	following, err := w.readBeyond(w.last.end(), w.limit, w.hasSeenEnd())
	switch {
	case err != nil && w.list.Beyond(err):
		return w.afterRefusal(err)
	case err != nil:
		return nil, err
	case following.size == 0 && w.hasSeenEnd():
		return nil, errDone
	case w.atFirstPage && following.equals(w.last):
		return following, nil
	}
	anchor, err := w.read(w.anchorOffset(), w.limitFromAnchor())
	if err != nil || !w.showsOnlyAnchor(anchor) {
		return anchor, err
	}
	return w.joinAnchor(anchor, following)
}

// afterRefusal is called when the service refuses the offset after the anchor. It reads a page that begins with the anchor and
// has room for more. The list ends there if that page shows the anchor alone, unless the service serves one record at a time.
// For example, "offset 20" is refused after 20 records, and "offset 19, limit 10" shows only the last one.
func (w *walk[T]) afterRefusal(refusal error) (*checkedPage[T], error) {
	page, err := w.read(w.anchorOffset(), max(2, w.limit))
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case !w.servesOneAtATime() || w.atFirstPage:
		return nil, errDone
	}
	return nil, refusal
}

// joinAnchor reads the page after the anchor once more. If the page begins as before, it follows the anchor, which was read in
// between. Then joinAnchor returns both as one page.
func (w *walk[T]) joinAnchor(anchor, following *checkedPage[T]) (*checkedPage[T], error) {
	again, err := w.read(w.last.end(), w.limit)
	switch {
	case err != nil:
		return nil, err
	case following.size == 0 && again.size == 0:
		return nil, errDone
	case following.size == 0:
		return nil, w.incomplete(w.last.end(), emptyInside)
	case again.size == 0 || again.ids[0] != following.ids[0]:
		return anchor, nil // the list has changed, and only the offset of the anchor is certain
	}
	following.Records = append(anchor.Records, following.Records...)
	following.ids = append(anchor.ids, following.ids...)
	following.offset, following.size = w.anchorOffset(), 1+following.size
	return following, nil
}

// afterRecordWithoutID reads the page that begins after the last record, which has no id. If the service refuses this offset, a
// page that begins one record earlier, and has room for another record, shows whether the list ends there.
func (w *walk[T]) afterRecordWithoutID() (*checkedPage[T], error) {
	page, refusal := w.readBeyond(w.last.end(), w.limit, w.last.size < w.limit)
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
