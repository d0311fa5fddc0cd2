// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"testing/synctest"
	"time"
	"weak"
)

// TestLongPagesAreReadOneByOne: the longer the pages are, the fewer are under way together. Where they
// become longer on the way, no page is asked for twice.
func TestLongPagesAreReadOneByOne(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		bytes func(offset int) int
		top   int // most pages under way
		last  int // pages under way when the last full page is read
	}{
		{"short", func(int) int { return usual.aheadBytes / 8 }, 8, 8},
		{"of unknown length", func(int) int { return 0 }, 8, 8},
		{"longer", func(int) int { return usual.aheadBytes / 3 }, 3, 3},
		{"as long as all together may be", func(int) int { return usual.aheadBytes }, 1, 1},
		{"longer than that", func(int) int { return 9 * usual.aheadBytes }, 1, 1},
		{"short and then long", func(offset int) int { return 1 + offset/2000*usual.aheadBytes }, 8, 1},
		{"long and then short", func(offset int) int { return usual.aheadBytes / (1 + offset/2000*9) }, 8, 8},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &service{n: 99*50 + 1, took: time.Second}
				last := 0
				list := s.list(100, 8)
				list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
					page, err := s.fetch(ctx, offset, limit)
					page.Bytes = test.bytes(offset)
					if offset == 99*49 {
						s.mu.Lock()
						last = s.underWay + 1
						s.mu.Unlock()
					}
					return page, err
				}
				ids, err := collect(t.Context(), list)
				if err != nil || !slices.Equal(ids, upTo(1, s.n)) {
					t.Errorf("got %d records, %v", len(ids), err)
				}
				if s.top != test.top || last > test.last {
					t.Errorf("up to %d pages are under way together, and %d at the end, want %d and at most %d",
						s.top, last, test.top, test.last)
				}
				asked := slices.Sorted(slices.Values(s.offsets))
				if again := 1; len(slices.Compact(asked)) < len(s.offsets)-again {
					t.Errorf("pages are asked for twice: %v", asked)
				}
			})
		})
	}
}

// TestPagesAreFreeOnceRead: the walk holds no record that it has yielded, while it reads the next page.
func TestPagesAreFreeOnceRead(t *testing.T) {
	t.Parallel()
	for _, window := range []int{1, 4} {
		t.Run(fmt.Sprint("a window of ", window), func(t *testing.T) {
			t.Parallel()
			s := &service{n: 250}
			var yielded []weak.Pointer[record]
			list := List[*record]{
				ID: func(r *record) int64 { return r.ID }, Refused: func(error) bool { return false }, Limit: 100, Window: window,
				Fetch: func(ctx context.Context, offset, limit int) (Page[*record], error) {
					page, err := s.fetch(ctx, offset, limit)
					var own []*record
					for _, r := range page.Records {
						own = append(own, &r)
					}
					return Page[*record]{Records: own}, err
				},
			}
			for r, err := range list.All(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if len(yielded)%50 == 1 {
					runtime.GC()
					for i, earlier := range yielded {
						if earlier.Value() != nil {
							t.Fatalf("record %d is held when record %d is read", i+1, r.ID)
						}
					}
				}
				yielded = append(yielded, weak.Make(r))
			}
			if len(yielded) != s.n {
				t.Errorf("%d records were read, want %d", len(yielded), s.n)
			}
		})
	}
}

// TestRecordsWithoutAnIDAreKept: they are compared with those of the next page as a whole.
func TestRecordsWithoutAnIDAreKept(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 100} {
		t.Run(fmt.Sprint(n, " records of a service that ignores the offset"), func(t *testing.T) {
			t.Parallel()
			list := List[string]{
				ID: func(string) int64 { return 0 }, Refused: func(error) bool { return false }, Limit: 100, Window: 1,
				Fetch: func(context.Context, int, int) (page Page[string], _ error) {
					for i := range n {
						page.Records = append(page.Records, fmt.Sprint("record ", i))
					}
					return page, nil
				},
			}
			read := 0
			for _, err := range list.All(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if read++; read > n {
					break
				}
			}
			if read != n {
				t.Errorf("%d records were read, want %d", read, n)
			}
		})
	}
}
