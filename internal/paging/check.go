// SPDX-License-Identifier: MIT

package paging

import (
	"reflect"
	"slices"
)

// checked is a page whose turn it is, with every record once.
type checked[T any] struct {
	Page[T]
	ids    []int64 // of the records
	offset int
	size   int // how many records were served
	known  int // so many of the first were read by the walk that is resumed, or come before its place
}

// read reads a page out of the row.
func (w *walk[T]) read(offset, limit int) (*checked[T], error) {
	page, err := w.reader.at(offset, limit)
	return w.check(offset, page, err)
}

// check looks at what was fetched. A record may be on a page twice, as from a database
// query that joins tables, but an id must not stand for two records: with Repeated the
// later one is taken for a record without an id.
func (w *walk[T]) check(offset int, page Page[T], err error) (*checked[T], error) {
	if err != nil {
		page.turn()
		return nil, err
	}
	w.pages++
	w.most = max(w.most, len(page.Records))
	c := &checked[T]{offset: offset, size: len(page.Records)}
	place := make(map[int64]int, c.size)
	for _, record := range page.Records {
		id := w.ID(record)
		if i, twice := place[id]; twice && id != 0 {
			switch {
			case reflect.DeepEqual(record, page.Records[i]):
				continue
			case !w.Repeated:
				return nil, w.incomplete(offset, "the page holds two different records with the id %d", id)
			}
			id = 0
		}
		place[id] = len(c.ids)
		page.Records[len(c.ids)] = record // closes up to those before
		c.ids = append(c.ids, id)
	}
	c.Page = page
	c.Records = page.Records[:len(c.ids)]
	return c, nil
}

// equals reports whether two pages hold the same records.
func (c *checked[T]) equals(other *checked[T]) bool {
	return other != nil && c.size == other.size && c.begins(other)
}

// begins reports whether another page begins with the records of this one. Records
// without an id are compared as a whole.
func (c *checked[T]) begins(other *checked[T]) bool {
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
