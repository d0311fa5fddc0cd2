// SPDX-License-Identifier: MIT

//go:build linux

// Package chaos holds package fleet to its promises with real servers: workers are killed, PostgreSQL and
// Redis are stopped and started again, and the service changes meanwhile. The service, which is in the process of
// the test, looks at the requests that arrive.
package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/fleet"
	"github.com/reservationkit/reservations-go/types"
)

// TestChaos kills workers for two minutes. At the end every copy equals its service, and no promise was broken meanwhile.
func TestChaos(t *testing.T) {
	const (
		duration = 2 * time.Minute
		parks    = 300
		perLimit = 10 // parks that share a limit
		rate     = 5  // requests per second of a limit
	)
	postgres, dsn := startPostgres(t)
	redis, addr := startRedis(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	began := time.Now()
	// A window is whole minutes. Two thirds of the parks have none and are synced again and again.
	from := began.Add(80 * time.Second).Truncate(time.Minute)
	window := fleet.Window{From: from.UTC().Format("15:04"), To: from.Add(3 * time.Minute).UTC().Format("15:04")}
	s := newService(t, seed, parks, func(organization int64) fleet.Park {
		p := fleet.Park{Key: fmt.Sprint("key-", organization%7), Limit: fmt.Sprint("limit-", organization/perLimit)}
		if organization%3 == 0 {
			p.Window = window
		} else {
			p.Interval = 15 * time.Second
		}
		return p
	})
	for _, p := range s.parks {
		if !p.Window.IsZero() {
			p.from, p.to = from, from.Add(3*time.Minute)
		}
		s.limits[p.Limit].most = rate*int(limitSpan/time.Second) + 3 // more arrive together than were sent together
	}
	pool := connect(t, dsn)
	if err := fleet.Set(t.Context(), pool, s.list()...); err != nil {
		t.Fatal(err)
	}
	defer s.mustHaveNoProblem(t)
	w := startCrew(t, worker{DSN: dsn, Syncs: 8, Lease: 10 * time.Second, Redis: addr, Rate: rate, Of: 3})
	ctx, cancel := context.WithTimeout(t.Context(), duration)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.changes(ctx, random)
	}()
	kills := w.killAtRandom(ctx, rand.New(rand.NewPCG(seed, 1)),
		event{duration / 5, "PostgreSQL is stopped", func() { postgres.stop(syscall.SIGINT); postgres.start() }},
		event{duration * 2 / 5, "Redis is stopped", func() { redis.stop(syscall.SIGKILL); redis.start() }},
		event{duration * 3 / 5, "PostgreSQL is killed", func() { postgres.stop(syscall.SIGQUIT); postgres.start() }},
	)
	<-done
	s.mustBeCopied(t, pool, time.Minute)
	w.stop()
	requests, syncs := s.counts()
	t.Logf("%d kills, %d requests in %d syncs; all copies were equal %v after the last change",
		kills, requests, syncs, time.Since(began)-duration)
	mustBeFree(t, pool, 15*time.Second)
}

func connect(t *testing.T, dsn string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// mustBeCopied waits until all copies equal the service, which does not change any more.
func (s *service) mustBeCopied(t *testing.T, pool *pgxpool.Pool, within time.Duration) {
	t.Helper()
	last := types.DateOf(time.Now().UTC()).AddDays(-1)
	for deadline := time.Now().Add(within); ; time.Sleep(time.Second) {
		organization, what, err := s.difference(t.Context(), pool, last)
		switch {
		case err != nil:
			t.Fatal(err)
		case what == "":
			return
		case time.Now().After(deadline):
			t.Fatalf("after %v: park %d: %s; it is %+v", within, organization, what, statusOf(t, pool, organization))
		}
	}
}

func statusOf(t *testing.T, pool *pgxpool.Pool, organization int64) fleet.ParkStatus {
	t.Helper()
	parks, err := fleet.Status(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	return parks[slices.IndexFunc(parks, func(p fleet.ParkStatus) bool { return p.Organization == organization })]
}

// mustBeFree waits until no worker has a park.
func mustBeFree(t *testing.T, pool *pgxpool.Pool, within time.Duration) {
	t.Helper()
	for deadline := time.Now().Add(within); ; time.Sleep(100 * time.Millisecond) {
		parks, err := fleet.Status(t.Context(), pool)
		if err != nil {
			t.Fatal(err)
		}
		running := slices.IndexFunc(parks, func(p fleet.ParkStatus) bool { return p.Worker != "" })
		switch {
		case running < 0:
			return
		case time.Now().After(deadline):
			t.Fatalf("after %v: %+v", within, parks[running])
		}
	}
}
