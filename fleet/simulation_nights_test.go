// SPDX-License-Identifier: MIT

package fleet

import (
	"slices"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestNights simulates nights of 10,000 parks of 60 requests with 20 workers, and shows where the limit is: docs/fleet.md has the
// figures that it logs.
func TestNights(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*simulation)
		synced int           // parks, at least
		pickup time.Duration // of the last park, at most
		ended  time.Duration // after the window has begun, at most
		orphan time.Duration // the longest time without a worker, at most
	}{
		{"a limit for each park", func(*simulation) {}, 10_000, 35 * time.Minute, 35 * time.Minute, 0},
		{"one worker", func(s *simulation) { s.workers = 1 }, 7500, 9 * time.Hour, 9 * time.Hour, 0},
		{"40 workers", func(s *simulation) { s.workers = 40 }, 10_000, 18 * time.Minute, 18 * time.Minute, 0},
		{"a service that is often away", func(s *simulation) { s.unavailable = 10 }, 10_000, 40 * time.Minute, time.Hour, 0},
		{"half of the workers killed after 10 minutes", func(s *simulation) { s.killed = 10 * time.Minute },
			10_000, 55 * time.Minute, 55 * time.Minute, time.Minute},
		{"half of the workers killed at the end", func(s *simulation) { s.killed = 31 * time.Minute },
			10_000, 35 * time.Minute, 35 * time.Minute, time.Minute},
		{"a limit of 10 a second for each 10 parks", func(s *simulation) { s.parksPerLimit = 10 },
			10_000, 55 * time.Minute, 55 * time.Minute, 0},
		{"one limit of 10 a second, which the syncs of one worker use up", func(s *simulation) { s.workers, s.parksPerLimit = 1, s.parks },
			4700, 9 * time.Hour, 9 * time.Hour, 0},
	}
	for _, test := range testkit.Cases(8, tests) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := &simulation{
				parks: 10_000, workers: 20, parksPerLimit: 1, rate: 10, requests: 60, latency: 250 * time.Millisecond,
			}
			test.change(s)
			parks := s.run()
			ended := s.last.Sub(windowBegins)
			slices.Sort(s.pickups)
			slices.Sort(s.orphaned)
			t.Logf("%d parks synced, the last after %v; from due to taken: half %v, 99 of 100 %v, all %v; %.2f statements a sync",
				s.done, ended.Round(time.Second), quantile(s.pickups, 0.5), quantile(s.pickups, 0.99), quantile(s.pickups, 1),
				float64(s.statements)/float64(len(s.pickups)))
			if len(s.orphaned) > 0 {
				t.Logf("%d parks of killed workers were taken again after: half %v, all %v", len(s.orphaned),
					quantile(s.orphaned, 0.5), quantile(s.orphaned, 1))
			}
			switch {
			case s.done < test.synced:
				t.Errorf("%d parks were synced, want %d", s.done, test.synced)
			case quantile(s.pickups, 1) > test.pickup || ended > test.ended || quantile(s.orphaned, 1) > test.orphan:
				t.Errorf("want at most %v, %v and %v", test.pickup, test.ended, test.orphan)
			}
			mustBeInTheWindow(t, parks)
		})
	}
}

// mustBeInTheWindow: every sync begins in the window, and none follows one that was done.
func mustBeInTheWindow(t *testing.T, parks []*simulated) {
	t.Helper()
	c, err := simulatedNight.clock()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range parks {
		for _, began := range p.began {
			if !c.around(began).contains(began) {
				t.Fatalf("a sync of park %d begins at %v", i, began)
			}
			if p.history.outcome == Done && began.After(p.history.began) {
				t.Fatalf("park %d was synced at %v and at %v", i, p.history.began, began)
			}
		}
	}
}

// quantile returns the value below which a part of some sorted ones is, and 0 without any.
func quantile(sorted []time.Duration, part float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[int(part*float64(len(sorted)-1))].Round(time.Second)
}
