// SPDX-License-Identifier: MIT

package paging

import "slices"

// Place is where a walk is after it has read a record. A later walk can find it again. A Place without
// Before is unknown: no walk can go on there.
type Place struct {
	Offset  int     // of the record
	Before  []int64 // ids of the last records that were read, in their order
	After   []int64 // ids of the records that follow on the same page
	Missing []int64 // ids of records that were read although they may come after the place
	Whole   bool    // Before and Missing hold all records that were read, from the beginning of the list
}

const (
	placeNotFound = "the list has changed since the token of WithResume was made, " +
		"and does not show where to go on: begin anew with an empty token"
	placeNotKnown = "the list was changing when the token of WithResume was made, " +
		"so that it cannot tell where to go on: begin anew with an empty token"
)

// neighbours are the ids of the records on a page and around it.
type neighbours struct {
	missing []int64 // of records that were read, but may come after the page
	ids     []int64 // of records read before the page, and then those of the page
	before  int     // how many of ids come before the page
	known   int     // the index on the page from which on all records are new
	whole   bool    // missing and ids hold all records that were read
}

// neighbours returns the neighbours of a page that the walk has come to. If the walk has stepped back,
// records that were read can come after new ones: those that it remembers after the ones on the page.
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
	var read []int64 // not on the page, and not missing
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

// reached calls Reached with the place of record i of a page. If more records are missing than a
// Place can hold, the place is unknown.
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

// recall fills the memory of the walk from the place at which it resumes. The first page begins with the
// records of Before, or at the beginning of the list if Whole is set. It is long enough for the records
// of Before and After, unless the service refuses that limit.
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

// resume finds the place on the first page of the walk, or on another page, which then becomes the
// first one.
//
// If records were only added and removed, the others keep their order. Then one record that was read
// is enough to find the place: all records before it were read, and all records after it are new,
// except those in Before and Missing. If records were moved, that is not true, so more of them must
// be in their order. If all records that a place names were moved together, no walk can notice it,
// because a token is too short to name every record of the list.
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

// isNext reports whether a record is one of those that followed the place.
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
		return false // the page may show the others, but without ids they cannot be recognised
	}
	begins := before[:page.known]
	return slices.Equal(begins, page.ids[:page.known]) && slices.ContainsFunc(begins, func(id int64) bool { return id != 0 })
}

// showsPlace reports whether a page shows the place although the list has changed. It must show all
// records of Before, except at most one. Those of After that it shows must follow, all in their order. If
// the last record of Before has a higher offset than it had, either records were added before it, or it
// was moved past others that were not read; so one record of After must still follow it. If the place
// names all records that were read (Whole), they can be anywhere in the list.
func (w *walk[T]) showsPlace(page *checked[T]) bool {
	before := w.Resume.Before
	if slices.Contains(before, 0) { // such a record cannot be recognised
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
