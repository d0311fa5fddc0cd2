package paging

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
)

// TestChanges makes one change in the middle of a walk over pages of ten.
func TestChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		n       int
		limit   int
		request int // before this one
		change  func(w *world)
		offsets []int
	}{
		{"one removed", 30, 10, 2, func(w *world) { w.remove(0) }, []int{0, 9, 4, 13, 22, 28, 29}},
		{"the anchor removed", 30, 10, 2, func(w *world) { w.remove(9) }, []int{0, 9, 4, 13, 22, 28, 29}},
		{"more than half a page removed", 30, 10, 2, func(w *world) { w.list = w.list[8:] },
			[]int{0, 9, 4, 0, 9, 18, 21, 22}},
		{"more than a page removed", 50, 10, 4, func(w *world) { w.list = w.list[15:] },
			[]int{0, 9, 18, 27, 22, 17, 7, 16, 25, 34, 35}},
		{"almost two long pages removed", 1000, 150, 4, func(w *world) { w.list = w.list[270:] },
			[]int{0, 149, 298, 447, 372, 297, 148, 297, 446, 595, 729, 730}},
		{"more than a page inserted, far in front", 200, 10, 20, func(w *world) {
			for range 15 {
				w.insert(0)
			}
		}, []int{0, 9, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135, 144, 153, 162, 171, 166, 77, 186, 195,
			204, 213, 214, 215}},
		{"one removed and one inserted in front, and one of the next page moved there", 30, 10, 3, func(w *world) {
			w.remove(0)
			w.insert(0)
			r := w.remove(19)
			w.list = slices.Insert(w.list, 11, r)
		}, []int{0, 9, 18, 13, 0, 19, 9, 18, 27, 29, 30}},
		{"one inserted", 30, 10, 2, func(w *world) { w.insert(0) }, []int{0, 9, 4, 0, 10, 19, 28, 30, 31}},
		{"the list became shorter at its end", 19, 10, 3, func(w *world) { w.remove(0) }, []int{0, 9, 18, 13, 17, 18}},
		{"a record that follows moved to the back", 30, 10, 2, func(w *world) { w.list = append(w.list, w.remove(15)) },
			[]int{0, 9, 18, 27, 29, 30}},
		{"one removed, one at a time", 3, 1, 5, func(w *world) { w.remove(0) }, []int{0, 1, 0, 1, 2, 1, 1, 1, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(1, test.n, test.limit, 1)
				w.before = append(w.before, func() {
					if w.served == test.request {
						test.change(w)
					}
				})
				w.steady = map[int64]bool{}
				list, fetch := w.pages(), w.fetch
				var offsets []int
				list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
					offsets = append(offsets, offset)
					return fetch(ctx, offset, limit)
				}
				ids, err := collect(t.Context(), list)
				for _, r := range w.list {
					if r.ID <= int64(test.n) && !slices.Contains(ids, r.ID) {
						t.Errorf("record %d is missing", r.ID)
					}
				}
				slices.Sort(ids)
				if err != nil || len(slices.Compact(ids)) != len(ids) {
					t.Errorf("got %v, %v", ids, err)
				}
				if !slices.Equal(offsets, test.offsets) {
					t.Errorf("requests at %v, want %v", offsets, test.offsets)
				}
			})
		})
	}
}

// TestWrongPageAfterTheAnchor: what follows an anchor that is alone must come twice to be
// believed.
func TestWrongPageAfterTheAnchor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ n, limit, request int }{
		{330, 100, 6}, // at the end
		{150, 1, 359}, // after record 120
	} {
		t.Run(fmt.Sprint("limit ", test.limit), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(1, test.n, test.limit, 1)
				w.once(test.request, func([]record) []record { return slices.Clone(w.list[:1]) })
				count, err := w.walk(t.Context())
				for id, n := range count {
					if n != 1 {
						t.Errorf("record %d was yielded %d times", id, n)
					}
				}
				if err != nil || len(count) != test.n {
					t.Errorf("got %d records, %v", len(count), err)
				}
			})
		})
	}
}

// TestStepBackNeedsIDs: a record without an id cannot be told from the ones read before.
func TestStepBackNeedsIDs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(1, 30, 10, 1)
		w.list[7].ID = 0
		w.before = append(w.before, func() {
			if w.served == 2 {
				w.remove(0)
			}
		})
		count, err := w.walk(t.Context())
		if broken := (*Error)(nil); !errors.As(err, &broken) || count[0] != 1 {
			t.Errorf("the record without an id was yielded %d times, error %v", count[0], err)
		}
	})
}

func TestForgottenRecordsAreNotTakenForNew(t *testing.T) {
	t.Parallel()
	var r recent
	r.add(0, upTo(1, 10), 5)
	if !r.rejoins([]int64{99, 5, 6}, true, 4) || r.rejoins([]int64{99, 5, 6}, false, 4) {
		t.Error("a record that is not known is new at the start of the list, and nowhere else")
	}
	r.add(9, upTo(10, 20), 5)
	if r.rejoins([]int64{1, 15, 16}, true, 4) {
		t.Error("a forgotten record was taken for a new one")
	}
}

// TestRecordsThatComeLater: nothing is remembered twice.
func TestRecordsThatComeLater(t *testing.T) {
	t.Parallel()
	var r recent
	r.add(0, upTo(1, 10), 5)
	r.add(30, upTo(10, 12), 20)
	if !slices.Equal(r.ids, upTo(1, 12)) || r.base != 21 {
		t.Errorf("%v from %d on, want 1 to 12 from 21 on", r.ids, r.base)
	}
}

// TestRecordsAfterAPageAreRemembered: a page further back can hold new records alone, and what
// was read before comes after them.
func TestRecordsAfterAPageAreRemembered(t *testing.T) {
	t.Parallel()
	var r recent
	r.add(0, upTo(1, 10), 5)
	r.add(3, []int64{4, 98, 5, 99}, 5)
	for _, test := range []struct {
		page []int64
		want bool
	}{
		{[]int64{99, 6, 7, 97, 8}, true},
		{[]int64{99, 7, 6}, false},
		{[]int64{99, 97, 4}, false},
		{[]int64{97, 6}, false},
		{nil, false},
	} {
		if got := r.continues(test.page); got != test.want {
			t.Errorf("%v continues %v: %v", test.page, r.ids, got)
		}
	}
}

// TestNothingInsideAList: a service of one record at a time that has nothing at a place, and
// then something, has lost records in between.
func TestNothingInsideAList(t *testing.T) {
	t.Parallel()
	requests := 0
	list := List[record]{Limit: 1, Window: 1, ID: func(r record) int64 { return r.ID }}
	list.Fetch = func(_ context.Context, offset, _ int) (p Page[record], _ error) {
		if requests++; offset < 4 && requests != 2 {
			p.Records = []record{{ID: int64(offset + 1)}}
		}
		return p, nil
	}
	ids, err := collect(t.Context(), list)
	var incomplete *Error
	if !errors.As(err, &incomplete) || incomplete.Offset != 1 || incomplete.Reason != emptyInside ||
		!slices.Equal(ids, upTo(1, 1)) {
		t.Errorf("got %v and %v, want one record and an error at offset 1", ids, err)
	}
}
