// SPDX-License-Identifier: MIT

package walks_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestDrawnWalks reads lists and registers that are drawn at random, with up to eight requests at a time. What honest services
// have is read whole, but where records come and go while a list is read.
func TestDrawnWalks(t *testing.T) {
	t.Parallel()
	walks := uint64(12)
	if testkit.Deep() {
		walks = 500
	}
	for i, s := range honestServices {
		for seed := range walks {
			t.Run(fmt.Sprint(s.name, "/", seed), func(t *testing.T) { checkDrawn(t, s, rand.New(rand.NewPCG(seed, uint64(i)))) })
		}
	}
}

func checkDrawn(t *testing.T, s service, r *rand.Rand) {
	size := []int{r.IntN(27), 25 * r.IntN(9), 26 + r.IntN(125), 26 + r.IntN(300)}[r.IntN(4)]
	has, noShows := park(here(size)), []int{0, 0, 5, 30, 60, 95}[r.IntN(6)]
	for i := range has {
		if r.IntN(100) < noShows {
			has[i].nights = 0
		}
	}
	nights, limit := 2+r.IntN(4), []int{0, 0, 1 + r.IntN(30), 1 + r.IntN(30), 25, 50, 99 + r.IntN(3), 250, 1000}[r.IntN(9)]
	parallel := reservations.WithMaxConcurrency(1 + r.IntN(8))
	// A register without anybody, or without any name, is an error of some services.
	isNamed := func(g guest) bool { return g.nights&(1<<nights-1) > 0 && g.id%3 > 0 }
	if s.presence == exact && slices.ContainsFunc(has, isNamed) {
		p, drawn := days(nights, limit), &asked{service: s, park: has}
		p.Confirm, p.Grouped = r.IntN(10) == 0, new(r.IntN(2) == 0)
		drawn.checkRegister(t, drawn.client(t, parallel), p)
	}
	if s.lists != exact {
		return
	}
	drawn := &asked{service: s, park: has}
	drawn.checkList(t, drawn.client(t, parallel), limit)
	// Where one record is read at a time, two changes are not detected.
	if s.change == nil && s.status == nil && limit != 1 && s.name != "at most 1 on a page" {
		s.lists, s.change = wholeOrError, drawnChanges(r, size)
		drawn = &asked{service: s, park: has}
		drawn.checkList(t, drawn.client(t, parallel), limit)
	}
}

// drawnChanges adds and removes some records, each before a request from the second on.
func drawnChanges(r *rand.Rand, size int) func(query) list {
	type event struct{ request, place, added int }
	events := make([]event, 1+r.IntN(40))
	for i, request := 0, 2; i < len(events); i++ {
		events[i] = event{request, r.IntN(size+1) * r.IntN(2), r.IntN(2)} // half of them at the beginning
		request += r.IntN(4) / 3 * r.IntN(10)
	}
	return func(q query) list {
		for i, e := range events {
			switch place := min(e.place, len(q.has)); {
			case e.request > q.number:
			case e.added > 0:
				q.has = slices.Insert(q.has, place, reservation(1000+i))
			default:
				q.has = slices.Delete(q.has, place, min(len(q.has), place+1))
			}
		}
		return q.has
	}
}
