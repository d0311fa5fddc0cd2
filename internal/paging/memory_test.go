// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"weak"

	"github.com/reservationkit/reservations-go/internal/params"
)

// service serves n records with the ids 1 to n.
type service struct{ n int }

func (s service) fetch(_ context.Context, offset, limit int) (page Fetched[record], _ error) {
	for id := offset + 1; id <= min(s.n, offset+limit); id++ {
		page.Records = append(page.Records, record{ID: int64(id)})
	}
	return page, nil
}

func never(error) bool { return false }

// noReasons is for a service that always sends the page.
var noReasons = Reasons{LimitRefused: never, TooLong: never, OffsetRefused: never}

// TestWalkRemembersTwoPages: what is kept does not grow with the list.
func TestWalkRemembersTwoPages(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{2, 100, 1000} {
		s := service{1000 + 10*limit}
		var w *walk[record]
		most, read := 0, 0
		list := List[record]{Fetch: s.fetch, Reasons: noReasons, ID: func(r record) int64 { return r.ID }, Limit: limit, MaxInFlight: 1}
		w = list.newWalk(t.Context(), usualBounds, func(record, error) bool {
			most, read = max(most, len(w.recent.ids), len(w.recent.index)), read+1
			return true
		})
		if err := w.readList(); err != errDone || read != s.n {
			t.Fatalf("limit %d: read %d, %v", limit, read, err)
		}
		if want := max(limit, params.DefaultLimit) + limit; most > want || w.last.Records != nil {
			t.Errorf("limit %d: remembered %d ids, want at most %d", limit, most, want)
		}
	}
}

// TestPagesAreFreeOnceRead: the walk holds no record that it has yielded, while it reads the next page.
func TestPagesAreFreeOnceRead(t *testing.T) {
	t.Parallel()
	for _, window := range []int{1, 4} {
		t.Run(fmt.Sprint("a window of ", window), func(t *testing.T) {
			t.Parallel()
			s := service{250}
			var yielded []weak.Pointer[record]
			list := List[*record]{
				Reasons: noReasons, ID: func(r *record) int64 { return r.ID }, Limit: 100, MaxInFlight: window,
				Fetch: func(ctx context.Context, offset, limit int) (Fetched[*record], error) {
					page, err := s.fetch(ctx, offset, limit)
					var own []*record
					for _, r := range page.Records {
						own = append(own, &r)
					}
					return Fetched[*record]{Records: own}, err
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
