package presence

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
)

// requestsOf walks a world whose register must come out right, and counts what that took.
func requestsOf(t *testing.T, build func() *world) (n int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := build()
		if v, why := w.judge(w.walk.Run(t.Context())); v != exact {
			t.Errorf("%v: %v: %s", w, v, why)
		}
		n = w.requests
	})
	return n
}

// came draws who shows, of whom some percent do not.
func came(seed uint64, noShows int) func(int) bool {
	r := rand.New(rand.NewPCG(seed, 0))
	return func(int) bool { return r.IntN(100) >= noShows }
}

// TestRequests bounds what a walk costs on an honest service, whoever came.
func TestRequests(t *testing.T) {
	const seeds = 1
	for _, row := range []struct {
		sizes                []int
		limit, noShows, most int
	}{
		{[]int{5000}, 0, 0, 53},
		{[]int{5000}, 0, 30, 57},
		{[]int{5000}, 100, 0, 53},
		{[]int{5000}, 100, 30, 57},
		{[]int{5000}, 25, 0, 212},
		{[]int{5000}, 25, 30, 225},
		{[]int{0, 1, 2, 10, 24, 25}, 0, 0, 1},
		{[]int{10, 24, 25}, 0, 30, 3},
		{[]int{10, 25}, 0, 60, 5},
		{[]int{5}, 2, 0, 6},
		{[]int{5}, 2, 30, 8},
		{[]int{5000}, 1000, 95, 10},
		{[]int{26, 27, 50, 75, 98, 99, 100}, 0, 0, 2},
	} {
		t.Run(fmt.Sprintf("%d to %d reservations, limit %d, %d%% no-shows", row.sizes[0], row.sizes[len(row.sizes)-1], row.limit, row.noShows), func(t *testing.T) {
			worst, of, at := 0, 0, uint64(0)
			for _, size := range row.sizes {
				for seed := range uint64(seeds) {
					n := requestsOf(t, func() *world { return simpleWorld(seed, size, row.limit, came(seed, row.noShows)) })
					if n > worst {
						worst, of, at = n, size, seed
					}
				}
			}
			if t.Logf("%d requests at worst", worst); worst > row.most {
				t.Errorf("%d reservations take %d requests with seed %d, want at most %d", of, worst, at, row.most)
			}
		})
	}
}

// TestRequestsOfASmallerPage bounds what it costs to learn that pages are smaller than asked for,
// and that it is learned once.
func TestRequestsOfASmallerPage(t *testing.T) {
	for _, row := range []struct {
		name    string
		size    int
		serving behaviour
	}{
		{"clamp 25", 25, clamp(25)},
		{"clamp 50", 50, clamp(50)},
		{"limits above 25 refused", 25, refuses(25)},
	} {
		for _, noShows := range []int{0, 30} {
			t.Run(fmt.Sprintf("%s, %d%% no-shows", row.name, noShows), func(t *testing.T) {
				sizes := new(Sizes)
				smaller := func() *world {
					w := simpleWorld(1, 1500, 0, came(1, noShows), row.serving)
					w.walk.Sizes = sizes
					return w
				}
				plain := requestsOf(t, func() *world { return simpleWorld(1, 1500, row.size, came(1, noShows)) })
				first, second := requestsOf(t, smaller), requestsOf(t, smaller)
				if t.Logf("%d at that size, %d for the first walk, %d for the second", plain, first, second); first > plain+2 || second > plain {
					t.Errorf("the first walk took %d requests and the second %d, want at most %d and %d", first, second, plain+2, plain)
				}
			})
		}
	}
}

// TestRequestsWhereverTheNoShowsAre: no-shows in a row, or at a regular distance, cost no
// much more than those that are spread.
func TestRequestsWhereverTheNoShowsAre(t *testing.T) {
	for name, shows := range map[string]func(int) bool{
		"at the beginning": func(place int) bool { return place >= 1500 },
		"in the middle":    func(place int) bool { return place < 2000 || place >= 3500 },
		"at the end":       func(place int) bool { return place < 3500 },
		"three in ten":     func(place int) bool { return place%10 >= 3 },
		"the last of ten":  func(place int) bool { return place%10 < 7 },
	} {
		for limit, most := range map[int]int{0: 60, 25: 228} {
			t.Run(fmt.Sprintf("%s, limit %d", name, limit), func(t *testing.T) {
				if n := requestsOf(t, func() *world { return simpleWorld(1, 5000, limit, shows) }); n > most {
					t.Errorf("%d requests, want at most %d", n, most)
				}
			})
		}
	}
}
