package reservations

import (
	"context"
	"fmt"
	"iter"
	"reflect"
)

// pageSize is what walks ask for when the caller does not say. It is the page size that
// the service documents as the default of two of its lists.
const pageSize = 25

// walk yields the records of all pages of a list that is paged by offset. The next
// offset follows from what came, not from what was asked for, because the service may
// serve fewer than asked without saying so.
func walk[T any](ctx context.Context, op operation, offset int, opts []CallOption,
	page func(ctx context.Context, offset int, opts []CallOption) ([]T, error), id func(T) int64,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		o, err := newCallOptions(op, opts)
		if err != nil {
			yield(zero, err)
			return
		}
		ctx, cancel := o.bound(ctx) // its time-out holds for the whole walk
		defer cancel()
		seen := map[int64]bool{}
		var before []T
		for at, pages := offset, 1; ; pages++ {
			records, err := page(ctx, at, opts)
			if err != nil {
				yield(zero, err)
				return
			}
			if len(records) == 0 {
				return
			}
			if !progress(seen, before, records, id) {
				yield(zero, &IncompleteError{
					Operation: op.name, Walks: 1, Pages: pages,
					Reason: fmt.Sprintf("the page at offset %d holds no record that earlier pages did not hold", at),
				})
				return
			}
			for _, record := range records {
				if !yield(record, nil) {
					return
				}
			}
			at += len(records)
			before = records
		}
	}
}

// progress reports whether a page holds a record that none before it held, and adds its
// ids to those seen. Nothing tells a record without an id from an earlier one, so a page
// with such records counts unless it is the page before over again.
func progress[T any](seen map[int64]bool, before, page []T, id func(T) int64) bool {
	fresh, nameless := false, false
	for _, record := range page {
		switch n := id(record); {
		case n == 0:
			nameless = true
		case !seen[n]:
			seen[n], fresh = true, true
		}
	}
	return fresh || nameless && !reflect.DeepEqual(before, page)
}
