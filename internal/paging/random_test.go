// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
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
	{"nothing", 0, 100}, {"insert", 60, 50}, {"remove", 60, 60}, {"move", 60, 60}, {"to back", 60, 60},
	{"insert in front", 60, 50}, {"cut", 1, 100}, {"empty", 1, 50}, {"stale", 1, 90},
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
	if most == 0 {
		return nil
	}
	request, n := 1, s.N
	for range 1 + r.IntN(most) {
		request += 1 + r.IntN(4)/3*r.IntN(10)
		e := event{request, what, r.IntN(max(1, n)), r.IntN(max(1, n))}
		switch what {
		case "cut", "empty":
			e.Request, e.At = 2+r.IntN(6), 1+r.IntN(20)
		case "stale":
			e.Request = 2 + r.IntN(6)
			e.At = r.IntN(e.Request - 1)
		case "insert in front":
			e = event{request, "insert", 0, 0}
			n++
		case "insert":
			n++
		default:
			if n == 0 {
				return all
			}
			if what == "to back" {
				e = event{request, "move", e.At, n - 1}
			} else if what == "remove" {
				n--
			}
		}
		all = append(all, e)
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
		var mu sync.Mutex
		list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
			delay := rand.New(rand.NewPCG(seed, uint64(offset))).Int64N(int64(100 * time.Millisecond))
			select {
			case <-time.After(time.Duration(delay)):
			case <-ctx.Done():
				return Page[record]{}, ctx.Err()
			}
			mu.Lock()
			defer mu.Unlock()
			return p.fetch(ctx, offset, limit)
		}
		o = read(p, list)
	})
	return o
}

// seeds returns the seeds of so many worlds.
func seeds(n int) (all []uint64) {
	for seed := range uint64(n) {
		all = append(all, seed)
	}
	return all
}

// TestRandomWorlds walks through long lists of random services, and lets one kind of event happen to
// some. None may lose or double a record without an error, and so many must be read whole.
func TestRandomWorlds(t *testing.T) {
	t.Parallel()
	for _, k := range randomKinds {
		for _, e := range randomEvents {
			worlds, exact := 100, k.exact
			switch {
			case e.what == "nothing":
			case k.exact < 100: // two faults at a time can deceive any walk
				continue
			case k.kind == "honest":
				exact = e.exact
			case answers[e.what] != nil:
				continue
			default:
				worlds, exact = 15, 0
			}
			t.Run(k.kind+" and "+e.what, func(t *testing.T) {
				t.Parallel()
				whole := 0
				for _, seed := range testkit.Cases(10, seeds(worlds)) {
					r := rand.New(rand.NewPCG(seed, 1))
					s := randomWorld(r, k.kind, k.most)
					s.Events = s.eventsOf(r, e.what, e.most)
					o := s.readInParallel(t, seed)
					if o.err == errDone {
						whole++
					}
					if wrong := o.wrongSteady(); wrong != "" || o.err != errDone && exact == 100 {
						t.Errorf("seed %d: %v %s (%v)", seed, s, wrong, o.err)
					}
				}
				if t.Logf("%d read whole", whole); testkit.Deep() && whole*100 < worlds*exact {
					t.Errorf("%d of %d worlds were read whole, want %d in a hundred", whole, worlds, exact)
				}
			})
		}
	}
}

// manyMoves are lists of which many records move to the back before a request.
func manyMoves() (all []world) {
	for _, limit := range []int{10, 30, 100} {
		for n := 20; n <= 230; n += 30 {
			for moved := 1; moved < min(n, 130); moved += 25 {
				for first := 0; first+moved < n; first += 1 + n/12 {
					for request := 2; request <= 4; request++ {
						all = append(all, world{"honest", n, limit, "usual", times(moved, event{request, "move", first, n - 1})})
					}
				}
			}
		}
	}
	return all
}

// TestManyMoveToTheBack: the records that keep their place are read, or the walk ends in an
// error, however many others move at once.
func TestManyMoveToTheBack(t *testing.T) {
	t.Parallel()
	for _, s := range testkit.Cases(40, manyMoves()) {
		o := s.walk()
		var broken *Error
		if wrong := o.wrongSteady(); wrong != "" || o.err != errDone && !errors.As(o.err, &broken) {
			t.Errorf("%d times %v of %d records with limit %d: %s (%v)", len(s.Events), s.Events[0], s.N, s.Limit, wrong, o.err)
		}
	}
}
