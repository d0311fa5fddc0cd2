// SPDX-License-Identifier: MIT

//go:build unix

package mirror_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	gosync "sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// childVariable makes the test binary a program that runs one Sync of the database that it names, and stopVariable makes
// the program stop itself at a moment.
const (
	childVariable = "MIRROR_TEST_CHILD"
	stopVariable  = "MIRROR_TEST_STOP"
)

var firstNight = types.DateOf(time.Now().UTC()).AddDays(-5)

func TestMain(m *testing.M) {
	dsn := os.Getenv(childVariable)
	if dsn == "" {
		os.Exit(m.Run())
	}
	config := mirror.Config{Organization: 1, RegisterFrom: firstNight, OnChange: note}
	stop := gosync.OnceFunc(func() {
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
		time.Sleep(time.Second) // until the signal has stopped all threads
	})
	switch os.Getenv(stopVariable) {
	case "between transactions":
		config.OnChange, config.Progress = nil, func(mirror.SyncResult) { stop() }
	case "in a transaction":
		config.OnChange = func(context.Context, *sql.Tx, mirror.Change) error { stop(); return nil }
	}
	copied := must(mirror.Open(context.Background(), dsn, config))
	must(copied.Sync(context.Background(), must(reservations.NewClientFromEnv())))
}

// child starts that program.
func child(t *testing.T, dsn string, srv *reservationstest.Server, stop string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+dsn, stopVariable+"="+stop, "RESERVATIONS_BASE_URL="+srv.URL(),
		"RESERVATIONS_API_KEY="+reservationstest.Key, "RESERVATIONS_ORGANIZATION=1")
	must(0, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

// logs makes the table feed, which note fills, and the table log, which triggers fill with what has become of each row.
func logs(t *testing.T, m *mirror.Mirror, isFile bool) {
	t.Helper()
	const row, gone, night = "'r' || NEW.id, ' is ' || NEW.notes || NEW.modified_at", "'r' || OLD.id, ' is gone'", "'n' || NEW.day, ' is ' || NEW.hash"
	key := "BIGSERIAL"
	if isFile {
		key = "INTEGER PRIMARY KEY AUTOINCREMENT"
	}
	for _, table := range []string{"feed", "log"} {
		must(m.DB().Exec("CREATE TABLE " + table + " (seq " + key + ", what TEXT, state TEXT)"))
	}
	for i, trigger := range [][3]string{{"INSERT", "reservations", row}, {"UPDATE", "reservations", row}, {"DELETE", "reservations", gone}, {"INSERT", "register_days", night}} {
		body := "BEGIN INSERT INTO log (what, state) VALUES (" + trigger[2] + "); "
		action := body + "END"
		if !isFile {
			must(m.DB().Exec(fmt.Sprintf("CREATE FUNCTION log_%d() RETURNS TRIGGER LANGUAGE plpgsql AS $$ %s RETURN NULL; END $$", i, body)))
			action = fmt.Sprintf("EXECUTE FUNCTION log_%d()", i)
		}
		must(m.DB().Exec(fmt.Sprintf("CREATE TRIGGER log_%d AFTER %s ON %s FOR EACH ROW %s", i, trigger[0], trigger[1], action)))
	}
}

// note stores a change with what the row is then.
func note(ctx context.Context, tx *sql.Tx, change mirror.Change) error {
	insert := fmt.Sprintf("SELECT 'r' || id, ' is ' || notes || modified_at FROM reservations WHERE id = %d", change.Reservation)
	switch {
	case change.Reservation == 0:
		insert = fmt.Sprintf("SELECT 'n' || day, ' is ' || hash FROM register_days WHERE day = '%v'", change.Night)
	case change.Kind == mirror.KindGone:
		insert = fmt.Sprintf("SELECT 'r%d', ' is gone'", change.Reservation)
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO feed (what, state) "+insert)
	return err
}

// TestKilled kills programs that copy, at random requests, while the source changes. A Sync that nobody kills then has
// what a copy has that was made at once, and OnChange was called once for each change of a row.
func TestKilled(t *testing.T) {
	kills := 2 + testkit.If(testkit.Deep(), 98)
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		m := openMirror(t, dsn, mirror.Config{Organization: 1, RegisterFrom: firstNight, OnChange: note})
		logs(t, m, t.Name() == "TestKilled/sqlite")
		srv := source(t, 600)
		srv.SetBookings(reservationstest.Park(rand.Uint64(), 40, firstNight, 5)...)
		for i := range kills {
			cmd := child(t, dsn, srv, "")
			var lock gosync.Mutex
			requests, at := 0, rand.IntN(16) // requests is negative when the program has ended: the source changes no more
			kill := reservationstest.Before(func() {
				lock.Lock()
				defer lock.Unlock()
				if requests++; requests == at {
					_ = cmd.Process.Kill()
				}
				if requests > 0 {
					srv.Put(full(rand.Int64N(600)+1, rand.IntN(100), time.Now()), full(int64(601+i), 1, time.Now()))
				}
			})
			srv.Inject("reservations.summaries", reservationstest.Always(), kill)
			srv.Inject("reports.presence", reservationstest.Always(), kill)
			_ = cmd.Wait() // killed, or complete before
			lock.Lock()
			requests = math.MinInt
			lock.Unlock()
			srv.ClearFaults()
			booking := reservationstest.Park(rand.Uint64(), 1, firstNight, 5)[0]
			booking.ID, booking.Modified = int64(1000+i), time.Now()
			srv.AddBooking(booking)
		}
		sync(t, m, clientOf(srv))
		checkEqual(t, m, newDSN(), mirror.Config{Organization: 1, RegisterFrom: firstNight}, srv)
		const all = "SELECT what || state FROM log ORDER BY what, seq"
		if diff := cmp.Diff(texts(t, m, all), texts(t, m, strings.Replace(all, "log", "feed", 1))); diff != "" {
			t.Errorf("after %d kills (-rows +feed):\n%s", kills, diff)
		}
	})
}

// TestSuspended stops a process in Open or in a Sync. Others open the copy of another organization, and copy the same one
// within the documented time. When the process wakes up, it stores nothing more.
func TestSuspended(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		moments := []string{"between transactions", "in a transaction", "in Open"}
		isFile := t.Name() == "TestSuspended/sqlite"
		if isFile {
			moments = moments[:1] // nobody can take a lock of the operating system from a process
		}
		for _, moment := range testkit.Cases(len(moments), moments) { // each waits for half a minute
			t.Run(moment, func(t *testing.T) {
				t.Parallel()
				dsn, srv := newDSN(), source(t, 250)
				through := dsn
				var cmd *exec.Cmd
				if moment == "in Open" {
					var p *proxy
					p, through = newProxy(t, dsn)
					p.swallowFrom("CREATE VIEW", func() { _ = cmd.Process.Signal(syscall.SIGSTOP) })
				}
				cmd = child(t, through, srv, moment)
				var status syscall.WaitStatus
				if _, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
					t.Fatalf("it has not stopped: %v, %v", status, err)
				}
				if isFile { // a shorter wait
					long := time.Now().Add(-time.Minute)
					must(0, os.Chtimes(dsn+".1.lock", long, long))
				}
				began := time.Now()
				openMirror(t, dsn, mirror.Config{Organization: 2})
				m := openMirror(t, dsn, mirror.Config{Organization: 1, SkipRegister: true})
				sync(t, m, clientOf(srv))
				if took := time.Since(began); took > 4*time.Minute { // 31 s, and more on a busy machine
					t.Errorf("the others went on after %v", took)
				}
				after := dump(t, m)
				_ = cmd.Process.Signal(syscall.SIGCONT)
				if err := cmd.Wait(); err == nil {
					t.Error("it has woken up and says that it has copied everything")
				}
				if diff := cmp.Diff(after, dump(t, m)); diff != "" {
					t.Errorf("(-before it woke up +after):\n%s", diff)
				}
			})
		}
	})
}
