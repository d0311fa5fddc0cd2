package reservations_test

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
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestTheDefaultBudget is for 100 retries of all clients that share a throttle.
func TestTheDefaultBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sent := 0
		c := over(t, counting(&sent, answers(500, "", "")))
		derived, err := c.With(reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 11, MaxElapsed: time.Hour}))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 1} {
			if n, err := sends(t, derived, &sent); n != want {
				t.Errorf("call %d: %d requests (%v), want %d", i+1, n, err, want)
			}
		}
		if n, err := sends(t, c, &sent); n != 1 {
			t.Errorf("the other client: %d requests (%v), want 1", n, err)
		}
	})
}

// TestWalksDoNotNoticeTheBudget: while few requests fail a walk sends the same requests as
// without a budget, and reads everything.
func TestWalksDoNotNoticeTheBudget(t *testing.T) {
	t.Parallel()
	bookings := present(5000)
	register := func(limit int) func(*testing.T, *randomFaults) error {
		service := reservationstest.NewServer(reservationstest.WithBookings(bookings...))
		return func(t *testing.T, f *randomFaults) error {
			p, _ := days(1)
			p.Limit, f.next = limit, service
			_, err := over(t, f, f.policy()).Reports.Presence(t.Context(), p)
			return err
		}
	}
	list := func(t *testing.T, f *randomFaults) error {
		f.next = &offsetList{n: 5000}
		c := over(t, f, f.policy(), reservations.WithMaxConcurrency(1)) // reads nothing ahead, or the number of requests would vary
		ids, err := offsetWalks(t)["Supplements.All"].ids(t, t.Context(), c, 0, 25)
		if len(ids) != 5000 {
			t.Errorf("%d records", len(ids))
		}
		return err
	}
	for name, walk := range map[string]func(*testing.T, *randomFaults) error{
		"register": register(0), "register in pages of 25": register(25), "list in pages of 25": list,
	} {
		for _, percent := range []int{1, 5, 10} {
			t.Run(fmt.Sprintf("%s, %d %%", name, percent), func(t *testing.T) {
				t.Parallel()
				for seed := range 2 {
					f := [2]*randomFaults{{seed: seed, percent: percent}, {seed: seed, percent: percent, budget: math.MaxInt}}
					for _, f := range f {
						synctest.Test(t, func(t *testing.T) {
							if err := walk(t, f); err != nil {
								t.Errorf("seed %d: %v", seed, err)
							}
						})
					}
					if f[0].requests != f[1].requests {
						t.Errorf("seed %d: %d requests, and %d without a budget", seed, f[0].requests, f[1].requests)
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
	budget        int // of the client
	next          http.RoundTripper

	mu       sync.Mutex
	asked    map[string]int // by URL
	requests int
}

func (f *randomFaults) policy() reservations.Option {
	return reservations.WithRetry(reservations.RetryPolicy{Budget: f.budget})
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
		return answers(500, "", "")(r)
	}
	return f.next.RoundTrip(r)
}
