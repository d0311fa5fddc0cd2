// SPDX-License-Identifier: MIT

package mirror_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	gosync "sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// firstTables are the tables that version 1 had, each after those that it refers to.
var firstTables = append([]string{"mirror_state", "mirror_seen", "forgotten"}, tables...)

// openBoth opens a database in which the tables of another one have a prefix.
func openBoth(t *testing.T, dsn, other string) (db *sql.DB, prefix string) {
	t.Helper()
	if _, schema, isPostgres := strings.Cut(other, "search_path="); isPostgres {
		return open(t, "pgx", dsn), schema + "."
	}
	db = open(t, "sqlite", dsn)
	db.SetMaxOpenConns(1) // on which the other file is
	query(t, db, "ATTACH '"+other+"' AS other")
	return db, "other."
}

// columnsOf returns the columns of a table, without those that the database calculates.
func columnsOf(t *testing.T, db *sql.DB, table string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	names := must(rows.Columns())
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_micros") })
}

// makeFirst makes a copy of version 1 that holds what a copy of one organization holds.
func makeFirst(t *testing.T, dsn, current string, organization int64) {
	t.Helper()
	if err := mirror.MakeVersion(t.Context(), dsn, 1); err != nil {
		t.Fatal(err)
	}
	db, prefix := openBoth(t, dsn, current)
	defer db.Close()
	for _, table := range firstTables {
		columns := strings.Join(columnsOf(t, db, table), ", ")
		query(t, db, "INSERT INTO "+table+" ("+columns+") SELECT "+columns+" FROM "+prefix+table)
	}
	query(t, db, fmt.Sprintf(`UPDATE mirror_state SET value = '{"Organization":%d,"Redact":false,"Secrets":false,"Extra":false}'`+
		" WHERE name = 'settings'", organization))
}

// storedOf returns all that is stored of an organization, but for its settings, which version 1 wrote in another way.
func storedOf(t *testing.T, db *sql.DB, organization int64) map[string][]string {
	t.Helper()
	all := (&neighbour{id: organization}).rows(t, db)
	isSettings := func(row string) bool { return strings.Contains(row, "name:settings") }
	all["mirror_state"] = slices.DeleteFunc(all["mirror_state"], isSettings)
	return all
}

// TestUpgrade opens copies of version 1: each is then what a copy of this version would be, and goes on.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		for _, organization := range []int64{0, 1} {
			t.Run(fmt.Sprint("organization ", organization), func(t *testing.T) {
				night := types.DateOf(time.Now().UTC()).AddDays(-3)
				config := mirror.Config{Organization: organization, RegisterFrom: night}
				srv := source(t, 40)
				srv.SetBookings(reservationstest.Park(1, 20, night, 3)...)
				current, old := newDSN(), newDSN()
				m := openMirror(t, current, config)
				sync(t, m, clientOf(t, srv))
				if _, err := m.ForgetGuests(t.Context(), 7, 8); err != nil {
					t.Fatal(err)
				}
				query(t, m.DB(), fmt.Sprintf("INSERT INTO mirror_seen (organization, id) VALUES (%d, 5)", organization))
				makeFirst(t, old, current, organization)
				other, _ := openBoth(t, old, current)
				query(t, other, "CREATE VIEW numbers AS SELECT number FROM reservations")
				query(t, other, "CREATE VIEW months AS SELECT month FROM turnover_per_month")
				if strings.HasPrefix(old, "postgres") {
					query(t, other, "GRANT SELECT ON order_lines, turnover_per_month TO PUBLIC")
				}
				other.Close()

				upgraded := openMirror(t, old, config)
				if rows := query(t, upgraded.DB(), "SELECT * FROM numbers, months LIMIT 1"); len(rows) != 1 {
					t.Errorf("a view of others has no rows")
				}
				if strings.HasPrefix(old, "postgres") {
					granted := query(t, upgraded.DB(), "SELECT has_table_privilege('pg_monitor', 'order_lines', 'SELECT') AS a,"+
						" has_table_privilege('pg_monitor', 'turnover_per_month', 'SELECT') AS b")
					if granted[0]["a"] != true || granted[0]["b"] != true {
						t.Errorf("what others can read: got %v, want both", granted)
					}
				}
				if diff := cmp.Diff(storedOf(t, m.DB(), organization), storedOf(t, upgraded.DB(), organization)); diff != "" {
					t.Errorf("(-copy of this version +copy of version 1):\n%s", diff)
				}
				if status, err := upgraded.Status(t.Context()); err != nil || status.ForgottenGuests != 2 || status.Organization != organization {
					t.Errorf("got %+v, %v", status, err)
				}
				srv.Put(full(41, 1, time.Now()))
				if got := sync(t, upgraded, clientOf(t, srv)); got.New != 1 || got.Changed != 0 || got.Since.IsZero() {
					t.Errorf("the next Sync: %+v, want one new reservation", got)
				}
			})
		}
	})
}

// TestUpgradeGoesOn with the walk that a program of version 1 has begun.
func TestUpgradeGoesOn(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv := source(t, 250)
		current, old := newDSN(), newDSN()
		ctx, cancel := context.WithCancel(t.Context())
		m := openMirror(t, current, mirror.Config{SkipRegister: true, Progress: func(mirror.SyncResult) { cancel() }})
		if _, err := m.Sync(ctx, clientOf(t, srv)); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v, want that it is cancelled", err)
		}
		makeFirst(t, old, current, 0)
		m = openMirror(t, old, mirror.Config{SkipRegister: true})
		if got := sync(t, m, clientOf(t, srv)); !got.Resumed || got.New != 50 {
			t.Errorf("got %+v, want that it goes on after 200 reservations", got)
		}
		checkEqual(t, m, srv)
	})
}

// TestUpgradeAtOnce lets several programs open a copy of version 1 at the same time.
func TestUpgradeAtOnce(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, newDSN func() string) {
		current, old := newDSN(), newDSN()
		sync(t, openMirror(t, current, mirror.Config{SkipRegister: true}), clientOf(t, source(t, 50)))
		makeFirst(t, old, current, 0)
		var programs gosync.WaitGroup
		for range 3 {
			programs.Go(func() {
				m, err := mirror.Open(t.Context(), old, mirror.Config{SkipRegister: true})
				if err != nil {
					t.Error(err)
					return
				}
				defer m.Close()
				if status, err := m.Status(t.Context()); err != nil || status.Reservations != 50 {
					t.Errorf("got %+v, %v, want 50 reservations", status, err)
				}
			})
		}
		programs.Wait()
	})
}

// TestUpgradeKilled kills programs that upgrade a copy of version 1 at random moments. The last one, which is not
// killed, ends with what it would be without.
func TestUpgradeKilled(t *testing.T) {
	t.Parallel()
	reservations, kills := 50, 1
	if testkit.Deep() {
		reservations, kills = 100_000, 20
	}
	onEach(t, func(t *testing.T, newDSN func() string) {
		current := newDSN()
		runToEnd(t, child{DSN: current, Generated: reservations})
		newFirst := func() child {
			dsn := newDSN()
			makeFirst(t, dsn, current, 0)
			return child{DSN: dsn}
		}
		undisturbed := newFirst()
		began := time.Now()
		t.Logf("%d reservations: %s", reservations, aPeak.FindString(runToEnd(t, undisturbed)))
		took := time.Since(began)
		t.Logf("an upgrade takes %v", took)

		program := newFirst()
		for killed := 0; killed < kills; {
			after := rand.N(took)
			if !runFor(t, program, after) { // it has ended before
				program = newFirst()
				continue
			}
			killed++
		}
		runToEnd(t, program)
		checkSame(t, program.DSN, undisturbed.DSN)
	})
}

// runToEnd returns what a program prints.
func runToEnd(t *testing.T, program child) string {
	t.Helper()
	output, err := program.command(t).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}

// runFor runs a program, and reports whether it was killed after some time.
func runFor(t *testing.T, program child, after time.Duration) (killed bool) {
	t.Helper()
	cmd := program.command(t)
	var output bytes.Buffer
	cmd.Stderr = &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	moment := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer moment.Stop()
	err := cmd.Wait()
	if output.Len() > 0 {
		t.Fatalf("the program failed: %v\n%s", err, output.Bytes())
	}
	return err != nil
}

// checkSame compares two copies in the database, because many rows do not fit into memory.
func checkSame(t *testing.T, dsn, other string) {
	t.Helper()
	db, prefix := openBoth(t, dsn, other)
	defer db.Close()
	for _, table := range append([]string{"organizations", "mirror_schema", "forgotten"}, tables...) {
		columns := strings.Join(columnsOf(t, db, table), ", ")
		columns = strings.Replace(columns, "extra", "CAST(extra AS TEXT)", 1) // PostgreSQL does not compare JSON
		for _, compared := range [][2]string{{table, prefix + table}, {prefix + table, table}} {
			only := fmt.Sprintf("SELECT %s FROM %s EXCEPT SELECT %[1]s FROM %s", columns, compared[0], compared[1])
			if rows := query(t, db, only+" LIMIT 1"); len(rows) > 0 {
				t.Errorf("only %s has %v", compared[0], rows[0])
			}
		}
		rows := query(t, db, fmt.Sprintf("SELECT (SELECT COUNT(*) FROM %s) AS a, (SELECT COUNT(*) FROM %s) AS b", table, prefix+table))
		if rows[0]["a"] != rows[0]["b"] {
			t.Errorf("%s has %v and %v rows", table, rows[0]["a"], rows[0]["b"])
		}
	}
}
