// SPDX-License-Identifier: MIT

package paging

import (
	"reflect"
	"slices"
)

// checkedPage is a page that was fetched, with each record only once.
type checkedPage[T any] struct {
	Fetched[T]
	ids    []int64 // the id of each record, 0 if it has no id or that of an earlier record
	offset int
	size   int // how many records the service sent, including duplicates
}

// read reads and checks the page at an offset. It drops the pages that were requested ahead.
func (w *walk[T]) read(offset, limit int) (*checkedPage[T], error) {
	return w.readBeyondEnd(offset, limit, false)
}

// readBeyondEnd reads a page that may begin after the end of the list. With refusedIsEmpty, an offset that the service
// refuses counts as an empty page. Callers set it only if the page before had room for more records, such as 7 with limit
// 10. After a full page, the service may refuse the offset although there are more records.
func (w *walk[T]) readBeyondEnd(offset, limit int, refusedIsEmpty bool) (*checkedPage[T], error) {
	fetched, err := w.reader.fetchAt(offset, limit)
	if err != nil && refusedIsEmpty && w.list.Beyond(err) {
		fetched, err = Fetched[T]{Total: -1}, nil
	}
	return w.checkFetched(offset, fetched, err)
}

// checkFetched removes duplicates from a page, which a query that joins tables may send: 7, 8, 7 becomes 7, 8. If different
// records have one id, it returns an error, or, with List.Repeated, counts the second as a record without an id.
func (w *walk[T]) checkFetched(offset int, fetched Fetched[T], err error) (*checkedPage[T], error) {
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
	index := make(map[int64]int, c.size) // the index in c.ids of each id
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
		fetched.Records[len(c.ids)] = record // moves the record up if a duplicate before it was removed
		c.ids = append(c.ids, id)
	}
	c.Records = c.Records[:len(c.ids)]
	return c, nil
}

// end returns the offset after the last record of the page.
func (c *checkedPage[T]) end() int { return c.offset + c.size }

// equals reports whether two pages hold the same records.
func (c *checkedPage[T]) equals(other *checkedPage[T]) bool {
	return c.size == other.size && c.isBeginningOf(other)
}

// isBeginningOf reports whether another page begins with the records of c. It compares records without an id as a whole.
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
