// SPDX-License-Identifier: MIT

package fleet

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// listed returns parks with the organizations 1 to n, which wait in this order.
func listed(t testing.TB, pool *pgxpool.Pool, n int, change func(*Park)) []Park {
	t.Helper()
	parks := newWorld(t, n).parks
	for i := range parks {
		if change != nil {
			change(&parks[i])
		}
	}
	if err := Set(t.Context(), pool, parks...); err != nil {
		t.Fatal(err)
	}
	execute(t, pool, "UPDATE fleet_parks SET due_at = now() - '1 hour'::interval + organization * '1 second'::interval WHERE due_at IS NOT NULL")
	return parks
}

func execute(t testing.TB, pool *pgxpool.Pool, statement string, args ...any) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// takeAll takes parks until none waits, and returns their organizations.
func takeAll(t *testing.T, l *leases) (organizations []int64, all []*taken) {
	t.Helper()
	for {
		got, err := l.take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got == nil {
			return organizations, all
		}
		organizations, all = append(organizations, got.park.Organization), append(all, got)
	}
}

func checkTaken(t *testing.T, l *leases, want ...int64) []*taken {
	t.Helper()
	organizations, all := takeAll(t, l)
	if !slices.Equal(organizations, want) {
		t.Fatalf("%s has taken %v, want %v", l.worker, organizations, want)
	}
	return all
}

func status(t *testing.T, pool *pgxpool.Pool, organization int64) ParkStatus {
	t.Helper()
	all, err := Status(t.Context(), pool)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if s.Organization == organization {
			return s
		}
	}
	t.Fatalf("there is no park %d in %v", organization, all)
	return ParkStatus{}
}

// TestTake: parks are taken once, and those that have waited longest first.
func TestTake(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	listed(t, pool, 6, func(p *Park) { p.Paused = p.Organization == 3 })
	execute(t, pool, "UPDATE fleet_parks SET due_at = now() + '1 hour' WHERE organization = 5")
	execute(t, pool, "UPDATE fleet_parks SET due_at = now() - '2 hours'::interval WHERE organization = 4")
	one, other := &leases{pool, "one", time.Minute, 10}, &leases{pool, "other", time.Minute, 10}
	first, err := one.take(t.Context())
	if err != nil || first == nil || first.park.Organization != 4 {
		t.Fatalf("got %v, %v; want park 4", first, err)
	}
	checkTaken(t, other, 1, 2, 6)
	checkTaken(t, one)
}

// TestTakeGivesWhatTheScheduleKnows of a park.
func TestTakeGivesWhatTheScheduleKnows(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	parks := listed(t, pool, 1, func(p *Park) { p.Window, p.Interval, p.Limit, p.Name = night, time.Hour, "shared", "Dunes" })
	l := &leases{pool, "one", time.Minute, 10}
	got := checkTaken(t, l, 1)[0]
	if got.park != parks[0] || got.history != (history{}) {
		t.Errorf("got %+v with %+v, want %+v", got.park, got.history, parks[0])
	}
	began, ended := got.at.Add(-time.Hour), got.at.Add(time.Second)
	want := history{began: began, ended: ended, outcome: Unavailable, failures: 2, outages: 3, wait: time.Minute}
	if err := l.finish(t.Context(), got, want, Report{Outcome: Unavailable, Next: got.at.Add(-time.Minute)}); err != nil {
		t.Fatal(err)
	}
	again := checkTaken(t, l, 1)[0].history
	if !again.began.Equal(began) || !again.ended.Equal(ended) {
		t.Errorf("got %v and %v, want %v and %v", again.began, again.ended, began, ended)
	}
	if again.began, again.ended = began, ended; again != want {
		t.Errorf("got %+v, want %+v", again, want)
	}
}

// TestLeaseThatIsOver: another worker has the park then, and the first one cannot give it back.
func TestLeaseThatIsOver(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	listed(t, pool, 2, nil)
	one, other := &leases{pool, "one", time.Minute, 10}, &leases{pool, "other", time.Minute, 10}
	had := checkTaken(t, one, 1, 2)
	execute(t, pool, "UPDATE fleet_parks SET leased_until = now() WHERE organization = 1")
	if mine, err := one.prolong(t.Context(), []int64{1}); err != nil || len(mine) != 1 || !mine[1] {
		t.Fatalf("before another has taken it: got %v, %v; want park 1", mine, err)
	}
	checkTaken(t, other)
	execute(t, pool, "UPDATE fleet_parks SET leased_until = now() WHERE organization = 2")
	if _, err := one.prolong(t.Context(), []int64{1}); err != nil {
		t.Error(err)
	}
	checkTaken(t, one, 2) // whose sync has ended without being stored
	execute(t, pool, "UPDATE fleet_parks SET leased_until = now() WHERE organization = 1")
	checkTaken(t, other, 1)
	if mine, err := one.prolong(t.Context(), []int64{1, 2}); err != nil || len(mine) != 1 || !mine[2] {
		t.Errorf("got %v, %v; want park 2 alone", mine, err)
	}
	h := history{outcome: Failed}
	if err := one.finish(t.Context(), had[0], h, Report{Outcome: Failed}); err != nil {
		t.Error(err)
	}
	if err := one.giveBack(t.Context(), had[0], had[0].at); err != nil {
		t.Error(err)
	}
	if s := status(t, pool, 1); s.State != Running || s.Worker != "other" || s.Outcome != "" {
		t.Errorf("got %+v, want a park that the other worker has", s)
	}
}

// TestInterruptedParkGoesFirst: a park that was given back, and one whose worker has died, go before those that began to
// wait later.
func TestInterruptedParkGoesFirst(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	listed(t, pool, 4, nil)
	one, other := &leases{pool, "one", time.Minute, 10}, &leases{pool, "other", time.Minute, 10}
	for range 2 {
		had, err := one.take(t.Context())
		if err != nil || had == nil {
			t.Fatalf("got %v, %v", had, err)
		}
		if had.park.Organization == 2 {
			if err := one.giveBack(t.Context(), had, had.due); err != nil {
				t.Fatal(err)
			}
		}
	}
	if s := status(t, pool, 1); s.State != Running || !s.NextRun.IsZero() {
		t.Errorf("got %+v, want a park that runs", s)
	}
	execute(t, pool, "UPDATE fleet_parks SET leased_until = now() WHERE organization = 1")
	if s := status(t, pool, 1); s.State != Waiting || s.NextRun.IsZero() {
		t.Errorf("got %+v, want a park that waits", s)
	}
	checkTaken(t, other, 1, 2, 3, 4)
}

// TestTakePerLimit: parks with the limit that others use are left to wait, and not those behind them.
func TestTakePerLimit(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	listed(t, pool, 8, func(p *Park) {
		switch {
		case p.Organization <= 4:
			p.Limit = "narrow"
		case p.Organization == 5:
			p.Key = "narrow" // the name of its limit too
		}
	})
	one, other := &leases{pool, "one", time.Minute, 2}, &leases{pool, "other", time.Minute, 2}
	had := checkTaken(t, one, 1, 2, 6, 7, 8)
	checkTaken(t, other)
	if err := one.giveBack(t.Context(), had[0], had[0].now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	checkTaken(t, other, 3)
	// Those of workers that died do not count.
	execute(t, pool, "UPDATE fleet_parks SET leased_until = now(), due_at = now() - '1 day'::interval WHERE organization IN (2, 3)")
	checkTaken(t, other, 2, 3)
	execute(t, pool, "UPDATE fleet_parks SET due_at = now() + '1 hour', worker = NULL, leased_until = NULL WHERE organization < 4")
	checkTaken(t, other, 4, 5)
}

// TestEntryThatIsChangedDuringASync: the park is scheduled by the new entry, for which the
// outcome of the sync does not hold.
func TestEntryThatIsChangedDuringASync(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	parks := listed(t, pool, 3, nil)
	l := &leases{pool, "one", time.Minute, 10}
	had := checkTaken(t, l, 1, 2, 3)
	changed, paused := parks[0], parks[1]
	changed.Key, paused.Paused = "another-key", true
	if err := Set(t.Context(), pool, changed, paused); err != nil {
		t.Fatal(err)
	}
	if s := status(t, pool, 1); s.State != Running || s.Worker != "one" {
		t.Errorf("got %+v, want a park that the worker still has", s)
	}
	for _, h := range had {
		if err := l.finish(t.Context(), h, history{ended: h.at, outcome: Refused}, Report{Outcome: Refused}); err != nil {
			t.Fatal(err)
		}
	}
	if s := status(t, pool, 3); s.State != Stopped {
		t.Errorf("got %+v, want a park whose key was refused", s)
	}
	if s := status(t, pool, 2); s.State != Paused || !s.NextRun.IsZero() {
		t.Errorf("got %+v, want a paused park", s)
	}
	if again := checkTaken(t, l, 1)[0]; again.park != changed || again.history.outcome != "" {
		t.Errorf("got %+v, want the new entry", again)
	}
}

func TestNewerSchema(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	listed(t, pool, 1, nil)
	execute(t, pool, "INSERT INTO fleet_schema VALUES ($1)", len(migrations)+1)
	if got, err := (&leases{pool, "one", time.Minute, 10}).take(t.Context()); got != nil || !errors.Is(err, ErrNewerSchema) {
		t.Errorf("got %v, %v; want ErrNewerSchema", got, err)
	}
	for name, err := range map[string]error{
		"Run":    Run(t.Context(), pool, newWorld(t, 1).config()),
		"Set":    Set(t.Context(), pool, newWorld(t, 2).parks...),
		"Remove": Remove(t.Context(), pool, 1),
		"Resume": Resume(t.Context(), pool, 1),
	} {
		if !errors.Is(err, ErrNewerSchema) {
			t.Errorf("%s: got %v, want ErrNewerSchema", name, err)
		}
	}
	if _, err := Parks(t.Context(), pool); !errors.Is(err, ErrNewerSchema) {
		t.Errorf("Parks: got %v, want ErrNewerSchema", err)
	}
	if _, err := Status(t.Context(), pool); !errors.Is(err, ErrNewerSchema) {
		t.Errorf("Status: got %v, want ErrNewerSchema", err)
	}
}
