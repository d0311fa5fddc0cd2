package paging

import (
	"errors"
	"testing"
)

// TestManyMoveToTheBack: the records that keep their place are read, or the walk ends in an
// error, however many others move at once.
func TestManyMoveToTheBack(t *testing.T) {
	t.Parallel()
	walks, whole := 0, 0
	for _, limit := range []int{10, 30, 100} {
		for n := 20; n <= 230; n += 30 {
			for moved := 1; moved < min(n, 130); moved += 25 {
				for first := 0; first+moved < n; first += 1 + n/12 {
					for request := 2; request <= 4; request++ {
						w := newWorld(0, n, limit, 1)
						w.still = true
						w.before = append(w.before, func() {
							for range map[bool]int{true: moved}[w.served == request] {
								w.list = append(w.list, w.remove(first))
							}
						})
						count, err := w.walk(t.Context())
						var broken *Error
						if err != nil && !errors.As(err, &broken) {
							t.Fatal(err)
						}
						walks++
						if err == nil {
							whole++
						}
						for id := range w.steady {
							if count[id] > 1 || err == nil && count[id] == 0 {
								t.Errorf("of %d records, %d move from place %d before request %d, limit %d: record %d was yielded %d times", n, moved, first, request, limit, id, count[id])
								break
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d walks, %d read the list", walks, whole)
}
