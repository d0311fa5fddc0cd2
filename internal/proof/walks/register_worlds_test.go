// SPDX-License-Identifier: MIT

package walks_test

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/internal/testkit/testclient"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestRegisterOfRandomParks is the property of the register: for random reservations, page sizes,
// numbers of requests at a time and faults, what is read is what the service holds.
func TestRegisterOfRandomParks(t *testing.T) {
	t.Parallel()
	seeds := make([]uint64, 150)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	for _, seed := range testkit.Cases(10, seeds) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { readRandomPark(t, rand.New(rand.NewPCG(seed, 1))) })
		})
	}
}

func readRandomPark(t *testing.T, random *rand.Rand) {
	large := 600
	if testkit.Deep() {
		large = 5000
	}
	n, span := random.IntN([]int{30, 160, 160, large}[random.IntN(4)]), 1+random.IntN(20)
	park := reservationstest.WithBookings(reservationstest.Park(random.Uint64(), n, testclient.ParkFrom, span)...)
	mostServed := []int{0, 25, 45, 65}[random.IntN(4)]
	srv := reservationstest.NewServer(park, reservationstest.WithMaxLimit(mostServed))
	for _, fault := range []struct {
		when  reservationstest.When
		fault reservationstest.Fault
	}{
		{reservationstest.Every(7), reservationstest.TooManyRequests([]string{"0", "1", "30", "", "soon"}[random.IntN(5)])},
		{reservationstest.Every(11), reservationstest.Reset()},
		{reservationstest.Every(13), reservationstest.Status(502 + random.IntN(3))},
		{reservationstest.Every(17), reservationstest.Truncate(random.IntN(200))},
	} {
		if random.IntN(2) == 0 {
			inject(srv, fault.when, fault.fault)
		}
	}
	p := days(span, []int{0, 1, 2, 7, 24, 25, 26, 40, 100, 1000}[random.IntN(10)])
	p.Confirm = random.IntN(4) == 0
	if random.IntN(3) == 0 {
		p.Grouped = new(true)
	}
	if random.IntN(3) == 0 {
		p.IncludeCancelled = new(true)
	}
	// So much goes wrong here that a call can be unlucky more often than usual.
	patient := reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 100, MaxElapsed: 24 * time.Hour})
	complete(t, srv, testclient.Over(t, srv, patient, reservations.WithMaxConcurrency(1+random.IntN(9))), p)
}
