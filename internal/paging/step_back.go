// SPDX-License-Identifier: MIT

package paging

import "slices"

const noOrder = "the page does not begin with the last record that was read, " +
	"and pages further back do not show where the list goes on"

// stepBack finds where the list goes on after a change. It reads pages that begin half a page, one page and two pages before the
// anchor, until one of them shows where the list goes on. empty says that the page at the anchor was empty.
func (w *walk[T]) stepBack(empty bool) error {
	at := w.next - 1
	if w.stepsBack++; w.stepsBack > w.bounds.maxStepsBack {
		return w.incomplete(at, "one page after the other holds only records that were read before")
	}
	start := w.oldestOffset()
	for _, back := range []int{max(1, w.lastSize/2), w.lastSize, 2 * w.lastSize} {
		page, err := w.read(max(start, at-back), w.limit)
		switch {
		case err != nil:
			return err
		case empty && page.offset+page.size > at:
			return w.incomplete(at, emptyInside)
		case w.canGoOnFrom(page):
			return w.goOnFrom(page)
		}
		if page.offset == start {
			break
		}
	}
	return w.incomplete(at, noOrder)
}

// oldestOffset returns the offset of the oldest record that is remembered. At lower offsets the walk cannot tell a new record from one
// that was read before.
func (w *walk[T]) oldestOffset() int {
	if w.recent.trimmed {
		return w.recent.base
	}
	return w.list.Offset
}

// canGoOnFrom reports whether a page further back shows where the list goes on.
func (w *walk[T]) canGoOnFrom(page *checkedPage[T]) bool {
	return w.recent.canGoOnFrom(page.ids, page.offset == w.list.Offset, w.bounds.movedShare)
}

// goOnFrom goes on from a page further back. If the first record of that page has a higher offset than before, records were added
// before it, or it was itself moved past records that were not read yet. If three records were added, all remembered records are
// three places later. So goOnFrom reads the oldest and the newest remembered record: if both are three places later, it goes on
// from the newest, and otherwise from the oldest.
func (w *walk[T]) goOnFrom(page *checkedPage[T]) error {
	later := w.recent.movedBy(page.offset, page.ids[0])
	if later <= 0 {
		return w.take(page)
	}
	start := w.oldestOffset()
	if w.recent.trimmed {
		start += later
	}
	oldest, err := w.read(start, w.limit)
	if err != nil {
		return err
	}
	newest, err := w.read(w.next-1+later, w.limit)
	if err != nil {
		return err
	}
	known := slices.IndexFunc(oldest.ids, w.recent.has)
	if known >= 0 && start+known == w.recent.base+later && oldest.ids[known] == w.recent.ids[0] &&
		w.recent.isFollowedBy(newest.ids) {
		if err := w.take(oldest); err != nil { // the page may show records that were added
			return err
		}
		return w.take(newest)
	}
	if w.recent.trimmed {
		if oldest, err = w.read(w.oldestOffset(), w.limit); err != nil {
			return err
		}
	}
	if w.canGoOnFrom(oldest) {
		return w.take(oldest)
	}
	return w.incomplete(w.next-1, noOrder)
}
