// SPDX-License-Identifier: MIT

package throttle

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit/limited"
)

var drawn = flag.Int("drawn", 60, "limiters drawn at random")

// draw makes a limiter of any kind, and how many requests are made of it.
func draw(seed uint64) (s scenario, n, inFlight int) {
	random := rand.New(rand.NewPCG(seed, 2))
	between := func(a, b float64) float64 { return a * math.Pow(b/a, random.Float64()) }
	pick := func(of ...float64) float64 { return of[random.IntN(len(of))] }
	s.Latency = time.Duration(between(20, 300) * float64(time.Millisecond))
	n, inFlight = 145+random.IntN(56), int(pick(1, 4, 8))
	s.RetryAfter = []limited.RetryAfter{limited.Nothing, limited.Nothing, limited.WholeSeconds, limited.Milliseconds}[random.IntN(4)]
	if random.IntN(2) == 0 {
		s.Status = 503
	}
	rate, burst := between(1, 100), math.Ceil(between(1, 40))
	switch random.IntN(6) {
	case 0:
		s.name, s.Limit = fmt.Sprintf("leaky %.1f/s", rate), func() limited.Limit { return &limited.Bucket{Rate: rate, Burst: 1} }
	case 1, 2:
		s.name, s.Limit = fmt.Sprintf("bucket %.1f/s burst %v", rate, burst), func() limited.Limit { return &limited.Bucket{Rate: rate, Burst: burst} }
	case 3:
		length := time.Duration(pick(1, 2, 5, 10) * float64(time.Second))
		most := max(1, int(rate*length.Seconds()))
		old := time.Duration(random.Float64() * float64(length))
		s.name, s.Limit = fmt.Sprintf("window %d per %v", most, length), func() limited.Limit { return &limited.Fixed{Length: length, Most: most, Age: old} }
	case 4:
		length := time.Duration(pick(1, 2, 5, 10, 30, 60) * float64(time.Second))
		most := max(1, int(rate*length.Seconds()))
		s.name, s.Limit = fmt.Sprintf("sliding %d per %v", most, length), func() limited.Limit { return &limited.Sliding{Length: length, Most: most} }
	case 5:
		most := 1 + random.IntN(8)
		s.name, s.Limit = fmt.Sprintf("%d at a time", most), func() limited.Limit { return &limited.Parallel{Most: most} }
	}
	s.name = fmt.Sprintf("%d: %s, status %d, %v, %d requests, %d in flight", seed, s.name, max(s.Status, 429), s.Latency.Round(time.Millisecond), n, inFlight)
	return s, n, inFlight
}

// TestDrawn makes walks through limiters drawn at random, beside one that knows them.
func TestDrawn(t *testing.T) {
	var times []float64
	failed := 0
	for seed := range uint64(*drawn) {
		s, n, inFlight := draw(seed)
		synctest.Test(t, func(t *testing.T) {
			w := s.Run(seed)
			if err := walk(sdk(w, inFlight), inFlight, n); err != nil {
				failed++
				fmt.Printf("%s, Retry-After %s: %v\n", s.name, s.RetryAfter, err)
				return
			}
			over := w.Over(s.Least(n, inFlight))
			times = append(times, over)
			if over > 3+rounding {
				fmt.Printf("%s, Retry-After %s: %.2f [%d], bound %v\n", s.name, s.RetryAfter, over, w.Refused, s.Least(n, inFlight))
			}
		})
	}
	slices.Sort(times)
	fmt.Printf("\n%d limiters drawn at random: median %.2f, 9 in 10 %.2f, 99 in 100 %.2f, worst %.2f, %d failed\n", *drawn,
		median(times), times[len(times)*9/10], times[len(times)*99/100], times[len(times)-1], failed)
	const most, missed = 1.25, 6.0 // the worst is promised to be 3.0
	if failed > 0 || median(times) > most+rounding || times[len(times)-1] > missed {
		t.Errorf("%d failed, median %.2f of 1.25, worst %.2f of 6.00", failed, median(times), times[len(times)-1])
	}
}
