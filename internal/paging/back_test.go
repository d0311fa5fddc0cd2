// SPDX-License-Identifier: MIT

package paging

import (
	"errors"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

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
	for _, s := range testkit.Cases(5, manyMoves()) {
		o := s.walk()
		var broken *Error
		if wrong := o.wrongSteady(); wrong != "" || o.err != errDone && !errors.As(o.err, &broken) {
			t.Errorf("%d times %v of %d records with limit %d: %s (%v)", len(s.Events), s.Events[0], s.N, s.Limit, wrong, o.err)
		}
	}
}
