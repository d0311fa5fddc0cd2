// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/reservationkit/reservations-go/mirror"
)

// TestAddresses that are good ones, in the forms that people write them in.
func TestAddresses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		file string // of a copy, in a new folder
		form string // %s is the path of the file
	}{
		{"path", "park.db", "%s"},
		{"blanks", "copy of the park (100%).db", "%s"},
		{"letters of other languages", "Ferienhäuser.sqlite3", "%s"},
		{"capitals", "COPY.DB", "%s"},
		{"scheme", "copy", "sqlite:%s"},
		{"scheme in capitals", "copy", "SQLite:%s"},
		{"scheme of a URL", "copy.db", "sqlite://%s"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), test.file)
			if err := os.WriteFile(file, must(emptyCopy()), 0o600); err != nil {
				t.Fatal(err)
			}
			m := openMirror(t, strings.ReplaceAll(test.form, "%s", file), mirror.Config{})
			opened := query(t, m.DB(), "SELECT file FROM pragma_database_list")[0]["file"].(string)
			if filepath.Base(opened) != test.file {
				t.Errorf("it has opened %s, want %s", opened, file)
			}
		})
	}
	t.Run("postgres in capitals", func(t *testing.T) {
		t.Parallel()
		_, rest, _ := strings.Cut(newSchema(t), ":")
		openMirror(t, "PostgreSQL:"+rest, mirror.Config{})
	})
}

// TestConnectErrors say by a kind what failed, and have nothing of the address, also where the server or the driver
// quotes it.
func TestConnectErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, code, says string
	}{
		{"password", "28P01", "the user or the password is refused"},
		{"user", "28000", "the user or the password is refused"},
		{"database", "3D000", "there is no such database"},
		{"connections", "53300", "too many connections"},
		{"start", "57P03", "starting up"},
		{"parameter", "42704", "the connection is refused"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			address := refusingPostgres(t, pgproto3.ErrorResponse{
				Severity: "FATAL", Code: test.code, Message: `it is "canary"`, Detail: "canary",
			})
			dsn := "postgres://canary:canary@" + address + "/canary?sslmode=disable"
			pool, err := pgxpool.New(t.Context(), dsn)
			if err != nil {
				t.Fatal(err)
			}
			defer pool.Close()
			_, byAddress := mirror.Open(t.Context(), dsn, mirror.Config{})
			_, existing := mirror.OpenExisting(t.Context(), dsn, 1)
			_, byPool := mirror.OpenPool(t.Context(), pool, mirror.Config{})
			_, ofPool := mirror.NewPool(t.Context(), dsn, 1)
			for _, err := range []error{byAddress, existing, byPool, ofPool} {
				var refused *pgconn.PgError
				if err == nil || !strings.Contains(err.Error(), test.says) || strings.Contains(err.Error(), "canary") {
					t.Errorf("got %v, want an error that says %q", err, test.says)
				} else if !errors.As(err, &refused) || refused.Code != test.code || strings.Contains(refused.Detail, "canary") {
					t.Errorf("it holds %v, want the code %s", refused, test.code)
				}
			}
		})
	}
}

// TestLaterErrors of a server that has gone have nothing of the address either.
func TestLaterErrors(t *testing.T) {
	t.Parallel()
	p, dsn := newProxy(t, newSchema(t))
	m := openMirror(t, dsn+"&password=canary&application_name=canary", mirror.Config{})
	client := clientOf(t, source(t, 3))
	p.close()
	_, ofSync := m.Sync(t.Context(), client)
	_, ofStatus := m.Status(t.Context())
	_, ofForget := m.ForgetGuests(t.Context(), 1)
	for _, err := range []error{ofSync, ofStatus, ofForget, m.DB().PingContext(t.Context())} {
		if !errors.Is(err, mirror.ErrUnreachable) || strings.Contains(err.Error(), "canary") {
			t.Errorf("got %v, want ErrUnreachable", err)
		}
	}
}

// refusingPostgres is a server that refuses every connection, and returns its host and port.
func refusingPostgres(t *testing.T, response pgproto3.ErrorResponse) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			backend := pgproto3.NewBackend(connection, connection)
			if _, err := backend.ReceiveStartupMessage(); err == nil {
				backend.Send(&response)
				_ = backend.Flush()
			}
			connection.Close()
		}
	}()
	return listener.Addr().String()
}
