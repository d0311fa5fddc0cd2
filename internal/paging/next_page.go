// SPDX-License-Identifier: MIT

package paging

import "cmp"

const emptyInside = "the page is empty, although the list goes on there"

// nextPage reads the page that follows the last one, and returns errDone at the end.
func (w *walk[T]) nextPage() (*checkedPage[T], error) {
	switch {
	case w.recent.last == 0: // the last record has no id, so it cannot be the anchor
		return w.afterRecordWithoutID()
	case w.largest == 1 || w.oneByOne:
		return w.afterAnchor()
	}
	fetched, err := w.reader.next(w.next-1, w.Limit, w.underWay)
	page, err := w.check(w.next-1, fetched, err)
	if err != nil || !w.anchorAlone(page) {
		return page, err
	}
	return w.end()
}

// afterRefusal is called when the service refuses the offset after the anchor. It reads a page that begins with the anchor and
// has room for more. The list ends there if that page shows the anchor alone, unless the service serves one record at a time.
// For example, "offset 20" is refused after 20 records, and "offset 19, limit 10" shows the last one alone.
func (w *walk[T]) afterRefusal(refusal error) (*checkedPage[T], error) {
	page, err := w.read(w.next-1, max(2, w.Limit))
	switch {
	case err != nil || !w.anchorAlone(page):
		return page, err
	case w.largest > 1 || w.first != nil:
		return nil, errDone
	}
	return nil, refusal
}

// afterRecordWithoutID reads the page that begins after the last record, which has no id. If the service refuses this offset, a
// page that begins one record earlier, and has room for another, shows whether the list ends there.
func (w *walk[T]) afterRecordWithoutID() (*checkedPage[T], error) {
	page, refusal := w.readBeyond(w.next, w.Limit, w.lastSize < w.Limit)
	if refusal != nil && w.Beyond(refusal) {
		last, err := w.read(w.next-1, max(2, w.Limit))
		if err != nil || last.size == 1 {
			return nil, cmp.Or(err, errDone)
		}
	}
	if refusal == nil && page.size == 0 {
		return nil, errDone
	}
	return page, refusal
}

// anchorAlone reports whether a page shows only the anchor.
func (w *walk[T]) anchorAlone(page *checkedPage[T]) bool {
	return page.size == 1 && page.ids[0] == w.recent.last
}

// end checks whether the list ends with an anchor that is alone on its page. After a first page with room for more it does.
//
// If the walk has read exactly as many records as the limit, the service may take the limit for the last offset: with limit 10
// it serves the places 0 to 9, whatever the offset is. Such a service does not show the anchor if the limit is 9.
func (w *walk[T]) end() (*checkedPage[T], error) {
	if w.first != nil && w.first.size < w.Limit {
		return nil, errDone
	}
	if w.next == w.Limit && w.largest == w.Limit {
		page, err := w.read(w.next-1, w.Limit-1)
		switch {
		case err != nil || !w.anchorAlone(page):
			return page, err
		case w.first != nil && w.Limit > 2: // the page had room for another record
			return nil, errDone
		}
	}
	return w.afterAnchor()
}

// afterAnchor reads the page after an anchor that is alone on its page. The list ends there if that page is empty. If the service
// serves one record at a time, or if two would be too long, nothing shows that the page after the anchor follows it. So it is
// read, then the anchor, and then the page again: "offset 5", "offset 4" and "offset 5".
func (w *walk[T]) afterAnchor() (*checkedPage[T], error) {
	alone := !w.oneByOne && (w.largest > 1 || w.first != nil && w.Limit > 1) // a page with room for more showed the anchor only
	following, err := w.readBeyond(w.next, w.Limit, alone)
	switch {
	case err != nil && w.Beyond(err):
		return w.afterRefusal(err)
	case err != nil:
		return nil, err
	case following.size == 0 && alone:
		return nil, errDone
	case following.equals(w.first):
		return following, nil
	}
	limit := max(2, w.Limit)
	if w.oneByOne {
		limit = 1
	}
	anchor, err := w.read(w.next-1, limit)
	if err != nil || !w.anchorAlone(anchor) {
		return anchor, err
	}
	return w.joinAnchor(anchor, following)
}

// joinAnchor reads the page after the anchor again. If it begins as before, it follows the anchor, which was read in between, and
// both are returned as one page.
func (w *walk[T]) joinAnchor(anchor, following *checkedPage[T]) (*checkedPage[T], error) {
	again, err := w.read(w.next, w.Limit)
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
		Page: Page[T]{Records: append(anchor.Records[:1:1], following.Records...), BeforeYield: following.BeforeYield,
			Bytes: following.Bytes, Total: following.Total},
		ids:    append(anchor.ids[:1:1], following.ids...),
		offset: w.next - 1, size: 1 + following.size,
	}, nil
}
