package paging

import (
	"errors"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// moving is a list of n records, of which some move to the back before a request.
type moving struct{ n, limit, moved, first, request int }

func moves() (all []moving) {
	for _, limit := range []int{10, 30, 100} {
		for n := 20; n <= 230; n += 30 {
			for moved := 1; moved < min(n, 130); moved += 25 {
				for first := 0; first+moved < n; first += 1 + n/12 {
					for request := 2; request <= 4; request++ {
						all = append(all, moving{n, limit, moved, first, request})
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
	walks, whole := 0, 0
	for _, m := range testkit.Cases(5, moves()) {
		w := newWorld(0, m.n, m.limit, 1)
		w.still = true
		w.before = append(w.before, func() {
			for range map[bool]int{true: m.moved}[w.served == m.request] {
				w.list = append(w.list, w.remove(m.first))
			}
		})
		count, err := w.walk(t.Context())
		var broken *Error
		if err != nil && !errors.As(err, &broken) {
			t.Fatal(err)
		}
		if walks++; err == nil {
			whole++
		}
		for id := range w.steady {
			if count[id] > 1 || err == nil && count[id] == 0 {
				t.Errorf("%+v: record %d was yielded %d times", m, id, count[id])
				break
			}
		}
	}
	t.Logf("%d walks, %d read the list", walks, whole)
}
