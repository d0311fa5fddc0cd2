// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const parks, each = 36, 1800

// TestMain is the program when the test starts it.
func TestMain(m *testing.M) {
	if os.Getenv("FLEET_TEST") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func program(t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), append(env, "FLEET_TEST=1")...)
	return cmd
}

// TestSQLite copies the invented parks, and ends.
func TestSQLite(t *testing.T) {
	cmd := program(t, "DATABASE_URL=")
	cmd.Dir = t.TempDir()
	if info, err := os.Stat(cmd.Dir); err != nil || time.Since(info.ModTime()).Abs() > time.Hour {
		t.Skip("River compares the clock of SQLite with that of Go, and they differ here: ", err)
	}
	if out, err := cmd.CombinedOutput(); err != nil || strings.Count(string(out), " is copied. Reservations: 400 new") != 3 {
		t.Fatalf("it ends with %v and prints\n%s", err, out)
	}
	if files, _ := filepath.Glob(filepath.Join(cmd.Dir, "park-*.db")); len(files) != 3 {
		t.Errorf("got the files %v, want three", files)
	}
}

// service has the parks, and says who asks for one.
type service struct {
	*httptest.Server
	parks map[string]*reservationstest.Server // by organization
	asks  chan string                         // gets the name of a worker that asks, if the test waits for it
}

func serve(t *testing.T) *service {
	s := &service{parks: map[string]*reservationstest.Server{}, asks: make(chan string)}
	for organization := range parks {
		name := strconv.Itoa(organization + 1)
		s.parks[name] = reservationstest.NewServer()
		for id := range int64(each) {
			s.parks[name].Put(reservationstest.NewSummary(1001+id, func(r *types.ReservationSummary) { r.Name = fmt.Sprint(name, " ", id) }))
		}
		t.Cleanup(s.parks[name].Close)
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	worker, _, _ := strings.Cut(r.UserAgent(), " ")
	select {
	case s.asks <- worker:
	default:
	}
	select {
	case <-time.After(200 * time.Millisecond): // a park takes longer than a slice
	case <-r.Context().Done():
	}
	s.parks[r.URL.Query().Get("organization")].ServeHTTP(w, r)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestPostgreSQL starts three workers at once in an empty database, kills one in the middle, restarts PostgreSQL and
// suspends another one. In the end every copy is that of its park, without a reservation that was deleted, also after the
// suspended one has woken up. It needs a server that it may restart; see .ci/postgres.
func TestPostgreSQL(t *testing.T) {
	restart := os.Getenv("RESERVATIONS_TEST_POSTGRES_RESTART")
	if restart == "" {
		t.Skip("RESERVATIONS_TEST_POSTGRES_RESTART is not set")
	}
	database, s := os.Getenv("RESERVATIONS_TEST_POSTGRES"), serve(t)
	list := strings.Join(slices.Collect(maps.Keys(s.parks)), ",")
	worker := func() *exec.Cmd {
		cmd := program(t, "DATABASE_URL="+database, "FLEET_SLICE=2s", "RESERVATIONS_PARKS="+list,
			"RESERVATIONS_BASE_URL="+s.URL, "RESERVATIONS_API_KEY="+reservationstest.Key)
		cmd.Stdout, cmd.Stderr = t.Output(), t.Output()
		check(t, cmd.Start())
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd
	}
	killed, suspended := worker(), worker()
	worker()
	for workers := map[string]bool{}; len(workers) < 3; {
		workers[<-s.asks] = true
	}
	check(t, exec.CommandContext(t.Context(), restart).Run())
	pool, err := pgxpool.New(t.Context(), database)
	check(t, err)
	defer pool.Close()
	finished := func(condition string) {
		for is := false; !is; time.Sleep(50 * time.Millisecond) {
			err := pool.QueryRow(t.Context(), "SELECT "+condition+" FROM river_job WHERE state <> 'completed'").Scan(&is)
			is = is && err == nil // there is an error while the server starts
			check(t, t.Context().Err())
		}
	}
	finished(fmt.Sprint("count(*) < ", parks)) // so that the workers have new connections
	for cmd, signal := range map[*exec.Cmd]syscall.Signal{killed: syscall.SIGKILL, suspended: syscall.SIGSTOP} {
		for <-s.asks != fmt.Sprintf("fleet/%d", cmd.Process.Pid) { // ends it in the middle of a park
		}
		check(t, cmd.Process.Signal(signal))
	}
	finished("count(*) = 0")
	for organization := range s.parks { // a day later, one reservation is gone
		s.parks[organization].RemoveReservation(1500)
	}
	const again = "UPDATE river_job SET state = 'available', finalized_at = NULL WHERE id IN (SELECT max(id) FROM river_job GROUP BY args)"
	for _, statement := range []string{"UPDATE mirror_state SET value = '\"2026-01-01T00:00:00Z\"' WHERE name = 'reservations'", again} {
		_, err := pool.Exec(t.Context(), statement)
		check(t, err)
	}
	finished("count(*) = 0")
	const stored = "SELECT max(stored_at)::text FROM reservations"
	var before, after string
	check(t, pool.QueryRow(t.Context(), stored).Scan(&before))
	for _, signal := range []os.Signal{syscall.SIGCONT, os.Interrupt} { // it wakes up, and ends
		check(t, suspended.Process.Signal(signal))
	}
	_ = suspended.Wait()
	if err := pool.QueryRow(t.Context(), stored).Scan(&after); err != nil || before != after {
		t.Errorf("the suspended worker has stored something at %s, and the others at %s; %v", after, before, err)
	}
	rows, err := pool.Query(t.Context(), "SELECT organization, id, name FROM reservations")
	check(t, err)
	defer rows.Close()
	copied := 0
	for ; rows.Next(); copied++ {
		var organization, id int64
		var name string
		if err := rows.Scan(&organization, &id, &name); err != nil || name != fmt.Sprint(organization, " ", id-1001) {
			t.Fatalf("park %d has reservation %d as %q, %v", organization, id, name, err)
		}
	}
	if err := rows.Err(); err != nil || copied != parks*(each-1) {
		t.Errorf("%d reservations are copied, want %d; %v", copied, parks*(each-1), err)
	}
}
