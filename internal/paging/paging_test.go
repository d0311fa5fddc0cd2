// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// service serves n records with the ids 1 to n, each request after a while, and notes
// what it is asked for.
type service struct {
	n    int
	took time.Duration
	fail map[int]func() error // what happens at an offset

	mu            sync.Mutex
	offsets       []int
	underWay, top int
}

func (s *service) fetch(ctx context.Context, offset, limit int) (Page[record], error) {
	s.mu.Lock()
	s.offsets = append(s.offsets, offset)
	s.underWay++
	s.top = max(s.top, s.underWay)
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.underWay--
		s.mu.Unlock()
	}()
	select {
	case <-time.After(s.took):
	case <-ctx.Done():
		return Page[record]{}, ctx.Err()
	}
	if fail := s.fail[offset]; fail != nil {
		return Page[record]{}, fail()
	}
	var page []record
	for id := offset + 1; id <= min(s.n, offset+limit); id++ {
		page = append(page, record{ID: int64(id)})
	}
	return Page[record]{Records: page}, nil
}

func (s *service) list(limit, window int) List[record] {
	return List[record]{
		Fetch: s.fetch, ID: func(r record) int64 { return r.ID },
		Refused: func(err error) bool { return errors.Is(err, errRefused) }, Limit: limit, Window: window,
	}
}

// collect returns the ids that a list yields, and the error it ends with.
func collect(ctx context.Context, list List[record]) (ids []int64, err error) {
	for r, err := range list.All(ctx) {
		if err != nil {
			return ids, err
		}
		ids = append(ids, r.ID)
	}
	return ids, nil
}

// upTo returns the ids from first to last.
func upTo(first, last int) (ids []int64) {
	for id := first; id <= last; id++ {
		ids = append(ids, int64(id))
	}
	return ids
}

func TestRequests(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name             string
		n, offset, limit int
		offsets          []int
	}{
		{"empty", 0, 0, 100, []int{0, 1}},
		{"one record", 1, 0, 100, []int{0, 1}},
		{"one page", 7, 0, 100, []int{0, 6}},
		{"one full page", 100, 0, 100, []int{0, 99, 99}},
		{"two full pages", 199, 0, 100, []int{0, 99, 198, 199}},
		{"three pages", 250, 0, 100, []int{0, 99, 198, 249, 250}},
		{"from an offset", 250, 180, 100, []int{180, 249}},
		{"beyond the end", 250, 300, 100, []int{300, 301}},
		{"two at a time", 3, 0, 2, []int{0, 1, 2, 3}},
		{"one at a time", 2, 0, 1, []int{0, 1, 0, 1, 1, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := &service{n: test.n}
			list := s.list(test.limit, 1)
			list.Offset = test.offset
			ids, err := collect(t.Context(), list)
			if want := upTo(test.offset+1, test.n); err != nil || !slices.Equal(ids, want) {
				t.Errorf("got %v, %v; want %v", ids, err, want)
			}
			if !slices.Equal(s.offsets, test.offsets) {
				t.Errorf("requests at %v, want %v", s.offsets, test.offsets)
			}
		})
	}
}

// TestRequestsOfEveryLength: a list takes at most two requests more than its pages, which
// overlap by one record, and one more than its page if that is the only one and not full.
func TestRequestsOfEveryLength(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ limit, served int }{{3, 3}, {10, 10}, {25, 25}, {100, 100}, {100, 25}} {
		for n := range 5*test.served + 2 {
			s := &service{n: n}
			list := s.list(test.limit, 1)
			list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
				return s.fetch(ctx, offset, min(limit, test.served))
			}
			most := 2
			if n >= test.served {
				most += (n-2)/(test.served-1) + 1
			}
			ids, err := collect(t.Context(), list)
			if err != nil || len(ids) != n || len(s.offsets) > most {
				t.Errorf("%d records with limit %d: got %d, %v with requests at %v, want at most %d",
					n, test.limit, len(ids), err, s.offsets, most)
			}
		}
	}
}

// TestMocks reads lists from services that do not look at the offset, or only at 0, or that
// answer once.
func TestMocks(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 3, 99, 100, 101, 250} {
		for name, page := range map[string]func(request, offset int) []int64{
			"the same always":        func(int, int) []int64 { return upTo(1, n) },
			"nothing for any offset": func(_, offset int) []int64 { return upTo(1, n)[:map[bool]int{true: n}[offset == 0]] },
			"nothing after it":       func(request, _ int) []int64 { return upTo(1, n)[:map[bool]int{true: n}[request == 1]] },
		} {
			t.Run(fmt.Sprint(name, " ", n), func(t *testing.T) {
				t.Parallel()
				list := List[record]{Limit: 100, Window: 4, ID: func(r record) int64 { return r.ID }}
				var requests atomic.Int32
				list.Fetch = func(_ context.Context, offset, _ int) (p Page[record], _ error) {
					for _, id := range page(int(requests.Add(1)), offset) {
						p.Records = append(p.Records, record{ID: id})
					}
					return p, nil
				}
				ids, err := collect(t.Context(), list)
				if !slices.Equal(ids, upTo(1, n)) {
					t.Errorf("got %v", ids)
				}
				// An empty page after a full one is no end.
				if full := name != "the same always" && n >= 100; (err != nil) != full {
					t.Errorf("error %v", err)
				}
			})
		}
	}
}

func TestRefusedLimitIsTriedOnce(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		limit int
		want  int // requests
	}{{100, 2}, {26, 2}, {25, 1}, {1, 1}} {
		t.Run(fmt.Sprint("limit ", test.limit), func(t *testing.T) {
			t.Parallel()
			s := &service{fail: map[int]func() error{0: func() error { return errRefused }}}
			ids, err := collect(t.Context(), s.list(test.limit, 4))
			if err != errRefused || len(ids) > 0 || len(s.offsets) != test.want {
				t.Errorf("got %v, %v after %d requests, want the refusal after %d", ids, err, len(s.offsets), test.want)
			}
		})
	}
}

// TestErrorsTellWhereAndWhat lists what cannot be read.
func TestErrorsTellWhereAndWhat(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		kind   string
		events []event
		setUp  func(p *park)
		want   string
		read   int
		pages  int
	}{
		{"one empty page", "honest", []event{{3, "empty", 0, 0}}, func(*park) {}, "at offset 18, " + emptyInside, 19, 4},
		{"an id twice", "honest", nil, func(p *park) { p.list[25].ID = p.list[23].ID },
			"at offset 18, the page holds two different records with the id 24", 19, 3},
		{"offset ignored", "offset ignored", nil, func(*park) {}, "at offset 110, " + beginsLikeFirst, 10, 3},
		{"another list", "honest", nil, func(p *park) {
			p.serve = func(p *park, offset, limit int) []record {
				for i := range p.list {
					p.list[i].ID += 1000
				}
				return plain(p, offset, limit)
			}
		}, "at offset 9, " + noOrder, 10, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, list := world{test.kind, 50, 10, "usual", test.events}.open()
			test.setUp(p)
			o := read(p, list)
			var broken *Error
			if !errors.As(o.err, &broken) || broken.Error() != test.want || len(o.count) != test.read {
				t.Fatalf("read %d, %v\nwant %d, %s", len(o.count), o.err, test.read, test.want)
			}
			if broken.Pages != test.pages || p.requests != test.pages {
				t.Errorf("%d pages in %d requests, want %d", broken.Pages, p.requests, test.pages)
			}
		})
	}
}

// TestWalkRemembersTwoPages: what is kept does not grow with the list.
func TestWalkRemembersTwoPages(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{2, 100, 1000} {
		t.Run(fmt.Sprint("limit ", limit), func(t *testing.T) {
			t.Parallel()
			s := &service{n: 20_000}
			var w *walk[record]
			most, read := 0, 0
			w = s.list(limit, 1).walk(t.Context(), usual, func(record, error) bool {
				most, read = max(most, len(w.recent.ids), len(w.recent.place)), read+1
				return true
			})
			if err := w.run(); err != errDone || read != s.n {
				t.Fatalf("read %d, %v", read, err)
			}
			if limit := max(limit, DefaultLimit) + limit; most > limit || w.first != nil {
				t.Errorf("remembered %d ids, want at most %d", most, limit)
			}
		})
	}
}

func TestRangesOverOneSequenceAreIndependent(t *testing.T) {
	t.Parallel()
	s := &service{n: 1000}
	all := s.list(100, 4).All(t.Context())
	var ranges sync.WaitGroup
	for range 4 {
		ranges.Go(func() {
			count := map[int64]int{}
			for r, err := range all {
				if err != nil {
					t.Error(err)
				}
				count[r.ID]++
			}
			if ids := slices.Sorted(maps.Keys(count)); !slices.Equal(ids, upTo(1, s.n)) {
				t.Errorf("one of the ranges read %d of %d records", len(ids), s.n)
			}
		})
	}
	ranges.Wait()
}

// TestEveryErrorEndsTheWalk: whichever request of a walk fails, the walk says so and makes
// no other.
func TestEveryErrorEndsTheWalk(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, page := range map[string]func(request, offset, limit int) []int64{
		"a list of three pages":      func(_, offset, limit int) []int64 { return upTo(offset+1, min(250, offset+limit)) },
		"one record":                 func(_, offset, limit int) []int64 { return upTo(offset+1, min(1, offset+limit)) },
		"no record":                  func(int, int, int) []int64 { return nil },
		"the offset is ignored":      func(int, int, int) []int64 { return upTo(1, 60) },
		"the offset is ignored, cut": func(_, _, limit int) []int64 { return upTo(1, limit) },
		"only the first page":        func(_, offset, _ int) []int64 { return upTo(1, 60*max(0, 1-offset)) },
		"records go after the first page": func(request, offset, limit int) []int64 {
			return upTo(offset+1+40*min(1, request), min(400, offset+limit+40*min(1, request)))
		},
		"records come before it": func(request, offset, limit int) []int64 {
			return upTo(offset+1-3*request, min(250, offset+limit-3*request))
		},
		"one at a time": func(_, offset, _ int) []int64 { return upTo(offset+1, min(4, offset+1)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failed := 0
			for fail := range 1000 {
				requests := 0
				list := (&service{}).list(100, 1)
				list.Fetch = func(_ context.Context, offset, limit int) (p Page[record], _ error) {
					requests++
					if requests-1 == fail {
						return p, broken
					}
					for _, id := range page(requests-1, offset, limit) {
						p.Records = append(p.Records, record{ID: id})
					}
					return p, nil
				}
				_, err := collect(t.Context(), list)
				if requests <= fail {
					break // the walk has ended before
				}
				failed++
				if err != broken || requests != fail+1 {
					t.Errorf("request %d fails: got %v after %d requests", fail, err, requests)
				}
			}
			if failed == 0 || failed == 1000 {
				t.Errorf("%d requests have failed", failed)
			}
		})
	}
}
