// SPDX-License-Identifier: MIT

package retries_test

import (
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestDefaultBudget is for 100 retries of all clients that share a throttle.
func TestDefaultBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var sent requests
		c := testclient.Over(t, sent.to(testclient.Responds(500, "", "")))
		derived := with(t, c, reservations.WithRetry(policy{MaxAttempts: 11, MaxElapsed: time.Hour}))
		for i, want := range []requests{11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 1} {
			if n, err := sent.of(t, derived); n != want {
				t.Errorf("call %d: %d requests (%v), want %d", i+1, n, err, want)
			}
		}
		if n, err := sent.of(t, c); n != 1 {
			t.Errorf("the other client: %d requests (%v), want 1", n, err)
		}
	})
}

// TestBudgetIsEnoughWhereFewRequestsFail: a register and a list send the same requests as without
// a budget, and read everything.
func TestBudgetIsEnoughWhereFewRequestsFail(t *testing.T) {
	t.Parallel()
	park := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(1500)...))
	for id := range int64(200) {
		park.Put(reservationstest.NewSupplement(id + 1))
	}
	for _, test := range []struct {
		name  string
		limit int
	}{{"Reports.Presence", 0}, {"Reports.Presence", 25}, {"Supplements.All", 3}} {
		call := testclient.CallOf(test.name)
		call.Limit = test.limit
		for _, percent := range []int{1, 5, 10} {
			t.Run(fmt.Sprintf("%s, %d a page, %d%% fail", test.name, test.limit, percent), func(t *testing.T) {
				t.Parallel()
				for seed := range 2 {
					var sent []int
					for _, budget := range []int{0, math.MaxInt} {
						synctest.Test(t, func(t *testing.T) {
							f := randomFaults{seed: seed, percent: percent, next: park}
							c := testclient.Over(t, &f, reservations.WithRetry(policy{Budget: budget}),
								reservations.WithMaxConcurrency(1)) // or the number of requests would vary
							if _, err := call.Do(t.Context(), c); err != nil {
								t.Errorf("seed %d: %v", seed, err)
							}
							sent = append(sent, f.requests)
						})
					}
					if sent[0] != sent[1] {
						t.Errorf("seed %d: %d requests, and %d without a budget", seed, sent[0], sent[1])
					}
				}
			})
		}
	}
}

// randomFaults answers some requests with 500, at random: which ones depends on the seed, the URL
// and how often it was asked for.
type randomFaults struct {
	seed, percent int
	next          http.RoundTripper

	mu       sync.Mutex
	asked    map[string]int // by URL
	requests int
}

func (f *randomFaults) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	if f.asked == nil {
		f.asked = map[string]int{}
	}
	f.requests++
	f.asked[r.URL.String()]++
	dice := fnv.New32a()
	fmt.Fprint(dice, f.seed, r.URL, f.asked[r.URL.String()])
	f.mu.Unlock()
	if int(dice.Sum32()%100) < f.percent {
		return testclient.Responds(500, "", "")(r)
	}
	return f.next.RoundTrip(r)
}
