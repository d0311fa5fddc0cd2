// SPDX-License-Identifier: MIT

package paging

import (
	"reflect"
	"slices"
)

// checkedPage is a page that was fetched, without the records that are on it twice.
type checkedPage[T any] struct {
	Fetched[T]
	ids    []int64 // the id of each record
	offset int
	size   int // how many records were served, with duplicates
}

// read reads a page that is not the next one in order.
func (w *walk[T]) read(offset, limit int) (*checkedPage[T], error) {
	return w.readBeyond(offset, limit, false)
}

// readBeyond reads a page that is beyond the end of the list unless the list goes on. With refusedIsEmpty an offset that the
// service refuses counts as an empty page. That is right if the page before had room for more. After a full page it is not: the
// service may refuse high offsets although records are there.
func (w *walk[T]) readBeyond(offset, limit int, refusedIsEmpty bool) (*checkedPage[T], error) {
	fetched, err := w.reader.at(offset, limit)
	if err != nil && refusedIsEmpty && w.list.Beyond(err) {
		fetched, err = Fetched[T]{Total: -1}, nil
	}
	return w.check(offset, fetched, err)
}

// check checks a page that was fetched, and removes records that are on it twice, as after a query that joins tables. Two
// different records with one id are an error, unless Repeated is set: then the later one is treated as a record without an id.
func (w *walk[T]) check(offset int, fetched Fetched[T], err error) (*checkedPage[T], error) {
	if fetched.BeforeYield == nil {
		fetched.BeforeYield = func() {}
	}
	if err != nil {
		fetched.BeforeYield()
		return nil, err
	}
	w.pages++
	w.largest = max(w.largest, len(fetched.Records))
	c := &checkedPage[T]{Fetched: fetched, offset: offset, size: len(fetched.Records)}
	index := make(map[int64]int, c.size) // of each id in c.ids
	for _, record := range fetched.Records {
		id := w.list.ID(record)
		if i, twice := index[id]; twice && id != 0 {
			switch {
			case reflect.DeepEqual(record, fetched.Records[i]):
				continue
			case !w.list.Repeated:
				return nil, w.incomplete(offset, "the page holds two different records with the id %d", id)
			}
			id = 0
		}
		index[id] = len(c.ids)
		fetched.Records[len(c.ids)] = record // the record moves up if a duplicate before it was removed
		c.ids = append(c.ids, id)
	}
	c.Records = c.Records[:len(c.ids)]
	return c, nil
}

// end returns the offset after the last record.
func (c *checkedPage[T]) end() int { return c.offset + c.size }

// equals reports whether two pages hold the same records.
func (c *checkedPage[T]) equals(other *checkedPage[T]) bool {
	return c.size == other.size && c.isBeginningOf(other)
}

// isBeginningOf reports whether another page begins with the records of this one. Records without an id are compared as a whole.
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
