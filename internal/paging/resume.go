// SPDX-License-Identifier: MIT

package paging

import "slices"

// Place is where a walk is when it has read a record. A later walk finds it again.
type Place struct {
	Offset int     // of the record
	Before []int64 // ids of the last records that were read, in their order
	After  []int64 // ids of the records that follow on the same page
	Whole  bool    // Before has all that were read, from the beginning of the list
}

const placeNotFound = "the list has changed since the token of WithResume was made, " +
	"and does not show where to go on: begin anew with an empty token"

// neighbours are the ids of the records on a page, after those that were read before it.
type neighbours struct {
	moved  []int64 // were read, and are not where they were: they can come later on the page
	ids    []int64
	before int  // how many of ids are not on the page
	read   int  // no record of the page up to here is the last one that was read
	later  bool // records that were read come after the page
	whole  bool // moved and ids have all that were read
}

// neighbours looks at a page whose turn it is. Where the walk has stepped back, records that
// were read come after those that are new: after the page, or anywhere on it because of what
// was added.
func (w *walk[T]) neighbours(page *checked[T]) (n neighbours) {
	if w.Reached == nil {
		return n
	}
	last := -1
	for i, id := range page.ids {
		if place, known := w.recent.place[id]; known {
			n.read, last = i, max(last, place)
		}
	}
	var passed, read, later []int64 // of those that are not on the page
	for i, id := range w.recent.ids {
		switch {
		case slices.Contains(page.ids, id):
		case w.recent.passed[id]:
			passed = append(passed, id)
		case last >= 0 && i > last:
			later = append(later, id)
		default:
			read = append(read, id)
		}
	}
	n.whole = !w.recent.trimmed && w.from == 0 && len(passed)+len(read)+len(later) <= w.around
	if read = append(passed, read...); len(later) <= w.around/2 {
		n.moved = later
	} else {
		n.later = n.read+len(later) >= len(page.ids)
		read = append(read, later...)
	}
	read = read[max(0, len(read)-w.around):]
	n.ids, n.before = slices.Concat(read, page.ids), len(read)
	return n
}

// reached tells of the place of a record on a page.
func (w *walk[T]) reached(page *checked[T], n neighbours, i int) {
	if w.Reached == nil || n.later {
		return
	}
	i = max(i, n.read)
	end := n.before + i + 1
	start := max(0, end-w.around+len(n.moved))
	w.Reached(Place{
		Offset: page.offset + i,
		Before: slices.Concat(n.moved, n.ids[start:end]),
		After:  n.ids[end:min(len(n.ids), end+w.around/2)],
		Whole:  n.whole && start == 0,
	})
}

// recall makes what a place tells the memory of the walk. The first page begins with as many
// of the records that were read as it can hold.
func (w *walk[T]) recall() {
	before := w.Resume.Before
	w.Limit = max(2, w.Limit)
	w.Offset = max(0, w.Resume.Offset+1-min(len(before), w.Limit))
	w.recent.add(max(0, w.Resume.Offset+1-len(before)), before, w.keep)
	w.recent.trimmed = !w.Resume.Whole
}

// resume finds the place on the first page of the walk, or on another one, which then is
// the first.
func (w *walk[T]) resume(page *checked[T]) (*checked[T], error) {
	at := w.Resume.Offset
	offsets := []int{at - w.Limit/2, at - w.Limit, at - 2*w.Limit, 0}
	for !w.isAsItWas(page) && !w.showsPlace(page) {
		if len(offsets) == 0 {
			return nil, w.incomplete(at, placeNotFound)
		}
		var err error
		if page, err = w.read(max(0, offsets[0]), w.Limit); err != nil {
			return nil, err
		}
		offsets = offsets[1:]
	}
	w.Offset = page.offset
	return page, nil
}

// isAsItWas reports whether a page begins with the records that were read, at their offsets.
func (w *walk[T]) isAsItWas(page *checked[T]) bool {
	before := w.Resume.Before
	first := len(before) - 1 - (w.Resume.Offset - page.offset)
	if first < 0 || first >= len(before) {
		return false
	}
	before = before[first:]
	page.known = min(len(before), len(page.ids))
	if page.known < len(before) && slices.Contains(before, 0) {
		return false // the others could not be recognised
	}
	begins := before[:page.known]
	return slices.Equal(begins, page.ids[:page.known]) && slices.ContainsFunc(begins, func(id int64) bool { return id != 0 })
}

// showsPlace reports whether a page shows the place although the list has changed: half of
// the records that were read, in their order. What comes before that half was read, or was
// added. Where all of it comes later than it did, records were added before it, or it was moved
// past others that were not read; so a record that followed must still follow. The start of
// the list shows the place where all that were read are known, unless it shows nothing that the
// token names.
func (w *walk[T]) showsPlace(page *checked[T]) bool {
	before := w.Resume.Before
	if slices.Contains(before, 0) { // it could not be recognised
		return false
	}
	isNext := func(id int64) bool { return slices.Contains(w.Resume.After, id) }
	if w.Resume.Whole && page.offset == 0 {
		page.known = 0
		return slices.ContainsFunc(page.ids, w.recent.has) || slices.ContainsFunc(page.ids, isNext)
	}
	half := w.half(page.ids)
	if half < 0 {
		return false
	}
	page.known = half
	if slices.ContainsFunc(page.ids[:half], isNext) {
		return false
	}
	for i, id := range page.ids[half:] {
		place, known := w.recent.place[id]
		if known && page.offset+half+i <= w.recent.base+place {
			return true
		}
	}
	return slices.ContainsFunc(page.ids[half:], isNext)
}

// half returns the last place on a page from which on half of the records that were read,
// and at least two, follow each other in their order. It returns -1 if there is none.
func (w *walk[T]) half(page []int64) int {
	var places, lengths []int // of those that were read, from the end of the page
	for i, id := range slices.Backward(page) {
		place, known := w.recent.place[id]
		if !known {
			continue
		}
		length := 1
		for j, after := range places {
			if after > place {
				length = max(length, lengths[j]+1)
			}
		}
		if length > 1 && 2*length >= len(w.Resume.Before) {
			return i
		}
		places, lengths = append(places, place), append(lengths, length)
	}
	return -1
}
