// SPDX-License-Identifier: MIT

package sharedlimit_test

import (
	"math"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestThreeProcesses with different numbers of goroutines send, together, what the service
// allows, and each of them a third of it.
func TestThreeProcesses(t *testing.T) {
	t.Parallel()
	const settled = 15 * time.Second // the client begins with two requests in flight
	for _, latency := range testkit.Cases(4, []time.Duration{0, 20 * time.Millisecond, 400 * time.Millisecond, 2 * time.Second}) {
		t.Run(latency.String(), func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				w.service.latency = latency
				start := time.Now().Add(settled)
				end := start.Add(30 * time.Second)
				var all sync.WaitGroup
				for i, goroutines := range []int{10, 20, 40} {
					keepCalling(t, &all, w.process(strconv.Itoa(i)), goroutines, end)
				}
				all.Wait()
				total, counts := w.service.counts(start, end)
				if n := len(w.service.refused); n > 0 || total < 285 || total > 315 {
					t.Errorf("%d requests in 30 s, want 300; %d were refused", total, n)
				}
				for process, n := range counts {
					if share := float64(n) * 3 / float64(total); math.Abs(share-1) > 0.1 {
						t.Errorf("process %s sent %d of %d requests: %v", process, n, total, counts)
					}
				}
			})
		})
	}
}

// TestSlotsAreEven: requests are one interval apart, also when the process sends nothing for
// a while, and a burst makes use of such a while.
func TestSlotsAreEven(t *testing.T) {
	t.Parallel()
	for _, burst := range []int{1, 4} {
		t.Run(strconv.Itoa(burst), func(t *testing.T) {
			inWorld(t, func(t *testing.T, w *world) {
				w.config.Burst = burst
				limiter := w.limiter(&fragile{})
				var got, want []time.Duration
				for round := range 3 {
					start := time.Now()
					for i := range 8 {
						takes(t, limiter, 1)
						got = append(got, time.Since(start))
						want = append(want, max(0, time.Duration(i+1-burst)*100*time.Millisecond))
					}
					time.Sleep(time.Duration(round+1) * time.Minute)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("waits (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestWhatRedisHolds is one small hash of times, which is gone ten minutes after its last use.
func TestWhatRedisHolds(t *testing.T) {
	inWorld(t, func(t *testing.T, w *world) {
		w.service.refuse = func(a arrival) bool { return a.number == 2 }
		c := w.process("one")
		for range 3 {
			if err := call(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
		if keys := w.redis.Keys(); len(keys) != 1 || keys[0] != key {
			t.Fatalf("the keys are %q, want %q alone", keys, key)
		}
		fields, err := w.redis.HKeys(key)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range fields {
			if _, err := strconv.ParseInt(w.redis.HGet(key, field), 10, 64); err != nil {
				t.Errorf("field %q: %v", field, err)
			}
		}
		if ttl := w.redis.TTL(key); ttl < 599*time.Second || ttl > 601*time.Second {
			t.Errorf("the key expires in %v, want ten minutes", ttl)
		}
		time.Sleep(602 * time.Second)
		if w.redis.Exists(key) {
			t.Error("the key has not expired")
		}
	})
}
