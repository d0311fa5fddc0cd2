// SPDX-License-Identifier: MIT

package mirror_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// postgresVariable names a PostgreSQL database that the tests may fill.
const postgresVariable = "RESERVATIONS_TEST_POSTGRES"

var schemas atomic.Int64

// onEach runs a test on SQLite, and on PostgreSQL where there is one. newDSN returns the address
// of a new database.
func onEach(t *testing.T, test func(t *testing.T, newDSN func() string)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, func() string { return filepath.Join(t.TempDir(), "copy.db") })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		postgresDSN(t)
		test(t, func() string { return newSchema(t) })
	})
}

// postgresDSN returns the address of the PostgreSQL database, or skips the test.
func postgresDSN(t *testing.T) string {
	t.Helper()
	dsn := os.Getenv(postgresVariable)
	if dsn == "" {
		t.Skip(postgresVariable + " is not set")
	}
	return dsn
}

// newSchema returns the address of a new schema of that database.
func newSchema(t *testing.T) string {
	t.Helper()
	dsn := postgresDSN(t)
	name := fmt.Sprintf("mirror_%d_%d", os.Getpid(), schemas.Add(1))
	db := open(t, "pgx", dsn)
	if _, err := db.ExecContext(t.Context(), "CREATE SCHEMA "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + name + " CASCADE"); err != nil {
			t.Error(err)
		}
	})
	separator := "?"
	if strings.Contains(dsn, "?") {
		separator = "&"
	}
	return dsn + separator + "search_path=" + name
}

func open(t *testing.T, driver, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func openMirror(t *testing.T, dsn string, config mirror.Config) *mirror.Mirror {
	t.Helper()
	m, err := mirror.Open(t.Context(), dsn, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func sync(t *testing.T, m *mirror.Mirror, client *reservations.Client) mirror.SyncResult {
	t.Helper()
	result, err := m.Sync(t.Context(), client)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func clientOf(t *testing.T, srv *reservationstest.Server) *reservations.Client {
	t.Helper()
	client, err := reservations.NewClient(srv.URL(), reservationstest.Key, reservations.WithOrganization(1))
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// one responds with a register of one night and one reservation.
func one(night types.PresenceDay) reservationstest.Fault {
	respond := reservationstest.Respond([]types.PresenceDay{night})
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		w.Header().Set("X-Total-Count", "1")
		respond(w, r, next)
	}
}

// all responds with the pages of a list, whatever was changed since when.
func all(list []types.ReservationSummary) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		page := list[min(offset, len(list)):min(offset+limit, len(list))]
		reservationstest.Respond(page)(w, r, next)
	}
}
