// SPDX-License-Identifier: MIT

package throttle

import (
	"fmt"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit/limited"
)

// changing are services that do not refuse by one limit that stays as it is, or not with 429.
func changing() []scenario {
	var all []scenario
	add := func(name string, s limited.Service, time, known float64) {
		s.Latency = 50 * ms
		if s.RetryAfter == "" {
			s.RetryAfter = limited.Nothing
		}
		all = append(all, scenario{Service: s, name: name, time: time, known: known})
	}
	bucket := func(rate, burst float64) *limited.Bucket { return &limited.Bucket{Rate: rate, Burst: burst} }
	phases := func(name string, time float64, of func() []limited.Phase) {
		add(name, limited.Service{Limit: func() limited.Limit { return &limited.Phases{Of: of()} }}, time, 0)
	}
	for _, b := range []struct{ rate, burst float64 }{{20, 1}, {10, 1}, {5, 5}, {2, 10}} {
		limit := func() limited.Limit { return bucket(b.rate, b.burst) }
		add(fmt.Sprintf("503, %v/s burst %v", b.rate, b.burst), limited.Service{Status: 503, Limit: limit}, 1.5, 0)
	}
	add("connections reset, 5/s burst 5", limited.Service{Resets: true, Limit: func() limited.Limit { return bucket(5, 5) }}, 1.5, 0)
	chance := limited.Service{Limit: func() limited.Limit { return &limited.Chance{Part: 0.05} }}
	add("5 % at random", chance, 2.5, 7.5)
	chance.RetryAfter = limited.WholeSeconds
	add("5 % at random", chance, 1.5, 2.6)
	for _, burst := range []float64{1, 10} {
		ban := func(after int, length time.Duration) limited.Service {
			return limited.Service{Limit: func() limited.Limit { return &limited.Ban{Limit: bucket(10, burst), After: after, Length: length} }}
		}
		long := ban(3, time.Minute)
		add(fmt.Sprintf("10/s burst %v, a ban of 60 s after 3", burst), long, 5.5, 8.5)
		long.RetryAfter = limited.WholeSeconds
		add(fmt.Sprintf("10/s burst %v, a ban of 60 s after 3", burst), long, 5.5, 5.8)
		add(fmt.Sprintf("10/s burst %v, a ban of 20 s after 10", burst), ban(10, 20*time.Second), 1.6, 4)
	}
	for _, burst := range []float64{1, 20} {
		phases(fmt.Sprintf("20/s burst %v, closed for 30 s", burst), 1.6, func() []limited.Phase {
			return []limited.Phase{{Limit: bucket(20, burst), Lasts: 5 * time.Second}, {Lasts: 30 * time.Second}, {Limit: bucket(20, burst)}}
		})
	}
	for _, burst := range []float64{1, 5} {
		phases(fmt.Sprintf("1/s, then 50/s burst %v", burst), 2.0, func() []limited.Phase {
			return []limited.Phase{{Limit: bucket(1, 1), Lasts: 10 * time.Second}, {Limit: bucket(50, burst)}}
		})
	}
	phases("5/s, then no limit", 1.8, func() []limited.Phase {
		return []limited.Phase{{Limit: bucket(5, 1), Lasts: 10 * time.Second}, {Limit: &limited.Parallel{}}}
	})
	phases("50/s, then 3/s", 1.3, func() []limited.Phase {
		return []limited.Phase{{Limit: bucket(50, 5), Lasts: 2 * time.Second}, {Limit: bucket(3, 3)}}
	})
	add("20/s burst 20, always asks for 5 s", limited.Service{RetryAfter: limited.FiveSeconds, Limit: func() limited.Limit { return bucket(20, 20) }}, 2.1, 3.8)
	return all
}

// TestChanging prints another table and holds the SDK to it.
func TestChanging(t *testing.T) {
	fmt.Println("\n| service | Retry-After | promised | 1 in flight | 4 in flight | 8 in flight |\n|---|---|--:|--:|--:|--:|")
	for _, s := range selected(changing()) {
		row, missed := fmt.Sprintf("| %s | %s | %.2f |", s.name, s.RetryAfter, s.time), false
		for _, inFlight := range []int{1, 4, 8} {
			var r results
			bans := 0
			eachSeed(t, s, func(w *limited.Running) {
				err := walk(sdk(w, inFlight), inFlight, walkRequests)
				bound := s.Least(walkRequests, inFlight)
				switch l := w.Limit.(type) {
				case *limited.Chance:
					if s.RetryAfter != limited.Nothing {
						bound += time.Duration(w.Refused) * time.Second
					}
				case *limited.Ban:
					bans = max(bans, l.Bans)
				}
				r.add(err, w.Over(bound), w.Refused)
			})
			row += fmt.Sprintf(" %v", r)
			if bans > 0 {
				row += fmt.Sprintf(", banned %d times at most", bans)
			}
			row += " |"
			missed = missed || r.missed(s)
		}
		fmt.Println(row)
		if missed {
			t.Errorf("missed: %s", row)
		}
	}
}
