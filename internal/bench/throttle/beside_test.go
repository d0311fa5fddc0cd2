// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit/limited"
)

// inFlight is the SDK's default.
const inFlight = 8

// TestManyGoroutines: 32 goroutines make 20 single calls each.
func TestManyGoroutines(t *testing.T) {
	const goroutines, calls = 32, 20
	fmt.Print("\n32 goroutines with 20 single calls each\n| service | Retry-After | time | 429s per call, worst | failed | least/most, worst |\n")
	for _, s := range selected(scenarios()) {
		var r results
		var fair []float64 // of the calls of the slowest goroutine, made when the fastest is done
		eachSeed(t, s, func(w *limited.Running) {
			c := sdk(w, inFlight)
			var mu sync.Mutex
			var done [goroutines]int
			share := 0.0
			err := together(goroutines, func(g int) (failure error) {
				for range calls {
					if err := c(context.Background()); err != nil {
						failure = err
					}
					mu.Lock()
					if done[g]++; done[g] == calls && share == 0 {
						share = float64(slices.Min(done[:])) / calls
					}
					mu.Unlock()
				}
				return failure
			})
			r.add(err, w.Over(s.Bound(w.Served, inFlight)), w.Refused)
			fair = append(fair, share)
		})
		perCall := slices.Max(r.refused) / goroutines / calls
		fmt.Printf("| %s | %s | %.2f | %.2f | %d | %.2f |\n", s.name, s.RetryAfter, median(r.times), perCall, r.failed, slices.Min(fair))
		if r.failed > 0 || perCall > 0.25 || slices.Min(fair) < 0.7 {
			t.Errorf("%s, Retry-After %s: %d runs failed, %.2f 429s per call, the least served got %.2f of the most", s.name, s.RetryAfter, r.failed, perCall, slices.Min(fair))
		}
	}
}

// TestManyClients: clients that know nothing of each other share one limit, as processes
// with the same key do.
func TestManyClients(t *testing.T) {
	const requests = 100
	for _, clients := range []int{2, 4} {
		fmt.Printf("\n%d clients of one key, 100 requests each\n| service | Retry-After | time | 429s per client | failed |\n", clients)
		for _, s := range selected(scenarios()) {
			var r results
			eachSeed(t, s, func(w *limited.Running) {
				err := together(clients, func(int) error { return walk(sdk(w, inFlight), inFlight, requests) })
				r.add(err, w.Over(s.Bound(w.Served, inFlight*clients)), w.Refused)
			})
			fmt.Printf("| %s | %s | %.2f | %.0f | %d/%d |\n", s.name, s.RetryAfter, median(r.times), median(r.refused)/float64(clients), r.failed, *seeds)
			if r.failed > 0 {
				t.Errorf("%d clients, %s, Retry-After %s: walks failed in %d of %d runs", clients, s.name, s.RetryAfter, r.failed, *seeds)
			}
		}
	}
}
