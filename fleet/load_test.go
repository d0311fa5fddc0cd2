// SPDX-License-Identifier: MIT

package fleet

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/mirror"
)

// waitingParks makes a list of 10,000 parks that wait, as at the beginning of the window of all of them.
func waitingParks(b *testing.B, limit string) *leases {
	b.Helper()
	pool, _ := newPool(b)
	if err := migrate(b.Context(), pool); err != nil {
		b.Fatal(err)
	}
	if m, err := mirror.OpenPool(b.Context(), pool, mirror.Config{Organization: 1}); err != nil || m.Close() != nil {
		b.Fatal(err)
	}
	execute(b, pool, `INSERT INTO fleet_parks (`+parkColumns+`, due_at)
		SELECT n, '', 'https://api.example.com', 'key-' || n, $1, '', '', '', '1 millisecond', false, now() - '1 hour'::interval
		FROM generate_series(1, 10000) n`, limit)
	execute(b, pool, "VACUUM ANALYZE fleet_parks")
	return &leases{pool: pool, worker: "worker", lease: defaultLease, perLimit: defaultPerLimit}
}

// BenchmarkJob is what the list costs for one sync, and eight workers at a time: a sync that does nothing.
func BenchmarkJob(b *testing.B) {
	l := waitingParks(b, "")
	b.ResetTimer()
	b.SetParallelism(4)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			t, err := l.take(b.Context())
			if err != nil || t == nil {
				b.Errorf("got %v, %v", t, err)
				return
			}
			now := t.now()
			if err := l.finish(b.Context(), t, t.history.after(t.at, now, Done, nil), Report{Outcome: Done, Next: now}); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkLook is one look for a park when none may be taken: 10,000 wait, and share a limit that is in use.
func BenchmarkLook(b *testing.B) {
	l := waitingParks(b, "limit")
	for range l.perLimit {
		if t, err := l.take(b.Context()); err != nil || t == nil {
			b.Fatalf("got %v, %v", t, err)
		}
	}
	for b.Loop() {
		if t, err := l.take(b.Context()); err != nil || t != nil {
			b.Fatalf("got %v, %v, want no park", t, err)
		}
	}
}

// BenchmarkEmptySync is a sync in which nothing has changed, with all that it costs. Statements are those of the list
// and of the copy, also BEGIN and COMMIT.
func BenchmarkEmptySync(b *testing.B) {
	pool, counted := newPool(b)
	world := newWorld(b, 20)
	var sent atomic.Int64
	world.after = func(int64) { sent.Add(1) }
	config := world.config()
	config.Copy.SkipRegister = false
	listed(b, pool, len(world.parks), func(p *Park) { p.Interval = time.Millisecond })
	run := start(b, pool, config, 1)
	for range 2 * len(world.parks) {
		<-run.report
	}
	statements, requests := counted.n.Load(), sent.Load()
	for b.Loop() {
		if r := <-run.report; r.Outcome != Done {
			b.Errorf("got %+v", r)
		}
	}
	b.ReportMetric(float64(counted.n.Load()-statements)/float64(b.N), "statements/op")
	b.ReportMetric(float64(sent.Load()-requests)/float64(b.N), "requests/op")
	run.end()
}
