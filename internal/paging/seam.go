package paging

const emptyInside = "the page is empty, although the list goes on there"

// following reads the page behind the last one, and returns errDone at the end.
func (w *walk[T]) following() (*checked[T], error) {
	if w.recent.last == 0 { // nothing tells this record from another, so pages cannot overlap
		page, err := w.read(w.next, w.Limit)
		if err == nil && page.size == 0 {
			return nil, errDone
		}
		return page, err
	}
	if w.most > 1 {
		fetched, err := w.reader.next(w.next-1, w.Limit, w.depth)
		page, err := w.check(w.next-1, fetched, err)
		if err != nil || page.size != 1 || page.ids[0] != w.recent.last {
			return page, err
		}
	}
	return w.behindAnchor()
}

// behindAnchor reads on where a page shows the anchor alone: the list ends there, or the
// service serves one record at a time. That record is read before the anchor and once
// more after it, so that the anchor proves its place.
func (w *walk[T]) behindAnchor() (*checked[T], error) {
	behind, err := w.read(w.next, w.Limit)
	switch {
	case err != nil:
		return nil, err
	case behind.size == 0 && (w.most > 1 || w.first != nil && w.Limit > 1):
		return nil, errDone
	case behind.equals(w.first):
		return behind, nil
	}
	anchor, err := w.read(w.next-1, w.Limit)
	if err != nil || anchor.size == 0 || anchor.ids[0] != w.recent.last {
		return anchor, err
	}
	again, err := w.read(w.next, w.Limit)
	switch {
	case err != nil:
		return nil, err
	case behind.size == 0 && again.size == 0:
		return nil, errDone
	case behind.size == 0:
		return nil, w.incomplete(w.next, emptyInside)
	case again.size == 0 || again.ids[0] != behind.ids[0]:
		return anchor, nil // the list has changed, and only the anchor is certain
	}
	return &checked[T]{
		Page:   Page[T]{Records: append(anchor.Records[:1:1], behind.Records...), Turn: behind.Turn},
		ids:    append(anchor.ids[:1:1], behind.ids...),
		offset: w.next - 1, size: 1 + behind.size,
	}, nil
}

// stepBack reads from further back, half a page at first and then up to the two pages that
// are remembered, to see where the list goes on after a change.
func (w *walk[T]) stepBack(empty bool) error {
	at := w.next - 1
	for _, back := range []int{max(1, w.last/2), w.last, 2 * w.last} {
		page, err := w.read(max(w.Offset, at-back), w.Limit)
		switch {
		case err != nil:
			return err
		case empty && page.offset+page.size > at:
			return w.incomplete(at, emptyInside)
		case w.recent.rejoins(page.ids, page.offset == w.Offset):
			return w.take(page)
		}
		if page.offset == w.Offset {
			break
		}
	}
	return w.incomplete(at, "the page does not begin with the last record that was read, and pages further back do not show where the list goes on")
}
