// SPDX-License-Identifier: MIT

package mirror_test

import (
	"database/sql"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// postgresVariable names a PostgreSQL database that the tests may fill.
const postgresVariable = "RESERVATIONS_TEST_POSTGRES"

var schemas atomic.Int64

// onEach runs a test on SQLite, and on PostgreSQL where there is one. newDSN returns the address of a new database.
func onEach(t *testing.T, test func(t *testing.T, newDSN func() string)) {
	t.Parallel()
	for name, newDSN := range map[string]func(*testing.T) string{"sqlite": newFile, "postgres": newSchema} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "postgres" && os.Getenv(postgresVariable) == "" {
				t.Skip(postgresVariable + " is not set")
			}
			test(t, func() string { return newDSN(t) })
		})
	}
}

// onEachCase runs a test of each case on each database.
func onEachCase[T any](t *testing.T, cases map[string]T, test func(t *testing.T, newDSN func() string, c T)) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) { test(t, newDSN, c) })
		}
	})
}

func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "copy.db") }

// sessions are settings of sessions, as a role or a database can have them, which must change nothing.
const sessions = "-c client_encoding=LATIN1 -c datestyle=German -c intervalstyle=sql_standard -c timezone=Asia/Tokyo -c statement_timeout=1s" +
	" -c default_transaction_isolation=serializable -c default_transaction_read_only=on -c standard_conforming_strings=off -c idle_session_timeout=1s"

// newSchema returns the address of a new schema of the PostgreSQL database, or skips the test.
func newSchema(t *testing.T) string {
	t.Helper()
	dsn := os.Getenv(postgresVariable)
	if dsn == "" {
		t.Skip(postgresVariable + " is not set")
	}
	name := fmt.Sprintf("mirror_%d_%d", os.Getpid(), schemas.Add(1))
	db := open(t, "pgx", dsn)
	must(db.ExecContext(t.Context(), "CREATE SCHEMA "+name))
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + name + " CASCADE"); err != nil {
			t.Error(err)
		}
	})
	address := must(url.Parse(dsn))
	parameters := address.Query()
	parameters.Set("search_path", name)
	parameters.Set("options", sessions)
	address.RawQuery = strings.ReplaceAll(parameters.Encode(), "+", "%20")
	return address.String()
}

func open(t *testing.T, driver, dsn string) *sql.DB {
	t.Helper()
	db := must(sql.Open(driver, dsn))
	t.Cleanup(func() { db.Close() })
	return db
}

func openMirror(t *testing.T, dsn string, config mirror.Config) *mirror.Mirror {
	t.Helper()
	m := must(mirror.Open(t.Context(), dsn, config))
	t.Cleanup(func() { m.Close() })
	return m
}

func sync(t *testing.T, m *mirror.Mirror, client *reservations.Client, options ...mirror.SyncOption) mirror.SyncResult {
	t.Helper()
	result, err := m.Sync(t.Context(), client, options...)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func clientOf(srv *reservationstest.Server, options ...reservations.Option) *reservations.Client {
	return must(reservations.NewClient(srv.URL(), reservationstest.Key, append(options, reservations.WithOrganization(1))...))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// tables are those that are a copy of the source.
var tables = []string{
	"reservations", "reservation_guests", "age_group_lines", "order_lines", "supplement_order_lines", "cancellation_insurance_charge_lines",
	"deposit_order_lines", "payment_charge_lines", "registration_number_entries", "register_days", "register_items",
}

// dump returns the rows of all tables as text, without the time at which they were stored.
func dump(t *testing.T, m *mirror.Mirror) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, table := range tables {
		for _, row := range query(t, m.DB(), "SELECT * FROM "+table) {
			delete(row, "stored_at")
			all[table] = append(all[table], fmt.Sprint(row))
		}
		slices.Sort(all[table])
	}
	return all
}

// query returns the rows of a query by the names of their columns. Days are texts, whatever the database makes of them.
func query(t *testing.T, db *sql.DB, text string, args ...any) (all []map[string]any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	columns := must(rows.ColumnTypes())
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(0, rows.Scan(into...))
		row := map[string]any{}
		for i, column := range columns {
			switch v := values[i].(type) {
			case []byte:
				values[i] = string(v)
			case time.Time:
				values[i] = v.UTC().Format("2006-01-02T15:04:05.000000Z")
				if column.DatabaseTypeName() == "DATE" {
					values[i] = v.Format(time.DateOnly)
				}
			}
			row[column.Name()] = values[i]
		}
		all = append(all, row)
	}
	must(0, rows.Err())
	return all
}

// texts returns what a query finds, with columns in the order of their names.
func texts(t *testing.T, m *mirror.Mirror, text string) string {
	t.Helper()
	var all []string
	for _, row := range query(t, m.DB(), text) {
		for _, column := range slices.Sorted(maps.Keys(row)) {
			all = append(all, fmt.Sprint(row[column]))
		}
	}
	return strings.Join(all, " ")
}
