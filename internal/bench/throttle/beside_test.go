// SPDX-License-Identifier: MIT

package throttle

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// inFlight is the SDK's default.
const inFlight = 8

// TestManyGoroutines: 32 goroutines make 20 single calls each.
func TestManyGoroutines(t *testing.T) {
	const goroutines, calls = 32, 20
	fmt.Printf("\n32 goroutines with 20 single calls each\n| %s | %s | time | 429s per call, worst | failed | least/most, worst |\n", "service", "Retry-After")
	for _, s := range selected(scenarios()) {
		var times, perCall, fair []float64
		failed := 0
		for seed := range *seeds {
			synctest.Test(t, func(t *testing.T) {
				w, start := newWorld(s, uint64(seed)), time.Now()
				c := sdk(memory, w.as(""), inFlight)
				var mu sync.Mutex
				var done [goroutines]int
				var share float64
				var all sync.WaitGroup
				for g := range goroutines {
					all.Go(func() {
						for range calls {
							err := c(context.Background())
							mu.Lock()
							if err != nil {
								failed++
							}
							done[g]++
							if done[g] == calls && share == 0 {
								share = float64(slices.Min(done[:])) / calls
							}
							mu.Unlock()
						}
					})
				}
				all.Wait()
				times = append(times, time.Since(start).Seconds()/s.bound(w.total(), inFlight).Seconds())
				perCall = append(perCall, float64(w.refused)/goroutines/calls)
				fair = append(fair, share)
			})
		}
		fmt.Printf("| %s | %s | %.2f | %.2f | %d | %.2f |\n", s.name, s.says, median(times), slices.Max(perCall), failed, slices.Min(fair))
		if failed > 0 || slices.Max(perCall) > 0.25 || slices.Min(fair) < 0.7 {
			t.Errorf("%s, Retry-After %s: %d failed, %.2f 429s per call, the least served got %.2f of the most", s.name, s.says, failed, slices.Max(perCall), slices.Min(fair))
		}
	}
}

// TestManyClients: clients that know nothing of each other share one limit, as processes
// with the same key do.
func TestManyClients(t *testing.T) {
	const requests = 100
	for _, clients := range []int{2, 4} {
		fmt.Printf("\n%d clients of one key, 100 requests each\n| %s | %s | time | 429s per client | failed |\n", clients, "service", "Retry-After")
		for _, s := range selected(scenarios()) {
			var times, perClient []float64
			failed := 0
			for seed := range *seeds {
				synctest.Test(t, func(t *testing.T) {
					w, start := newWorld(s, uint64(seed)), time.Now()
					var mu sync.Mutex
					var all sync.WaitGroup
					for i := range clients {
						all.Go(func() {
							if err := walk(sdk(memory, w.as(strconv.Itoa(i)), inFlight), inFlight, requests); err != nil {
								mu.Lock()
								failed++
								mu.Unlock()
							}
						})
					}
					all.Wait()
					times = append(times, time.Since(start).Seconds()/s.bound(w.total(), inFlight*clients).Seconds())
					perClient = append(perClient, float64(w.refused)/float64(clients))
				})
			}
			fmt.Printf("| %s | %s | %.2f | %.0f | %d/%d |\n", s.name, s.says, median(times), median(perClient), failed, clients**seeds)
			if failed > 0 {
				t.Errorf("%d clients, %s, Retry-After %s: %d of %d walks failed", clients, s.name, s.says, failed, clients**seeds)
			}
		}
	}
}

// TestCallsDuringAWalk: a single call every 2 s while the same client walks.
func TestCallsDuringAWalk(t *testing.T) {
	fmt.Printf("\na single call every 2 s during a walk\n| %s | %s | p50 | p95 | worst s | failed | walk |\n", "service", "Retry-After")
	for _, s := range selected(scenarios()) {
		var took []time.Duration
		var times []float64
		failed := 0
		for seed := range *seeds {
			synctest.Test(t, func(t *testing.T) {
				w, start := newWorld(s, uint64(seed)), time.Now()
				c := sdk(memory, w.as(""), inFlight)
				done := make(chan struct{})
				go func() {
					defer close(done)
					if err := walk(c, inFlight, walkRequests); err != nil {
						t.Error(err)
					}
					times = append(times, time.Since(start).Seconds()/s.bound(w.total(), inFlight).Seconds())
				}()
				var mu sync.Mutex
				var calls sync.WaitGroup
				defer calls.Wait()
				tick := time.NewTicker(2 * time.Second)
				defer tick.Stop()
				for {
					select {
					case <-done:
						return
					case <-tick.C:
					}
					calls.Go(func() {
						began := time.Now()
						err := c(context.Background())
						mu.Lock()
						defer mu.Unlock()
						took = append(took, time.Since(began))
						if err != nil {
							failed++
						}
					})
				}
			})
		}
		if len(took) == 0 {
			continue
		}
		slices.Sort(took)
		p95 := took[len(took)*95/100]
		fmt.Printf("| %s | %s | %.2f | %.2f | %.2f | %d | %.2f |\n", s.name, s.says,
			took[len(took)/2].Seconds(), p95.Seconds(), took[len(took)-1].Seconds(), failed, median(times))
		if failed > 0 || s.waits() < 4*time.Second && p95 > 3700*time.Millisecond {
			t.Errorf("%s, Retry-After %s: %d calls failed, and 5 in 100 took more than %v", s.name, s.says, failed, p95)
		}
	}
}
