// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// Services with how large their number can be. The lists of the first ones change while they are read; together
// with what the others do, a change could deceive any walk.
var (
	changedAtRandom = []string{"honest", "clamped to 60", "refuses more than 75", "always 100", "everything", "short pages of 19"}
	othersAtRandom  = []string{"second record twice", "offset ignored", "offset counts pages", "offset rounded down",
		"shuffled in groups of 8", "shuffled in groups of 1000"}
)

// TestRandomWorlds walks through long lists with several requests at a time. No walk loses or doubles a record
// without an error, and the list of an honest service that does not change is read whole.
func TestRandomWorlds(t *testing.T) {
	t.Parallel()
	worlds := uint64(40)
	if testkit.Deep() {
		worlds = 1000
	}
	for i, kind := range slices.Concat(changedAtRandom, othersAtRandom) {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for seed := range worlds {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				s := randomWorld(r, kind)
				if i < len(changedAtRandom) {
					s.Events = s.randomEvents(r)
				}
				o := s.readInParallel(t, seed)
				if wrong := o.wrongSteady(); wrong != "" || o.err != errDone && o.honest && len(s.Events) == 0 {
					t.Errorf("seed %d: %v %s (%v)", seed, s, wrong, o.err)
				}
			}
		})
	}
}

// randomWorld draws a list, a page size and the number of the service.
func randomWorld(r *rand.Rand, kind string) world {
	limits := []int{1, 2, 3, 5, 7, 10, 20, 25, 30, 50, 100, 1 + r.IntN(100)}
	s := world{kind, r.IntN([]int{4, 12, 60, 400}[r.IntN(4)]), limits[r.IntN(len(limits))], "usual", nil}
	if name, most, found := cutNumber(kind); found {
		s.Kind = fmt.Sprint(name, " ", 1+r.IntN(most))
	}
	if kind == "everything" || strings.HasPrefix(kind, "shuffled") {
		s.Limit = max(2, s.Limit) // with a limit of 1 nothing tells it from a service that ignores the offset
	}
	return s
}

// randomEvents draws what changes the list: nothing, single changes, or many records that move at once. An honest
// service may also give one wrong answer instead.
func (s world) randomEvents(r *rand.Rand) (all []event) {
	request, n := 2+r.IntN(6), s.N
	switch draw := r.IntN(6); {
	case draw == 0 || n == 0:
	case draw == 1:
		return times(1+r.IntN(130), event{request, "move", r.IntN(n), n - 1})
	case draw == 2 && s.Kind == "honest":
		return []event{{request, []string{"cut", "empty", "stale"}[r.IntN(3)], r.IntN(request - 1), 0}}
	default:
		what, front := []string{"insert", "remove", "move"}[r.IntN(3)], r.IntN(3) == 0
		for range min(n, 1+r.IntN(60)) {
			e := event{request, what, r.IntN(n), r.IntN(n)}
			if front { // or, if they move, to the back
				e.At, e.To = 0, n-1
			}
			all = append(all, e)
			n += map[string]int{"insert": 1, "remove": -1}[what]
			request += r.IntN(4) / 3 * r.IntN(10)
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
