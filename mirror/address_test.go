// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

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
	for _, code := range []string{"28P01", "3D000", "53300"} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			address := refusingPostgres(t, pgproto3.ErrorResponse{
				Severity: "FATAL", Code: code, Message: `it is "canary"`, Detail: "canary",
			})
			dsn := "postgres://canary:canary@" + address + "/canary?sslmode=disable"
			_, err := mirror.Open(t.Context(), dsn, mirror.Config{})
			refused, ok := errors.AsType[*pgconn.PgError](err)
			if !ok || refused.Code != code || strings.Contains(fmt.Sprintf("%v %+v", err, refused), "canary") {
				t.Errorf("got %v, want the code %s and nothing of the address", err, code)
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
	_, ofForget := m.ForgetGuests(t.Context(), 1)
	for _, err := range []error{ofSync, ofForget, m.DB().PingContext(t.Context())} {
		if err == nil || !strings.Contains(err.Error(), "cannot be reached") || strings.Contains(err.Error(), "canary") {
			t.Errorf("got %v, want that the server cannot be reached", err)
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
