// SPDX-License-Identifier: MIT

package paging

import "slices"

const noOrder = "the page does not begin with the last record that was read, " +
	"and pages further back do not show where the list goes on"

// stepBack finds where the list goes on after a change. It reads pages that begin half a page, one page and two pages before the
// anchor, until one shows where the records follow that were not read yet.
func (w *walk[T]) stepBack(empty bool) error {
	at := w.next - 1
	if w.stepsBack++; w.stepsBack > w.maxStepsBack {
		return w.incomplete(at, "one page after the other holds only records that were read before")
	}
	start := w.start()
	for _, back := range []int{max(1, w.lastSize/2), w.lastSize, 2 * w.lastSize} {
		page, err := w.read(max(start, at-back), w.Limit)
		switch {
		case err != nil:
			return err
		case empty && page.offset+page.size > at:
			return w.incomplete(at, emptyInside)
		case w.rejoins(page):
			return w.rejoin(page)
		}
		if page.offset == start {
			break
		}
	}
	return w.incomplete(at, noOrder)
}

// start returns the offset of the oldest record that is remembered. Before it, the walk cannot tell a new record from one that it
// has read.
func (w *walk[T]) start() int {
	if w.recent.trimmed {
		return w.recent.base
	}
	return w.Offset
}

func (w *walk[T]) rejoins(page *checkedPage[T]) bool {
	return w.recent.rejoins(page.ids, page.offset == w.Offset, w.movedShare)
}

// rejoin goes on from a page further back. If the first record of that page has a higher offset than before, records were added
// before it, or it was moved past records that were not read yet. If three records were added, all remembered records are three
// places later: rejoin reads the oldest and the newest of them to check that. Otherwise it goes on from the oldest.
func (w *walk[T]) rejoin(page *checkedPage[T]) error {
	later := w.recent.movedBy(page.offset, page.ids[0])
	if later <= 0 {
		return w.take(page)
	}
	start := w.start()
	if w.recent.trimmed {
		start += later
	}
	oldest, err := w.read(start, w.Limit)
	if err != nil {
		return err
	}
	newest, err := w.read(w.next-1+later, w.Limit)
	if err != nil {
		return err
	}
	known := slices.IndexFunc(oldest.ids, w.recent.has)
	if known >= 0 && start+known == w.recent.base+later && oldest.ids[known] == w.recent.ids[0] &&
		w.recent.continues(newest.ids) {
		if err := w.take(oldest); err != nil { // it may show records that were added
			return err
		}
		return w.take(newest)
	}
	if w.recent.trimmed {
		if oldest, err = w.read(w.start(), w.Limit); err != nil {
			return err
		}
	}
	if w.rejoins(oldest) {
		return w.take(oldest)
	}
	return w.incomplete(w.next-1, noOrder)
}
