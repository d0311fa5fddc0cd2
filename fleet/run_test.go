// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// workers are calls of Run that end when the test ends.
type workers struct {
	t      testing.TB
	pool   *pgxpool.Pool
	stop   context.CancelFunc
	ended  []chan error
	report chan Report
}

// start starts n calls of Run with the same config.
func start(t testing.TB, pool *pgxpool.Pool, config Config, n int) *workers {
	ctx, stop := context.WithCancel(t.Context())
	w := &workers{t: t, pool: pool, stop: stop, report: make(chan Report, 1000)}
	config.Report = func(r Report) { w.report <- r }
	for range n {
		ended := make(chan error, 1)
		go func() { ended <- Run(ctx, pool, config) }()
		w.ended = append(w.ended, ended)
	}
	t.Cleanup(stop)
	return w
}

// end ends all of them.
func (w *workers) end() {
	w.t.Helper()
	w.stop()
	for _, ended := range w.ended {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			w.t.Errorf("Run: got %v, want context.Canceled", err)
		}
	}
	if used := w.pool.Stat().AcquiredConns(); used != 0 {
		w.t.Errorf("%d connections were not given back", used)
	}
}

// TestRun: three workers copy each park once, one sync of a park at a time.
func TestRun(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	world := newWorld(t, 12)
	var mu sync.Mutex
	inFlight := map[int64]int{}
	world.before = func(_ context.Context, organization int64) error {
		mu.Lock()
		defer mu.Unlock()
		if inFlight[organization]++; inFlight[organization] > 1 {
			t.Errorf("park %d is synced twice at a time", organization)
		}
		return nil
	}
	world.after = func(organization int64) {
		mu.Lock()
		defer mu.Unlock()
		inFlight[organization]--
	}
	if err := Set(t.Context(), pool, world.parks...); err != nil {
		t.Fatal(err)
	}
	config := world.config()
	config.Workers = 2
	run := start(t, pool, config, 3)
	synced := map[int64]int{}
	for range world.parks {
		r := <-run.report
		synced[r.Park.Organization]++
		if r.Outcome != Done || r.Err != nil || r.Result.New != 12 || r.Next.Sub(r.Began) < 23*time.Hour {
			t.Errorf("got %+v, want 12 new reservations, and the next sync a day later", r)
		}
	}
	run.end()
	if len(synced) != len(world.parks) || len(run.report) > 0 {
		t.Errorf("got the syncs %v and %d more, want one of each park", synced, len(run.report))
	}
	for _, p := range world.parks {
		if s := status(t, pool, p.Organization); s.Reservations != 12 || s.State != Scheduled || s.Outcome != Done || s.Age <= 0 {
			t.Errorf("got %+v, want 12 reservations", s)
		}
	}
}

// TestRunOutcomes stores what came of each sync, without any text of the service.
func TestRunOutcomes(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	world := newWorld(t, 5)
	for organization, fault := range map[int64]reservationstest.Fault{
		2: reservationstest.Status(http.StatusUnauthorized),
		3: reservationstest.TooManyRequests("1800"),
		4: reservationstest.Status(http.StatusNotFound),
	} {
		world.services[organization].Inject(reservationstest.OpSummaries, reservationstest.Always(), fault)
	}
	world.parks[4].Key = "unknown"
	config := world.config()
	keys := config.Keys
	config.Keys = func(p Park) func(context.Context) (string, error) {
		if p.Key == "unknown" {
			return func(context.Context) (string, error) { return "", errors.New("a text with s3cret") }
		}
		return keys(p)
	}
	if err := Set(t.Context(), pool, world.parks...); err != nil {
		t.Fatal(err)
	}
	run := start(t, pool, config, 1)
	for range world.parks {
		<-run.report
	}
	run.end()
	want := []string{
		"1 scheduled done 0 24h0m0s: ", "2 stopped refused 0 never: reservations.summaries: status 401",
		"3 scheduled unavailable 0 30m0s: reservations.summaries: status 429",
		"4 scheduled failed 1 5m0s: reservations.summaries: status 404", "5 scheduled failed 1 5m0s: the API key was not found",
	}
	var got []string
	for _, p := range world.parks {
		s, next := status(t, pool, p.Organization), "never"
		if !s.NextRun.IsZero() {
			after := s.LastEnd
			if s.Outcome == Done {
				after = s.LastSuccess
			}
			next = s.NextRun.Sub(after).String()
		}
		got = append(got, fmt.Sprintf("%d %s %s %d %s: %s", s.Organization, s.State, s.Outcome, s.Failures, next, s.Problem))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// blocked makes requests for one park wait until their context ends, and sends to the channel when one waits.
func blocked(world *world, organization int64) chan struct{} {
	waits := make(chan struct{}, 1)
	world.before = func(ctx context.Context, of int64) error {
		if of != organization {
			return nil
		}
		select {
		case waits <- struct{}{}:
		default:
		}
		<-ctx.Done()
		return ctx.Err()
	}
	return waits
}

// TestRunGivesBack: a park whose sync is stopped can be taken at once, and a slow park does not hold up
// the others.
func TestRunGivesBack(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	world := newWorld(t, 4)
	listed(t, pool, 4, nil)
	waits := blocked(world, 1)
	config := world.config()
	config.Workers = 2
	run := start(t, pool, config, 1)
	<-waits
	for range 3 {
		if r := <-run.report; r.Outcome != Done {
			t.Errorf("got %+v, want the other parks", r)
		}
	}
	run.end()
	if r := <-run.report; r.Outcome != Interrupted || r.Park.Organization != 1 || r.Next.IsZero() {
		t.Errorf("got %+v, want park 1 interrupted", r)
	}
	if s := status(t, pool, 1); s.State != Waiting || s.Worker != "" || s.Outcome != "" {
		t.Errorf("got %+v, want a park that waits for a worker", s)
	}
	world.before = nil
	run = start(t, pool, config, 1)
	if r := <-run.report; r.Outcome != Done || r.Park.Organization != 1 {
		t.Errorf("got %+v, want park 1", r)
	}
	run.end()
}

// TestRunEndsWithoutTheDatabase: what a worker cannot give back does not keep it from ending.
func TestRunEndsWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	if !testkit.Deep() {
		t.Skip("it takes as long as the last statement may take; set RESERVATIONS_DEEP_TESTS")
	}
	pool, _ := newPool(t)
	world := newWorld(t, 1)
	listed(t, pool, 1, nil)
	waits := blocked(world, 1)
	run := start(t, pool, world.config(), 1)
	<-waits
	tx, err := pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), "LOCK TABLE fleet_parks IN ACCESS EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	run.stop()
	if err := <-run.ended[0]; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := status(t, pool, 1); s.State != Running || s.Outcome != "" {
		t.Errorf("got %+v, want a park that waits for the end of its lease", s)
	}
}

// TestRunTakesTheParksOfDeadWorkers when their leases are over, and not before.
func TestRunTakesTheParksOfDeadWorkers(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	world := newWorld(t, 2)
	listed(t, pool, 2, nil)
	dead := &leases{pool, "dead", time.Second, 10}
	before := time.Now()
	taken := checkTaken(t, dead, 1, 2)
	run := start(t, pool, world.config(), 1)
	for range taken {
		if r := <-run.report; r.Outcome != Done || r.Began.Sub(before) < time.Second {
			t.Errorf("got %+v, %v after it was taken, want it after the lease", r, r.Began.Sub(before))
		}
	}
	run.end()
}

// TestRunProlongs: a sync that takes longer than a lease keeps its park, until it is taken out of the list.
func TestRunProlongs(t *testing.T) {
	t.Parallel()
	pool, counted := newPool(t)
	world := newWorld(t, 1)
	listed(t, pool, 1, nil)
	waits := blocked(world, 1)
	config := world.config()
	config.Lease = time.Second
	run := start(t, pool, config, 1)
	<-waits
	first := status(t, pool, 1)
	for range 4 { // at least as many thirds of a lease
		<-counted.prolonged
	}
	if s := status(t, pool, 1); s.State != Running || s.RunningSince != first.RunningSince {
		t.Errorf("got %+v, want the sync since %v", s, first.RunningSince)
	}
	if err := Remove(t.Context(), pool, 1); err != nil {
		t.Fatal(err)
	}
	if r := <-run.report; r.Outcome != Interrupted {
		t.Errorf("got %+v, want a sync that was stopped", r)
	}
	run.end()
}

// TestRunStopsWhatItCannotProlong: a sync sends no more requests when its lease may be over.
func TestRunStopsWhatItCannotProlong(t *testing.T) {
	t.Parallel()
	pool, counted := newPool(t)
	world := newWorld(t, 1)
	listed(t, pool, 1, nil)
	waits := blocked(world, 1)
	config := world.config()
	config.Lease = time.Second
	run := start(t, pool, config, 1)
	<-waits
	<-counted.prolonged
	execute(t, pool, "ALTER TABLE fleet_parks RENAME TO fleet_parks_away")
	if r := <-run.report; r.Outcome != Interrupted {
		t.Errorf("got %+v, want a sync that was stopped", r)
	}
	run.end()
}

// TestRunKeepsToTheWindow: a park that has waited until its window was over is left for the next one.
func TestRunKeepsToTheWindow(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	world := newWorld(t, 2)
	hour := time.Now().UTC().Hour()
	window := Window{From: hourOfDay(hour + 11), To: hourOfDay(hour + 13)}
	listed(t, pool, 2, func(p *Park) {
		if p.Organization == 1 {
			p.Window = window
		}
	})
	run := start(t, pool, world.config(), 1)
	if r := <-run.report; r.Park.Organization != 2 {
		t.Errorf("got %+v, want park 2 alone", r)
	}
	run.end()
	s := status(t, pool, 1)
	if s.State != Scheduled || s.Outcome != "" || s.NextRun.UTC().Format("15:04") != window.From {
		t.Errorf("got %+v, want a park that is scheduled for %s", s, window.From)
	}
}

// hourOfDay is a time of the day.
func hourOfDay(hour int) string { return fmt.Sprintf("%02d:00", hour%24) }

// TestRunWithNewerTables: what a newer version of the fleet or of the copy has made ends a worker, and its
// parks are left to others.
func TestRunWithNewerTables(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, statement string
		want            error
	}{
		{"of the fleet", "INSERT INTO fleet_schema VALUES (1000)", ErrNewerSchema},
		{"of the copy", "INSERT INTO mirror_schema VALUES (1000)", mirror.ErrNewerSchema},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			pool, _ := newPool(t)
			world := newWorld(t, 2)
			listed(t, pool, 2, func(p *Park) { p.Paused = p.Organization == 2 })
			run := start(t, pool, world.config(), 1)
			<-run.report
			execute(t, pool, test.statement)
			execute(t, pool, "UPDATE fleet_parks SET paused = FALSE, due_at = now() WHERE organization = 2")
			if err := <-run.ended[0]; !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
			var state string
			err := pool.QueryRow(t.Context(), "SELECT state || ' ' || last_outcome FROM fleet_status WHERE organization = 2").Scan(&state)
			if err != nil || state != "waiting " {
				t.Errorf("got the state %q, %v; want a park that waits", state, err)
			}
		})
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	pool, _ := newPool(t)
	tests := []struct {
		name   string
		change func(*Config)
		want   string
	}{
		{"no keys", func(c *Config) { c.Keys = nil }, "Keys must be set"},
		{"a negative number of workers", func(c *Config) { c.Workers = -1 }, "Workers must not be negative"},
		{"a negative number per limit", func(c *Config) { c.PerLimit = -1 }, "PerLimit must not be negative"},
		{"a short lease", func(c *Config) { c.Lease = time.Millisecond }, "Lease must be a second at least"},
		{"a small pool", func(c *Config) { c.Workers = 9 }, "10 connections, and 9 workers need 11"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			config := newWorld(t, 1).config()
			test.change(&config)
			if err := Run(t.Context(), pool, config); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error with %q", err, test.want)
			}
		})
	}
	if err := Run(t.Context(), nil, newWorld(t, 1).config()); err == nil {
		t.Error("without a pool: got no error")
	}
}
