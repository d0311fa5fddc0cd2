// SPDX-License-Identifier: MIT

package paging

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestResumeRandomWorlds interrupts walks up to three times. Between them, and while they go on, up to
// twelve records at a time are added or removed, up to four times. A record that stays is never
// yielded again, and not left out without an error. Changes during the walks are those of pages too,
// and one world in some ten thousand deceives a walk that steps back again and again.
func TestResumeRandomWorlds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		near, during bool
	}{{"anywhere", false, false}, {"near the place", true, false}, {"during the walks too", true, true}} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			whole, worlds := 0, testkit.Cases(30, seeds(6000))
			for _, seed := range worlds {
				o := readResumed(rand.New(rand.NewPCG(seed, 3)), test.near, test.during)
				if wrong := o.wrong(); wrong != "" || o.doubled != "" {
					t.Fatalf("seed %d: %s, doubled %q", seed, wrong, o.doubled)
				}
				if o.err == errDone {
					whole++
				}
			}
			if t.Logf("%d of %d read whole", whole, len(worlds)); whole*5 < len(worlds) {
				t.Errorf("%d of %d worlds were read whole, want one in five", whole, len(worlds))
			}
		})
	}
}

// readResumed reads a list in up to four walks. It changes after each of them, close to the place if
// near, and during the walks if that is wanted.
func readResumed(rng *rand.Rand, near, during bool) outcome {
	kind := "honest"
	if rng.IntN(3) == 0 {
		kind = fmt.Sprint("clamped to ", 2+rng.IntN(30))
	}
	sizes := []int{rng.IntN(4), rng.IntN(60), rng.IntN(60), rng.IntN(400)}
	p, list := world{kind, sizes[rng.IntN(4)], 1, "usual", nil}.open()
	change := func() {
		for range 1 + rng.IntN(4) {
			p.addOrRemove(rng, near)
		}
	}
	fetch := list.Fetch
	list.Fetch = func(ctx context.Context, offset, limit int) (Page[record], error) {
		if during && rng.IntN(8) == 0 {
			change()
		}
		return fetch(ctx, offset, limit)
	}
	p.between = func(list *List[record]) {
		change()
		list.Limit = []int{1, 2, 3, 5, 10, 25, 50, 100}[rng.IntN(8)]
	}
	var stops []int
	for range rng.IntN(4) {
		stops = append(stops, 1+rng.IntN(2+p.N/2))
	}
	return read(p, list, stops...)
}

// addOrRemove adds or removes up to twelve records.
func (p *park) addOrRemove(rng *rand.Rand, near bool) {
	n := len(p.list)
	at := rng.IntN(n + 1)
	if near {
		at = max(0, min(n, p.yielded-12+rng.IntN(24)))
	}
	size := 1 + rng.IntN(4)/3*rng.IntN(12)
	if rng.IntN(2) == 0 {
		at = []int{at, at, at, 0, n}[rng.IntN(5)]
		for range size {
			changes["insert"](p, at, 0)
		}
		return
	}
	for range min(size, n-at) {
		p.remove(at)
	}
}
