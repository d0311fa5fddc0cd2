// SPDX-License-Identifier: MIT

package paging

import "cmp"

// The anchor is the last record of the last page, and the next page is asked for so that it begins with the anchor.
//
//	what is known                                   what it means                         the next request
//	the page begins with the anchor and goes on     this is the next page                 none
//	the page shows only the anchor:
//	- the first page had room for more records      the list ends                         none
//	- as many records were read as the limit says   the limit may be the last place       the anchor, with limit-1
//	- otherwise                                     the list probably ends                the place after the anchor
//	the place after the anchor is empty             the list ends                         none
//	the place after the anchor is refused           the list probably ends                the anchor, with room for more
//	pages hold one record each                      nothing shows that a page follows     the place after the anchor, the
//	                                                the page before                       anchor, and that place again
//	the last record has no id                       there is no anchor                    the place after that record

const emptyInside = "the page is empty, although the list goes on there"

// nextPage reads the page that follows the last one, and returns errDone at the end.
//
// Some services take the limit for the last place: with limit 10 they serve the places 0 to 9, whatever the offset is. So, if the
// walk has read exactly as many records as the limit, nextPage asks for the anchor with limit 9: such a service does not show it.
func (w *walk[T]) nextPage() (*checkedPage[T], error) {
	switch {
	case w.lastHasNoID():
		return w.afterRecordWithoutID()
	case w.servesOneAtATime() || w.oneByOne:
		return w.afterAnchor()
	}
	fetched, err := w.reader.next(w.next-1, w.limit, w.underWay)
	page, err := w.check(w.next-1, fetched, err)
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case w.atFirstPage() && w.first.size < w.limit:
		return nil, errDone
	}
	if w.next == w.limit && w.largest == w.limit {
		page, err := w.read(w.next-1, w.limit-1)
		switch {
		case err != nil || !w.showsOnlyAnchor(page):
			return page, err
		case w.atFirstPage() && w.limit > 2: // limit-1 has left room for another record
			return nil, errDone
		}
	}
	return w.afterAnchor()
}

// showsOnlyAnchor reports whether a page shows the anchor and no other record.
func (w *walk[T]) showsOnlyAnchor(page *checkedPage[T]) bool {
	return page.size == 1 && page.ids[0] == w.recent.anchor
}

// afterAnchor reads the page that begins after the anchor. The list ends if that page is empty, and a page with room for more has
// shown only the anchor (endShown). Otherwise nothing shows yet that the page follows the anchor: the walk reads the page, the
// anchor, and the page once more, such as "offset 5", "offset 4" and "offset 5".
func (w *walk[T]) afterAnchor() (*checkedPage[T], error) {
	endShown := !w.oneByOne && (!w.servesOneAtATime() || w.atFirstPage() && w.limit > 1)
	following, err := w.readBeyond(w.next, w.limit, endShown)
	switch {
	case err != nil && w.list.Beyond(err):
		return w.afterRefusal(err)
	case err != nil:
		return nil, err
	case following.size == 0 && endShown:
		return nil, errDone
	case following.equals(w.first):
		return following, nil
	}
	limit := max(2, w.limit)
	if w.oneByOne {
		limit = 1
	}
	anchor, err := w.read(w.next-1, limit)
	if err != nil || !w.showsOnlyAnchor(anchor) {
		return anchor, err
	}
	return w.joinAnchor(anchor, following)
}

// afterRefusal is called when the service refuses the offset after the anchor. It reads a page that begins with the anchor and
// has room for more. The list ends there if that page shows the anchor alone, unless the service serves one record at a time.
// For example, "offset 20" is refused after 20 records, and "offset 19, limit 10" shows only the last one.
func (w *walk[T]) afterRefusal(refusal error) (*checkedPage[T], error) {
	page, err := w.read(w.next-1, max(2, w.limit))
	switch {
	case err != nil || !w.showsOnlyAnchor(page):
		return page, err
	case !w.servesOneAtATime() || w.atFirstPage():
		return nil, errDone
	}
	return nil, refusal
}

// joinAnchor reads the page after the anchor once more. If the page begins as before, it follows the anchor, which was read in
// between. Then joinAnchor returns both as one page.
func (w *walk[T]) joinAnchor(anchor, following *checkedPage[T]) (*checkedPage[T], error) {
	again, err := w.read(w.next, w.limit)
	switch {
	case err != nil:
		return nil, err
	case following.size == 0 && again.size == 0:
		return nil, errDone
	case following.size == 0:
		return nil, w.incomplete(w.next, emptyInside)
	case again.size == 0 || again.ids[0] != following.ids[0]:
		return anchor, nil // the list has changed, and only the place of the anchor is certain
	}
	return &checkedPage[T]{
		Fetched: Fetched[T]{Records: append(anchor.Records[:1:1], following.Records...), BeforeYield: following.BeforeYield,
			Bytes: following.Bytes, Total: following.Total},
		ids:    append(anchor.ids[:1:1], following.ids...),
		offset: w.next - 1, size: 1 + following.size,
	}, nil
}

// afterRecordWithoutID reads the page that begins after the last record, which has no id. If the service refuses this offset, a
// page that begins one record earlier, and has room for another record, shows whether the list ends there.
func (w *walk[T]) afterRecordWithoutID() (*checkedPage[T], error) {
	page, refusal := w.readBeyond(w.next, w.limit, w.lastSize < w.limit)
	if refusal != nil && w.list.Beyond(refusal) {
		last, err := w.read(w.next-1, max(2, w.limit))
		if err != nil || last.size == 1 {
			return nil, cmp.Or(err, errDone)
		}
	}
	if refusal == nil && page.size == 0 {
		return nil, errDone
	}
	return page, refusal
}
