// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
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
				ids, err := collect(t, listOf(func(ctx context.Context, offset, limit int) (Page[record], error) {
					page, err := s.fetch(ctx, offset, limit)
					page.Bytes = test.bytes(offset)
					if offset == 99*49 {
						s.mu.Lock()
						last = s.underWay + 1
						s.mu.Unlock()
					}
					return page, err
				}, 100, 8))
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
