// SPDX-License-Identifier: MIT

package paging

import "slices"

const noOrder = "the page does not begin with the last record that was read, " +
	"and pages further back do not show where the list goes on"

// stepBack goes on after the list has changed. It reads up to three pages that begin before the anchor: for an anchor at 25
// and pages of 10, at the offsets 20, 15 and 5. It goes on from the first page that canGoOnFrom accepts. empty says that the
// page at the anchor was empty.
func (w *walk[T]) stepBack(empty bool) error {
	at := w.anchorOffset()
	if w.stepsBack++; w.stepsBack > w.bounds.maxStepsBack {
		return w.errorAt(at, "one page after the other holds only records that were read before")
	}
	lowest := w.list.Offset // the lowest offset at which the walk still remembers what it has read
	if w.recent.trimmed {
		lowest = w.recent.base
	}
	for _, back := range []int{max(1, w.last.size/2), w.last.size, 2 * w.last.size} {
		page, err := w.read(max(lowest, at-back), w.limit)
		switch {
		case err != nil:
			return err
		case empty && page.end() > at:
			return w.errorAt(at, emptyInside)
		case w.canGoOnFrom(page):
			return w.goOnFrom(page)
		}
		if page.offset == lowest {
			break
		}
	}
	return w.errorAt(at, noOrder)
}

// canGoOnFrom reports whether a page further back shows where the list goes on: every record has an id, the walk remembers
// the first record, and few records are in another order than before (movedShare).
func (w *walk[T]) canGoOnFrom(page *checkedPage[T]) bool {
	firstMayBeNew := page.offset == w.list.Offset && !w.recent.trimmed // a record may have been added at the start of the list
	known, moved, before := 0, 0, 0
	for i, id := range page.ids {
		index, found := w.recent.index[id]
		switch {
		case id == 0 || !found && i == 0 && !firstMayBeNew:
			return false
		case found:
			if known++; index < before {
				moved++
			}
			before = index
		}
	}
	return known > w.bounds.movedShare*moved
}

// goOnFrom goes on from a page further back. But if the first record of that page has moved to a higher offset, for example from
// 40 to 43, either 3 records were added before it, or this record alone was moved. If the oldest remembered record and the anchor
// have moved by 3 too, records were added, and goOnFrom goes on from the anchor. Otherwise it calls goOnFromOldOffset.
func (w *walk[T]) goOnFrom(page *checkedPage[T]) error {
	later := w.recent.movedBy(page.offset, page.ids[0])
	if later <= 0 {
		return w.acceptPage(page)
	}
	start := w.list.Offset
	if w.recent.trimmed {
		start = w.recent.base + later
	}
	oldest, err := w.read(start, w.limit)
	if err != nil {
		return err
	}
	newest, err := w.read(w.anchorOffset()+later, w.limit)
	if err != nil {
		return err
	}
	if w.oldestHasMoved(oldest, later) && w.recent.isFollowedBy(newest.ids, w.anchorID()) {
		if err := w.acceptPage(oldest); err != nil { // oldest may also show records that were added
			return err
		}
		return w.acceptPage(newest)
	}
	return w.goOnFromOldOffset(oldest)
}

// goOnFromOldOffset goes on from the old offset of the oldest remembered record, because a record that was moved may stand behind
// records that were not read. If the walk remembers all ids, oldest is already the page at that offset.
func (w *walk[T]) goOnFromOldOffset(oldest *checkedPage[T]) (err error) {
	if w.recent.trimmed {
		oldest, err = w.read(w.recent.base, w.limit)
	}
	switch {
	case err != nil:
		return err
	case w.canGoOnFrom(oldest):
		return w.acceptPage(oldest)
	}
	return w.errorAt(w.anchorOffset(), noOrder)
}

// oldestHasMoved reports whether the first remembered record on a page is the oldest of all remembered records, and has
// moved by this number of places: from offset 40 to 43 if places is 3.
func (w *walk[T]) oldestHasMoved(page *checkedPage[T], places int) bool {
	i := slices.IndexFunc(page.ids, w.recent.has)
	return i >= 0 && page.ids[i] == w.recent.ids[0] && w.recent.movedBy(page.offset+i, page.ids[i]) == places
}
