// SPDX-License-Identifier: MIT

package presence

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// Services with how large their number can be: one of a page of full size, or any reservation of the park.
var (
	honestAtRandom = []string{
		"honest", "clamp 120", "refuses after", "too long above 60", "total high 200", "any order", "no empty days", "ends before",
		"no empty days, ends before", "day in parts", "numbers",
		"some numbers", "numbers at times 3", "nameless 4",
	}
	othersAtRandom = []string{
		"always 100", "serves all", "offset pages", "offset ignored", "offset rounded 60", "limit is end", "empty beyond",
		"unstable", "bad row 100", "cuts 100", "items 100", "varies 60", "nameless clamp 24", "total pages", "total present",
		"total rows", "total low 20", "total drifts 20", "day missing at times 2", "day twice at times 2", "some empty days",
	}
)

// TestRandomWorlds walks large registers of random services with several requests at a time. What it
// returns is right unless no client can tell, and an honest service is never refused.
func TestRandomWorlds(t *testing.T) {
	worlds := uint64(6)
	if testkit.Deep() {
		worlds = 300
	}
	misread, all := 0, 0
	for i, service := range slices.Concat(honestAtRandom, othersAtRandom) {
		t.Run(service, func(t *testing.T) {
			for seed := range worlds {
				r := rand.New(rand.NewPCG(seed, uint64(i)))
				w := randomWorld(r, service)
				honest := i < len(honestAtRandom)
				if honest {
					w.Changes = randomChanges(r, len(w.Park))
				}
				all++
				got := w.readInParallel(t, seed, []int{1, 4, 8}[r.IntN(3)])
				mustBeExact := honest && len(w.Changes) == 0 && !lacksAField(got)
				switch {
				case got.verdict == wrong && entryOfWorld(w) >= 0:
					misread++
				case got.verdict == failed && w.mayFail():
				case got.verdict == wrong, got.verdict == failed, got.verdict == refused && mustBeExact:
					t.Errorf("seed %d: %v is %v: %s", seed, w, got.verdict, got.why)
				}
			}
		})
	}
	if t.Logf("%d of %d worlds are misread", misread, all); misread > all/50 {
		t.Errorf("%d of %d worlds are misread, want at most one in fifty", misread, all)
	}
}

// randomWorld draws a park of some pages, how it is read, and the number of the service.
func randomWorld(r *rand.Rand, service string) world {
	if name, most, found := cutNumber(service); found {
		service = fmt.Sprint(name, " ", 1+r.IntN(most))
	}
	size := []int{r.IntN(27), 25 * r.IntN(9), 26 + r.IntN(125), 26 + r.IntN(125), 26 + r.IntN(500)}[r.IntN(5)]
	w := world{Park: drawn(r.Uint64(), size, []int{0, 0, 5, 30, 60, 95}[r.IntN(6)]), Service: service}
	w.Limit = []int{0, 0, 1 + r.IntN(30), 1 + r.IntN(30), 25, 50, 99 + r.IntN(3), 250, 1000}[r.IntN(9)]
	w.Confirm = r.IntN(10) == 0 && !strings.HasPrefix(service, "numbers at times") // no two walks get the same names
	return w
}

// randomChanges draws a few changes at the first requests.
func randomChanges(r *rand.Rand, size int) (all changes) {
	for range []int{0, 0, 1, 1, 2, 4}[r.IntN(6)] {
		k := changeKinds[r.IntN(len(changeKinds))]
		all = append(all, change{k.kind, r.IntN(max(1, k.places(size))), 1 + r.IntN(20)})
	}
	return all
}

// readInParallel walks a world in a bubble, and checks how many requests are under way.
func (w world) readInParallel(t *testing.T, seed uint64, workers int) (got result) {
	synctest.Test(t, func(t *testing.T) {
		p, walk := w.openInParallel(seed, workers)
		got = p.judge(walk.Run(t.Context()))
		if p.reading > 0 || p.atOnce > workers {
			t.Errorf("seed %d: %d requests are under way at the end, %d at once: %v", seed, p.reading, p.atOnce, w)
		}
	})
	return got
}
