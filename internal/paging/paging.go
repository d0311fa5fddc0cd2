// SPDX-License-Identifier: MIT

// Package paging reads a list that a service serves in pages by offset and limit. Its caller provides a function that reads
// one page, so the package knows no HTTP.
//
// Each page begins with the last record of the page before, the anchor. If a page begins with another record, the list has
// changed between the two requests. Then the walk steps back until a page shows a record that was read before, and goes on
// from there. The list ends where a page shows only the anchor, and the page after the anchor is empty. Alone, a page with
// room for more records proves no end, because a service may serve fewer records than the limit. For example, 25 records are
// read with limit 10 at the offsets 0, 9, 18 (seven records), 24 (only the anchor) and 25 (empty).
//
//	walk.go            from one page to the next, and which records of a page are new
//	next_page.go       which page is asked for next, and the proof that the list ends there
//	step_back.go       where the list goes on after it has changed
//	offset_ignored.go  services and mocks that ignore the offset, and empty lists
//	smaller_pages.go   smaller pages after a response that is too long
//	checked_page.go    one page, without its duplicates
//	recent.go          which records a walk remembers
//	read_ahead.go      requests that are sent before the walk asks for their page
package paging

import (
	"context"
	"errors"
	"iter"
)

// List is a list that is served in pages.
type List[T any] struct {
	Fetch Fetch[T]
	Reasons
	ID          func(T) int64 // returns the id of a record, 0 if it has none
	Offset      int           // the offset of the first record to read
	Limit       int           // how many records to ask for on a page
	MaxInFlight int           // how many pages may be requested at a time, at least 1
	Repeated    bool          // different records on a page may have the same id

	// Progress is called after the new records of a page were yielded. records is the number of all records so far. total is
	// what the response of the page says, or -1 if it does not say. Progress may be nil.
	Progress func(records, total int)
}

// Fetch reads up to limit records from offset on. Several goroutines call it at the same time. With an error it returns
// a page too, but only the BeforeYield of that page is used.
type Fetch[T any] func(ctx context.Context, offset, limit int) (Fetched[T], error)

// Fetched is one page as the service sent it.
type Fetched[T any] struct {
	Records []T // the records of the page; the walk may change the slice
	Bytes   int // the length of the response
	Total   int // how many records the list has, as the response says; -1 if it does not say
	// BeforeYield is called on the goroutine that ranges over the list, before the walk yields the first new record of the page,
	// or the error that came in place of the page. BeforeYield may be nil.
	BeforeYield func()
}

func (f Fetched[T]) callBeforeYield() {
	if f.BeforeYield != nil {
		f.BeforeYield()
	}
}

// Reasons tell the reasons of an error of Fetch apart. Package presence uses them too.
type Reasons struct {
	LimitRefused  func(error) bool // reports whether the limit may be the reason
	TooLong       func(error) bool // reports whether the response was too large to be read
	OffsetRefused func(error) bool // reports whether an offset beyond the end may be the reason
}

// IncompleteError says that the pages of a list, or of the register in package presence, perhaps do not show all records.
type IncompleteError struct {
	Reason string
	Passes int   // how many times the pages were read from the first one; 1 for a list
	Pages  int   // how many pages were read in all passes together
	Totals []int // the values of X-Total-Count of a register in their order; equal values in a row are listed once
	Final  bool  // another pass would show the same
}

func (e *IncompleteError) Error() string { return e.Reason }

// errDone ends a walk without an error, at the end of the list or when the caller stops it.
var errDone = errors.New("done")

// All yields the records of the list. Each range over its result is a new walk. An error comes last, with a zero record.
func (l List[T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if err := l.newWalk(ctx, usualBounds, yield).readList(); !errors.Is(err, errDone) {
			yield(*new(T), err)
		}
	}
}
