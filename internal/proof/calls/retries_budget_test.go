// SPDX-License-Identifier: MIT

package calls_test

import (
	"fmt"
	"math"
	"math/rand/v2"
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
		for i, want := range []int64{11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 1} {
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
	for _, test := range []struct {
		name  string
		limit int
	}{{"Reports.Presence", 0}, {"Reports.Presence", 25}, {"Supplements.All", 3}} {
		for _, percent := range []int{1, 5, 10} {
			t.Run(fmt.Sprintf("%s, %d a page, %d%% fail", test.name, test.limit, percent), func(t *testing.T) {
				t.Parallel()
				for seed := range uint64(2) {
					enough := requestsOf(t, test.name, test.limit, percent, seed, 0)
					if n := requestsOf(t, test.name, test.limit, percent, seed, math.MaxInt); n != enough {
						t.Errorf("seed %d: %d requests, and %d without a budget", seed, enough, n)
					}
				}
			})
		}
	}
}

// requestsOf counts the requests of a walk with a budget, of which some fail at random.
func requestsOf(t *testing.T, name string, limit, percent int, seed uint64, budget int) (n int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		park := reservationstest.NewServer(reservationstest.WithBookings(testclient.Present(1500)...))
		for id := range int64(200) {
			park.Put(reservationstest.NewSupplement(id + 1))
		}
		call := testclient.CallOf(name)
		call.Limit = limit
		random := rand.New(rand.NewPCG(seed, 0))
		fails := func(int) bool { return random.IntN(100) < percent }
		park.Inject(call.Operation.Name, fails, reservationstest.Status(500))
		c := testclient.Over(t, park, reservations.WithRetry(policy{Budget: budget}),
			reservations.WithMaxConcurrency(1)) // or the number of requests would vary
		if _, err := call.Do(t.Context(), c); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		n = len(park.Calls())
	})
	return n
}
