package presence

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// randomServices are services with how large their number can be. A clamp may be one of a page of
// full size, a bad row any of the park.
var randomServices = []struct {
	name   string
	most   int
	honest bool
}{
	{"honest", 0, true}, {"clamp", 120, true}, {"refuses behind", 0, true}, {"total high", 200, true}, {"any order", 0, true},
	{"no empty days", 0, true}, {"day in parts", 0, true}, {"numbers", 0, true}, {"some numbers", 0, true}, {"nameless", 4, true},
	{"numbers at times", 3, true}, {"always", 100, false}, {"serves all", 0, false}, {"offset pages", 0, false}, {"empty beyond", 0, false},
	{"total drifts", 20, false}, {"offset ignored", 0, false}, {"offset rounded", 60, false}, {"limit is end", 0, false}, {"unstable", 0, false},
	{"bad row", 100, false}, {"cuts", 100, false}, {"items", 100, false}, {"varies", 60, false}, {"nameless clamp", 24, false},
	{"total pages", 0, false}, {"total present", 0, false}, {"total rows", 0, false}, {"total low", 20, false},
	{"day missing at times", 2, false}, {"day twice at times", 2, false}, {"some empty days", 0, false},
}

// randomWorld draws a park of some pages, how it is read, and the number of the service.
func randomWorld(r *rand.Rand, service string, most int) world {
	if most > 0 {
		service = fmt.Sprint(service, " ", 1+r.IntN(most))
	}
	size := []int{r.IntN(27), 25 * r.IntN(9), 26 + r.IntN(125), 26 + r.IntN(125), 26 + r.IntN(500)}[r.IntN(5)]
	w := world{
		Park: drawn(r.Uint64(), size, []int{0, 0, 5, 30, 60, 95}[r.IntN(6)]), Confirm: r.IntN(10) == 0, Service: service,
		Limit: []int{0, 0, 1 + r.IntN(30), 1 + r.IntN(30), 25, 50, 99 + r.IntN(3), 250, 1000}[r.IntN(9)],
	}
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

// TestRandomWorlds walks large registers of random services with several requests at a time. What it
// returns is right unless no client can tell, and an honest service is never refused.
func TestRandomWorlds(t *testing.T) {
	worlds := uint64(15)
	if testkit.Deep() {
		worlds = 300
	}
	misread := make([]int, len(undetectables))
	for _, service := range randomServices {
		t.Run(service.name, func(t *testing.T) {
			for seed := range worlds {
				synctest.Test(t, func(t *testing.T) {
					r := rand.New(rand.NewPCG(seed, uint64(len(service.name))))
					w := randomWorld(r, service.name, service.most)
					if service.honest {
						w.Changes = randomChanges(r, len(w.Park))
					}
					w.Confirm = w.Confirm && service.name != "numbers at times" // no two walks get the same names
					p, walk := w.openInParallel(seed, []int{1, 4, 8}[r.IntN(3)])
					got := p.judge(walk.Run(t.Context()))
					mustBeExact := service.honest && len(w.Changes) == 0 && !lacksAField(got)
					switch entry := entryOfWorld(w); {
					case p.reading > 0 || p.atOnce > walk.Workers:
						t.Errorf("seed %d: %d requests under way at the end, %d at once: %v", seed, p.reading, p.atOnce, w)
					case got.verdict == wrong && entry >= 0:
						misread[entry]++
					case got.verdict == wrong, got.verdict == failed, got.verdict == refused && mustBeExact:
						t.Errorf("seed %d: %v is %v: %s", seed, w, got.verdict, got.why)
					}
				})
			}
		})
	}
	if t.Logf("misread: %v", misread); sum(misread) > int(worlds)*len(randomServices)/50 {
		t.Errorf("%v of %d worlds are misread, want at most one in fifty", misread, int(worlds)*len(randomServices))
	}
}

func sum(numbers []int) (n int) {
	for _, x := range numbers {
		n += x
	}
	return n
}
