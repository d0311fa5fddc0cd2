// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"fmt"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/fleet"
)

// TestScale: four workers sync at least 3.5 times as many parks in a time as one, where all of them wait for
// the service most of the time, and parks always wait for a worker.
func TestScale(t *testing.T) {
	const parks = 10
	_, dsn := startPostgres(t)
	s := newService(t, 1, parks, func(organization int64) fleet.Park {
		return fleet.Park{Key: "key", Limit: fmt.Sprint("limit-", organization), Interval: time.Millisecond}
	})
	s.delay = 800 * time.Millisecond
	if err := fleet.Set(t.Context(), connect(t, dsn), s.list()...); err != nil {
		t.Fatal(err)
	}
	measure := func(workers int) float64 {
		t.Helper()
		w := startCrew(t, worker{DSN: dsn, Syncs: 2, Lease: 10 * time.Second, Of: workers})
		defer w.stop()
		for syncs := 0; syncs < 2*parks; _, syncs = s.counts() { // until the first syncs, which are longer, are over
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(2 * time.Second) // until all are at work
		before, syncsBefore := s.counts()
		began := time.Now()
		time.Sleep(14 * time.Second)
		requests, syncs := s.counts()
		minutes := time.Since(began).Minutes()
		t.Logf("%d workers: %.0f parks and %.0f requests per minute", workers,
			float64(syncs-syncsBefore)/minutes, float64(requests-before)/minutes)
		return float64(requests-before) / minutes // all syncs have the same number
	}
	if four, one := measure(4), measure(1); four < 3.5*one {
		t.Errorf("four workers send %.2f times as many requests as one, want 3.5", four/one)
	}
	s.mustHaveNoProblem(t)
}
