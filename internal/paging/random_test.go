// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// randomKinds are services with how large their number can be. Of a hundred walks so many must read the
// whole list; the others must fail.
var randomKinds = []struct {
	kind  string
	most  int
	exact int
}{
	{"honest", 0, 100}, {"clamped to", 60, 100}, {"refuses above 25", 0, 100}, {"always", 100, 100},
	{"everything", 0, 100}, {"short pages of", 19, 100},
	{"second record twice", 0, 100}, {"offset ignored", 0, 40}, {"offset counts pages", 0, 40},
	{"offset rounded down", 0, 10}, {"shuffled in groups of", 8, 40}, {"shuffled in groups of 1000", 0, 20},
}

// randomEvents change the list of an honest service, or its answers.
var randomEvents = []struct {
	what  string
	most  int
	exact int
}{
	{"insert", 60, 50}, {"remove", 60, 60}, {"move", 60, 60}, {"to back", 60, 60}, {"insert in front", 60, 50},
	{"cut", 1, 100}, {"empty", 1, 50}, {"stale", 1, 90},
}

// randomWorld draws a list, a page size and the number of the service.
func randomWorld(r *rand.Rand, kind string, most int) world {
	if most > 0 {
		kind = fmt.Sprint(kind, " ", 1+r.IntN(most))
	}
	sizes := []int{0, 1, 2, 3, r.IntN(12), r.IntN(60), r.IntN(60), r.IntN(400), r.IntN(400), r.IntN(400)}
	limits := []int{1, 2, 3, 5, 7, 10, 20, 25, 30, 50, 100, 1 + r.IntN(100)}
	s := world{kind, sizes[r.IntN(len(sizes))], limits[r.IntN(len(limits))], "usual", nil}
	if kind == "everything" || kind == "shuffled in groups of 1000" {
		s.Limit = max(2, s.Limit) // with a limit of 1 nothing tells it from a service that ignores the offset
	}
	return s
}

// eventsOf draws up to so many events of a kind, but none at the first request.
func (s world) eventsOf(r *rand.Rand, what string, most int) (all []event) {
	request, n := 1, s.N
	for range 1 + r.IntN(most) {
		request += 1 + r.IntN(4)/3*r.IntN(10)
		switch e := (event{request, what, r.IntN(max(1, n)), r.IntN(max(1, n))}); {
		case what == "cut" || what == "empty":
			e.Request = 2 + r.IntN(6)
			e.At = 1 + r.IntN(20)
			all = append(all, e)
		case what == "stale":
			e.Request = 2 + r.IntN(6)
			e.At = r.IntN(e.Request - 1)
			all = append(all, e)
		case what == "insert in front":
			all = append(all, event{request, "insert", 0, 0})
			n++
		case what == "insert":
			all = append(all, e)
			n++
		case n == 0:
		case what == "remove":
			all = append(all, e)
			n--
		case what == "to back":
			all = append(all, event{request, "move", e.At, n - 1})
		default:
			all = append(all, e)
		}
	}
	return all
}

// readInParallel walks a world with up to four requests at a time, each of which takes a time that
// depends on the seed and its offset alone.
func (s world) readInParallel(t *testing.T, seed uint64) (o outcome) {
	synctest.Test(t, func(*testing.T) {
		p, list := s.open()
		p.rng = rand.New(rand.NewPCG(seed, 2))
		list.Window = 1 + p.rng.IntN(4)
		list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
			delay := rand.New(rand.NewPCG(seed, uint64(offset))).Int64N(int64(100 * time.Millisecond))
			select {
			case <-time.After(time.Duration(delay)):
			case <-ctx.Done():
				return Page[record]{}, ctx.Err()
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.fetch(ctx, offset, limit)
		}
		o = read(p, list)
	})
	return o
}

// testWorlds draws worlds and fails for each that loses or doubles a record without an error. Of a
// hundred so many must be read whole.
func testWorlds(t *testing.T, worlds, exact int, draw func(r *rand.Rand) world) {
	t.Parallel()
	whole := 0
	for seed := range uint64(worlds) {
		s := draw(rand.New(rand.NewPCG(seed, 1)))
		o := s.readInParallel(t, seed)
		if o.err == errDone {
			whole++
		} else if exact == 100 {
			t.Errorf("seed %d: %v: %v", seed, s, o.err)
		}
		if wrong := o.wrongSteady(); wrong != "" {
			t.Errorf("seed %d: %v %s", seed, s, wrong)
		}
	}
	if t.Logf("%d of %d read whole", whole, worlds); whole*100 < worlds*exact {
		t.Errorf("%d of %d worlds were read whole, want %d in a hundred", whole, worlds, exact)
	}
}

// TestRandomWorlds walks through long lists of random services, and lets one kind of event happen to some.
func TestRandomWorlds(t *testing.T) {
	t.Parallel()
	for _, k := range randomKinds {
		t.Run(k.kind, func(t *testing.T) {
			testWorlds(t, 100, k.exact, func(r *rand.Rand) world { return randomWorld(r, k.kind, k.most) })
		})
		if k.exact < 100 { // two faults at a time can deceive any walk
			continue
		}
		for _, e := range randomEvents {
			worlds, exact := 15, 0
			if k.kind == "honest" {
				worlds, exact = 100, e.exact
			} else if slices.Contains([]string{"cut", "empty", "stale"}, e.what) {
				continue
			}
			t.Run(k.kind+" and "+e.what, func(t *testing.T) {
				testWorlds(t, worlds, exact, func(r *rand.Rand) world {
					s := randomWorld(r, k.kind, k.most)
					s.Events = s.eventsOf(r, e.what, e.most)
					return s
				})
			})
		}
	}
}

// TestRecordsWithoutIDs: nothing tells them apart, so they are counted.
func TestRecordsWithoutIDs(t *testing.T) {
	t.Parallel()
	for seed := range uint64(100) {
		s := randomWorld(rand.New(rand.NewPCG(seed, 1)), "honest", 0)
		p, list := s.open()
		for i := range p.list {
			p.list[i].ID = 0
		}
		if o := read(p, list); o.err != errDone || len(o.count) != s.N || o.doubled != "" {
			t.Errorf("seed %d: %d of %d records, error %v", seed, len(o.count), s.N, o.err)
		}
	}
}
