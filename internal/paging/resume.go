// SPDX-License-Identifier: MIT

package paging

import "slices"

// Place is where a walk is when it has read a record. A later walk finds it again. A place without
// Before is not known.
type Place struct {
	Offset  int     // of the record
	Before  []int64 // ids of the last records that were read, in their order
	After   []int64 // ids of the records that follow on the same page
	Missing []int64 // ids of records that were read, and may come after the place
	Whole   bool    // Before and Missing have all that were read, from the beginning of the list
}

const (
	placeNotFound = "the list has changed since the token of WithResume was made, " +
		"and does not show where to go on: begin anew with an empty token"
	placeNotKnown = "the list was changing when the token of WithResume was made, " +
		"so that it cannot tell where to go on: begin anew with an empty token"
)

// neighbours are the ids of the records on a page, after those that were read before it.
type neighbours struct {
	missing []int64 // were read, and may come after the page
	ids     []int64
	before  int  // how many of ids are not on the page
	known   int  // no record of the page from here on was read
	whole   bool // missing and ids have all that were read
}

// neighbours looks at a page whose turn it is. Where the walk has stepped back, records that
// were read can come after those that are new: what the walk remembers after those on the page.
func (w *walk[T]) neighbours(page *checked[T]) (n neighbours) {
	if w.Reached == nil {
		return n
	}
	last := -1
	for i, id := range page.ids {
		if place, read := w.recent.place[id]; read {
			n.known = i + 1
			last = max(last, place)
		}
	}
	var read []int64 // of those that are not on the page
	for i, id := range w.recent.ids {
		switch {
		case slices.Contains(page.ids, id):
		case i > last:
			n.missing = append(n.missing, id)
		default:
			read = append(read, id)
		}
	}
	n.whole = !w.recent.trimmed && w.Offset == 0 && len(read) <= w.around
	read = read[max(0, len(read)-w.around):]
	n.ids, n.before = slices.Concat(read, page.ids), len(read)
	return n
}

// reached tells of the place of a record on a page. Where more records are missing than a place
// can have, it is not known.
func (w *walk[T]) reached(page *checked[T], n neighbours, i int) {
	if w.Reached == nil {
		return
	}
	var missing []int64
	for _, id := range page.ids[i+1 : max(i+1, n.known)] {
		if w.recent.has(id) {
			missing = append(missing, id)
		}
	}
	if missing = append(missing, n.missing...); len(missing) > w.around {
		w.Reached(Place{})
		return
	}
	end := n.before + i + 1
	start := max(0, end-w.around)
	w.Reached(Place{
		Offset:  page.offset + i,
		Before:  n.ids[start:end],
		After:   n.ids[end:min(len(n.ids), end+w.around/2)],
		Missing: missing,
		Whole:   n.whole && start == 0,
	})
}

// recall makes what a place tells the memory of the walk. The first page is long enough for all
// records that the place names, unless the service refuses that. It begins with them, or with the
// list if the place names all that were read.
func (w *walk[T]) recall() {
	before := w.Resume.Before
	w.Limit = max(2, w.Limit)
	w.safeLimit = min(w.safeLimit, w.Limit)
	w.Limit = max(2*w.around, w.Limit)
	w.recent.add(max(0, w.Resume.Offset+1-len(before)), before, w.keep)
	for _, id := range w.Resume.Missing {
		w.recent.place[id] = len(w.recent.ids)
		w.recent.ids = append(w.recent.ids, id)
	}
	w.recent.trimmed = !w.Resume.Whole
	w.Offset = 0
	if !w.Resume.Whole {
		w.Offset = max(0, w.Resume.Offset+1-len(before))
	}
}

// resume finds the place on the first page of the walk, or on another one, which then is
// the first.
//
// Records that are only added and removed keep their order, so one record that was read is
// enough to know the place: what was read and is not named comes before it, what was not
// read comes after it, and those that are named and not shown are missing. Records that move can deceive
// that, so more is asked for. No rule can tell when all that are named move together, because
// a token of so many bits has the same value for different lists of more bits.
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

// isNext reports whether a record followed the place.
func (w *walk[T]) isNext(id int64) bool { return slices.Contains(w.Resume.After, id) }

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

// showsPlace reports whether a page shows the place although the list has changed: all but one
// of the records that were read, and then those that followed, in their order. Where the
// last one comes later than it did, records were added before it, or it was moved past
// others that were not read; so a record that followed must still follow. Where all that were
// read are named, they can be anywhere in the list.
func (w *walk[T]) showsPlace(page *checked[T]) bool {
	before := w.Resume.Before
	if slices.Contains(before, 0) { // it could not be recognised
		return false
	}
	if w.Resume.Whole {
		page.known = 0
		return page.offset == 0 && (slices.ContainsFunc(page.ids, w.recent.has) || slices.ContainsFunc(page.ids, w.isNext))
	}
	named := slices.Concat(before, w.Resume.After)
	shown, after, last, later := 0, 0, -1, 0
	for i, id := range page.ids {
		place := slices.Index(named, id)
		switch {
		case id == 0 || place < 0:
			continue
		case place <= last:
			return false
		case place < len(before):
			shown++
			page.known, later = i+1, page.offset+i-(w.Resume.Offset+1-len(before)+place)
		default:
			after++
		}
		last = place
	}
	return shown > 0 && shown >= len(before)-1 && (later <= 0 || after > 0)
}
