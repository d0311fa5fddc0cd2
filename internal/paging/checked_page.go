// SPDX-License-Identifier: MIT

package paging

import (
	"reflect"
	"slices"
)

// checkedPage is a fetched page without its duplicates.
type checkedPage[T any] struct {
	Fetched[T]
	ids    []int64 // the ids of Records; 0 for a record without an id, and for one with the id of another record before it
	offset int
	size   int // how many records the service sent, with duplicates
}

// read reads and checks the page at an offset. It drops the pages that were requested ahead.
func (w *walk[T]) read(offset, limit int) (*checkedPage[T], error) {
	return w.readOrEmpty(offset, limit, false)
}

// readOrEmpty reads a page as read does. With refusedIsEmpty, a refused offset gives an empty page. Callers set refusedIsEmpty
// only after a page with room for more, such as 7 records with limit 10. After a full page, the list may go on although the
// service refuses the offset.
func (w *walk[T]) readOrEmpty(offset, limit int, refusedIsEmpty bool) (*checkedPage[T], error) {
	fetched, err := w.reader.fetchAt(offset, limit)
	if err != nil && refusedIsEmpty && w.list.OffsetRefused(err) {
		fetched, err = Fetched[T]{Total: -1}, nil
	}
	if err != nil {
		fetched.callBeforeYield()
		return nil, err
	}
	return w.newCheckedPage(offset, fetched)
}

// newCheckedPage removes the duplicates of a fetched page. If two different records have the same id, it returns an error or,
// with List.Repeated, takes the second for a record without an id.
func (w *walk[T]) newCheckedPage(offset int, fetched Fetched[T]) (*checkedPage[T], error) {
	w.pages++
	w.largest = max(w.largest, len(fetched.Records))
	c := &checkedPage[T]{Fetched: fetched, offset: offset, size: len(fetched.Records)}
	index := make(map[int64]int, c.size) // the index in c.ids of each id
	for _, record := range fetched.Records {
		id := w.list.ID(record)
		if i, twice := index[id]; twice && id != 0 {
			switch {
			case reflect.DeepEqual(record, fetched.Records[i]):
				continue
			case !w.list.Repeated:
				return nil, w.errorAt(offset, "the page holds two different records with the id %d", id)
			}
			id = 0
		}
		index[id] = len(c.ids)
		fetched.Records[len(c.ids)] = record // closes the gap that a removed duplicate leaves
		c.ids = append(c.ids, id)
	}
	c.Records = c.Records[:len(c.ids)]
	return c, nil
}

// end returns the offset after the last record of the page.
func (c *checkedPage[T]) end() int { return c.offset + c.size }

// equals reports whether two pages show the same ids in the same order, and the same records where there is no id.
func (c *checkedPage[T]) equals(other *checkedPage[T]) bool {
	return c.size == other.size && c.isBeginningOf(other)
}

// isBeginningOf reports whether another page begins with the ids of c, and with the same records where there is no id.
func (c *checkedPage[T]) isBeginningOf(other *checkedPage[T]) bool {
	if len(c.ids) > len(other.ids) || !slices.Equal(c.ids, other.ids[:len(c.ids)]) {
		return false
	}
	for i, id := range c.ids {
		if id == 0 && !reflect.DeepEqual(c.Records[i], other.Records[i]) {
			return false
		}
	}
	return true
}
