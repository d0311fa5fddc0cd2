// SPDX-License-Identifier: MIT

package walks_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestDrawnWalks reads lists and registers that are drawn at random, with up to eight requests at a time. What honest
// services have is read whole.
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
				if s.presence == exact && strings.Contains(letters, "x") {
					s.checkRegister(t, letters, p, 1+r.IntN(8), nil)
				}
				if s.lists == exact {
					s.checkList(t, letters, p.Limit, 1+r.IntN(8), nil)
				}
			}
		})
	}
}
