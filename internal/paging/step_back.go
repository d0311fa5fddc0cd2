// SPDX-License-Identifier: MIT

package paging

import "slices"

const noOrder = "the page does not begin with the last record that was read, " +
	"and pages further back do not show where the list goes on"

// stepBack goes on after the list has changed. It reads up to three pages that begin before the anchor: for an anchor at 25 and
// pages of 10, at the offsets 20, 15 and 5. It goes on from the first page that canGoOnFrom accepts, or returns an error if
// there is none. empty says that the page at the anchor was empty.
func (w *walk[T]) stepBack(empty bool) error {
	at := w.anchorOffset()
	if w.stepsBack++; w.stepsBack > w.bounds.maxStepsBack {
		return w.errorAt(at, "one page after the other holds only records that were read before")
	}
	oldest := w.list.Offset // the lowest offset at which the walk still remembers what it has read
	if w.recent.trimmed {
		oldest = w.recent.base
	}
	for _, back := range []int{max(1, w.last.size/2), w.last.size, 2 * w.last.size} {
		page, err := w.read(max(oldest, at-back), w.limit)
		switch {
		case err != nil:
			return err
		case empty && page.end() > at:
			return w.errorAt(at, emptyInside)
		case w.canGoOnFrom(page):
			return w.goOnFrom(page)
		}
		if page.offset == oldest {
			break
		}
	}
	return w.errorAt(at, noOrder)
}

// canGoOnFrom reports whether a page further back shows where the list goes on. Every record must have an id, and the walk
// must remember one of them: the first one, unless the page is at the beginning of the list and no id was forgotten. Of 10
// remembered records on the page, at most 2 may be in another order than before: fewer than one in four (movedShare).
func (w *walk[T]) canGoOnFrom(page *checkedPage[T]) bool {
	mayBeginNew := page.offset == w.list.Offset && !w.recent.trimmed
	known, moved, before := 0, 0, 0
	for i, id := range page.ids {
		index, found := w.recent.index[id]
		switch {
		case id == 0 || !found && i == 0 && !mayBeginNew:
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

// goOnFrom accepts a page further back. But if the first record of this page was at offset 40, and is now at 43, there are two
// cases: three records were added before it, or it was moved behind records that the walk has not read. To find out, goOnFrom
// looks for the oldest remembered record and for the anchor. If both are three places later, it goes on from the anchor. If
// not, it goes on from the old offset of the oldest record, or returns an error if canGoOnFrom refuses the page there.
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
		if err := w.acceptPage(oldest); err != nil { // the page may show records that were added
			return err
		}
		return w.acceptPage(newest)
	}
	if w.recent.trimmed {
		if oldest, err = w.read(w.recent.base, w.limit); err != nil {
			return err
		}
	}
	if w.canGoOnFrom(oldest) {
		return w.acceptPage(oldest)
	}
	return w.errorAt(w.anchorOffset(), noOrder)
}

// oldestHasMoved reports whether the first remembered record on a page is the oldest of all remembered records, and has
// moved by as many places as later says: from offset 40 to 43 if later is 3.
func (w *walk[T]) oldestHasMoved(page *checkedPage[T], later int) bool {
	i := slices.IndexFunc(page.ids, w.recent.has)
	return i >= 0 && page.ids[i] == w.recent.ids[0] && w.recent.movedBy(page.offset+i, page.ids[i]) == later
}
