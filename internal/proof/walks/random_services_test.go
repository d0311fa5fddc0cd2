// SPDX-License-Identifier: MIT

package walks_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestDrawnWalks reads lists and registers that are drawn at random, with up to eight requests at a time. What honest
// services have is read whole, but where records come and go while a list is read.
func TestDrawnWalks(t *testing.T) {
	t.Parallel()
	walks := uint64(20)
	if testkit.Deep() {
		walks = 500
	}
	for i, s := range honestServices {
		t.Run(s.name, func(t *testing.T) {
			for seed := range walks {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				size := []int{r.IntN(27), 25 * r.IntN(9), 26 + r.IntN(125), 26 + r.IntN(300)}[r.IntN(4)]
				noShows := []int{0, 0, 5, 30, 60, 95}[r.IntN(6)]
				letters := strings.Map(func(letter rune) rune {
					if r.IntN(100) < noShows {
						return '.'
					}
					return letter
				}, all(size))
				p := days(3, []int{0, 0, 1 + r.IntN(30), 1 + r.IntN(30), 25, 50, 99 + r.IntN(3), 250, 1000}[r.IntN(9)])
				p.Confirm = r.IntN(10) == 0
				named := func(g guest) bool { return g.here && g.ID%3 > 0 } // also where every third item has no name
				if s.presence == exact && slices.ContainsFunc(people(letters), named) {
					s.checkRegister(t, letters, p, 1+r.IntN(8), nil)
				}
				if s.lists == exact {
					s.checkList(t, letters, p.Limit, 1+r.IntN(8), nil)
				}
				if s.lists == exact && s.change == nil && s.status == nil && p.Limit != 1 && s.name != "at most 1 on a page" {
					changing := s
					changing.lists, changing.change = wholeOrError, drawnChanges(r, size)
					changing.checkList(t, letters, p.Limit, 1+r.IntN(8), nil)
				}
			}
		})
	}
}

// drawnChanges adds and removes some records, each before a request from the second on.
func drawnChanges(r *rand.Rand, size int) func(query, list) list {
	type event struct{ request, place, added int }
	events := make([]event, 1+r.IntN(40))
	for i, request := 0, 2; i < len(events); i++ {
		events[i] = event{request, r.IntN(size+1) * r.IntN(2), r.IntN(2)} // half of them at the beginning
		request += r.IntN(4) / 3 * r.IntN(10)
	}
	return func(q query, all list) list {
		all = slices.Clone(all)
		for i, e := range events {
			switch place := min(e.place, len(all)); {
			case e.request > q.number:
			case e.added > 0:
				all = slices.Insert(all, place, reservation(1000+i, true))
			default:
				all = slices.Delete(all, place, min(len(all), place+1))
			}
		}
		return all
	}
}
