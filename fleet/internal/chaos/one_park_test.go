// SPDX-License-Identifier: MIT

//go:build linux

package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/fleet"
)

// TestOnePark kills a worker in the middle of a sync, three times, and another one goes on.
func TestOnePark(t *testing.T) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	s := newService(t, seed, 1, func(int64) fleet.Park {
		return fleet.Park{Key: "key", Limit: "limit", Interval: 50 * time.Millisecond}
	})
	s.delay = 50 * time.Millisecond
	dsn := newSchema(t)
	pool := connect(t, dsn)
	if err := fleet.Set(t.Context(), pool, s.list()...); err != nil {
		t.Fatal(err)
	}
	defer s.mustHaveNoProblem(t)
	w := startCrew(t, worker{DSN: dsn, Syncs: 1, Lease: time.Second, Of: 2})
	for range 3 {
		i := s.atWork(t)
		w.kill(i)
		s.parks[0].change()
		w.start(i)
	}
	s.mustBeCopied(t, pool, 20*time.Second)
	w.stop()
	mustBeFree(t, pool, 5*time.Second)
}

// atWork waits for a sync of the first park by a worker that lives, and returns its index.
func (s *service) atWork(t *testing.T) (worker int) {
	t.Helper()
	_, before := s.counts()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		s.mu.Lock()
		name, isNew := s.parks[0].sync, s.parks[0].open > 0 && len(s.begun) > before
		s.mu.Unlock()
		if !isNew {
			continue
		}
		if _, err := fmt.Sscanf(name, "worker-%d-", &worker); err != nil {
			t.Fatal(err)
		}
		return worker - 1
	}
	t.Fatal("no sync has begun")
	return 0
}

// postgresVariable names a PostgreSQL database that the tests may fill.
const postgresVariable = "RESERVATIONS_TEST_POSTGRES"

var schemas atomic.Int64

// newSchema returns the address of a new schema of that database, or skips the test.
func newSchema(t *testing.T) string {
	t.Helper()
	dsn := os.Getenv(postgresVariable)
	if dsn == "" {
		t.Skip(postgresVariable + " is not set")
	}
	pool := connect(t, dsn)
	name := fmt.Sprintf("chaos_%d_%d", os.Getpid(), schemas.Add(1))
	if _, err := pool.Exec(t.Context(), "CREATE SCHEMA "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := pool.Exec(context.Background(), "DROP SCHEMA "+name+" CASCADE"); err != nil {
			t.Error(err)
		}
	})
	separator := "?"
	if strings.Contains(dsn, "?") {
		separator = "&"
	}
	return dsn + separator + "search_path=" + name
}
