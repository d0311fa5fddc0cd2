// SPDX-License-Identifier: MIT

package paging

import "cmp"

const emptyInside = "the page is empty, although the list goes on there"

// following reads the page after the last one, and returns errDone at the end.
func (w *walk[T]) following() (*checked[T], error) {
	switch {
	case w.recent.last == 0: // the last record has no id, so it cannot be the anchor, and pages do not overlap
		return w.afterNameless()
	case w.most == 1 || w.single:
		return w.afterAnchor()
	}
	fetched, err := w.reader.next(w.next-1, w.Limit, w.depth)
	page, err := w.check(w.next-1, fetched, err)
	if err != nil || !w.anchorAlone(page) {
		return page, err
	}
	return w.end()
}

// afterRefusal reads a page with room for more than the anchor, because the page after the anchor is refused. The list
// ends there if that page shows the anchor alone, and if the service does not serve one record at a time.
func (w *walk[T]) afterRefusal(refusal error) (*checked[T], error) {
	page, err := w.read(w.next-1, max(2, w.Limit))
	switch {
	case err != nil || !w.anchorAlone(page):
		return page, err
	case w.most > 1 || w.first != nil:
		return nil, errDone
	}
	return nil, refusal
}

// afterNameless reads the page after a record without an id. If its offset is refused after a full page, a page that
// begins with that record and has room for another shows whether the list ends there.
func (w *walk[T]) afterNameless() (*checked[T], error) {
	page, refusal := w.readBeyond(w.next, w.Limit, w.last < w.Limit)
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
func (w *walk[T]) anchorAlone(page *checked[T]) bool {
	return page.size == 1 && page.ids[0] == w.recent.last
}

// end checks whether the list ends with an anchor that is alone on its page. If the page before was
// the first one, and was not full, that is proof enough. If all records up to the offset w.Limit were
// read, and none after it, the service may treat the limit as the end of the page, counted from the
// start of the list. Then a page with a smaller limit does not show the anchor.
func (w *walk[T]) end() (*checked[T], error) {
	if w.first != nil && w.first.size < w.Limit {
		return nil, errDone
	}
	if w.next == w.Limit && w.most == w.Limit {
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

// afterAnchor reads the page after the anchor. The page that begins with the anchor shows nothing else
// if the list ends there, or if the service serves one record at a time, or if more would be too long. In the
// last two cases, the page after the anchor is read before the anchor and again after it.
func (w *walk[T]) afterAnchor() (*checked[T], error) {
	alone := !w.single && (w.most > 1 || w.first != nil && w.Limit > 1) // a page with room for more showed the anchor only
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
	if w.single {
		limit = 1
	}
	anchor, err := w.read(w.next-1, limit)
	if err != nil || !w.anchorAlone(anchor) {
		return anchor, err
	}
	return w.joined(anchor, following)
}

// joined reads the page after the anchor again. If it begins as before, it follows the anchor, which was read in between.
func (w *walk[T]) joined(anchor, following *checked[T]) (*checked[T], error) {
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
	return &checked[T]{
		Page: Page[T]{Records: append(anchor.Records[:1:1], following.Records...), Turn: following.Turn,
			Bytes: following.Bytes, Total: following.Total},
		ids:    append(anchor.ids[:1:1], following.ids...),
		offset: w.next - 1, size: 1 + following.size,
	}, nil
}
