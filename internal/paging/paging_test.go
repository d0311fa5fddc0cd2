// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// service serves n records with the ids 1 to n, each request after a while, and notes
// what it is asked for.
type service struct {
	n    int
	took time.Duration

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
		return pageOf(upTo(offset+1, min(s.n, offset+limit))), nil
	case <-ctx.Done():
		return Page[record]{}, ctx.Err()
	}
}

// pageOf returns a page of records with these ids.
func pageOf(ids []int64) (page Page[record]) {
	for _, id := range ids {
		page.Records = append(page.Records, record{ID: id})
	}
	return page
}

func listOf(fetch Fetch[record], limit, window int) List[record] {
	return List[record]{
		Fetch: fetch, ID: func(r record) int64 { return r.ID },
		Refused: func(err error) bool { return errors.Is(err, errRefused) },
		TooLong: func(error) bool { return false }, Beyond: func(error) bool { return false }, Limit: limit, Window: window,
	}
}

// collect returns the ids that a list yields, and the error it ends with.
func collect(t *testing.T, list List[record]) (ids []int64, err error) {
	for r, err := range list.All(t.Context()) {
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

// TestRequestsOfEveryLength: a list takes at most two requests more than its pages, which
// overlap by one record, and one more than its page if that is the only one and not full. Where pages
// are longer than the limit, none but the last ones are read ahead, because it is not known where the
// next one begins.
func TestRequestsOfEveryLength(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ limit, served, window, end int }{
		{3, 3, 1, 2}, {10, 10, 1, 2}, {25, 25, 1, 2}, {100, 100, 1, 2}, {100, 25, 1, 2}, {10, 15, 8, 4},
	} {
		for n := range 5*test.served + 2 {
			s := &service{n: n}
			longer := max(0, test.served-test.limit)
			ids, err := collect(t, listOf(func(ctx context.Context, offset, limit int) (Page[record], error) {
				return s.fetch(ctx, offset, min(limit+longer, test.served))
			}, test.limit, test.window))
			most := test.end
			if n >= test.served {
				most += (n-2)/(test.served-1) + 1
			}
			if err != nil || len(ids) != n || len(s.offsets) > most {
				t.Errorf("%d records with limit %d: got %d, %v with requests at %v, want at most %d",
					n, test.limit, len(ids), err, s.offsets, most)
			}
		}
	}
}

// TestErrorsTellWhereAndWhat lists what cannot be read.
func TestErrorsTellWhereAndWhat(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		world world
		setUp func(p *park)
		want  string
		read  int
		pages int
	}{
		{"one empty page", world{"honest", 50, 10, "usual", []event{{3, "empty", 0, 0}}}, func(*park) {},
			"at offset 18, " + emptyInside, 19, 4},
		{"an id twice", world{"honest", 50, 10, "usual", nil}, func(p *park) { p.list[25].ID = p.list[23].ID },
			"at offset 18, the page holds two different records with the id 24", 19, 3},
		{"another list", world{"honest", 50, 10, "usual", nil}, func(p *park) {
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
			p, list := test.world.open()
			test.setUp(p)
			o := read(p, list)
			var broken *Error
			if !errors.As(o.err, &broken) || broken.Error() != test.want || len(o.count) != test.read || o.doubled != "" {
				t.Fatalf("read %d, doubled %q, %v\nwant %d, %s", len(o.count), o.doubled, o.err, test.read, test.want)
			}
			if broken.Pages != test.pages || p.requests != test.pages {
				t.Errorf("%d pages in %d requests, want %d", broken.Pages, p.requests, test.pages)
			}
		})
	}
}

// TestEveryErrorEndsTheWalk: whichever request of a walk fails, the walk says so and makes no other.
func TestEveryErrorEndsTheWalk(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, kind := range kindNames {
		for _, events := range [][]event{nil, {{2, "remove", 0, 0}}, {{3, "insert", 0, 0}}, times(2, event{3, "remove", 0, 0})} {
			for limit := 1; limit <= 4; limit++ {
				s := world{kind, 5, limit, "small", events}
				for fail := range s.walk().requests {
					p, list := s.open()
					list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
						if page, err := p.fetch(ctx, offset, limit); p.requests <= fail {
							return page, err
						}
						return Page[record]{}, broken
					}
					if o := read(p, list); o.err != broken || p.requests != fail+1 {
						t.Errorf("%v: request %d fails: got %v after %d requests", s, fail+1, o.err, p.requests)
					}
				}
			}
		}
	}
}

// TestRepeatedIDs: different records with one id that are on one page are all yielded, once each, wherever
// the page begins and ends.
func TestRepeatedIDs(t *testing.T) {
	t.Parallel()
	const limit, n = 10, 30
	for first := range n {
		lastOnPage := first/(limit-1)*(limit-1) + limit - 1
		for second := first + 1; second <= min(lastOnPage, n-1); second++ {
			p, list := world{"honest", n, limit, "usual", nil}.open()
			p.list[second].ID = p.list[first].ID
			list.Repeated = true
			if o := read(p, list); o.err != errDone || o.lost != "" || o.doubled != "" || len(o.count) != n {
				t.Errorf("places %d and %d: %d records, lost %q, doubled %q: %v",
					first, second, len(o.count), o.lost, o.doubled, o.err)
			}
		}
	}
}
