// SPDX-License-Identifier: MIT

package mirror

import (
	"context"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// addresses are ways to write the address of a database, also wrong ones, with %s for the password.
var addresses = []string{
	"postgres://user:%s@db.example/park", "postgresql://user:%s@db.example:5432/park?sslmode=require", "POSTGRES://user:%s@db.example/park",
	"Postgresql://user:%s@db.example/park", "postgres://%s@db.example/park", "postgres://:%s@db.example/park", "postgres://user:%s@/park",
	"postgres://user:%s@a.example,b.example:5433/park", "postgres://user:%s@[::1]:5432/park", "postgres://user:%s@db.example",
	"postgres://user@db.example/park?password=%s", "postgres://user@db.example/park?pasword=%s", "postgres://user@db.example/park?%s",
	"postgres://user@db.example/park?sslmode=%s", "postgres://user@db.example/park?connect_timeout=%s", "postgres://user@db.example/%s",
	"postgres://user@%s/park", "postgres://user@db.example:%s/park", "postgres://%s", "postgres:%s", "postgres:/user:%s@db.example/park",
	"postgres//user:%s@db.example/park", "ostgres://user:%s@db.example/park", " postgres://user:%s@db.example/park",
	"postgres://user:%s@db.example/park\n", "\npostgres://user:%s@db.example/park", "\ufeffpostgres://user:%s@db.example/park",
	`"postgres://user:%s@db.example/park"`, "'postgres://user:%s@db.example/park'", "DB=postgres://user:%s@db.example/park",
	"export DB=postgres://user:%s@db.example/park", "url: postgres://user:%s@db.example/park", "jdbc:postgresql://db.example/park?user=u&password=%s",
	"user:%s@db.example/park", "user:%s", "%s", "%s@db.example", "user=user password=%s", "host=db.example user=user password=%s dbname=park.db",
	"password='%s'", "db.example:5432:park:user:%s", "Server=db.example;User=user;Password=%s;Database=park", "mysql://user:%s@db.example/park",
	"%s://user@db.example/park", "sqlite://user:%s@db.example/park", "sqlite:user:%s@db.example/park.db", "SQLite://%s@db.example/park.db",
	"file:park.db?key=%s", "park.db?key=%s", "https://user:%s@db.example/park", "postgres%%3A%%2F%%2Fuser%%3A%s%%40db.example%%2Fpark",
}

// passwords are made of pieces that have to be nowhere.
var passwords = []string{
	"Zk4canary", "Zk4canary@Wq9canary", "Zk4canary/Wq9canary", "Zk4canary:Wq9canary", "Zk4canary?Wq9canary#Rt3canary",
	"Zk4canary%40Wq9canary%zz", "Zk4canary Wq9canary", "12/Wq9canary@Rt3canary", "[Zk4canary]&Wq9canary=Rt3canary",
}

var piece = regexp.MustCompile(`[A-Z][a-z]\dcanary`)

// TestNoAddressInErrors opens addresses with a password in them where no host is known, by errors that name the host as
// those of the driver do: the password is in no error, in no text of a Mirror, and not the name of a file.
func TestNoAddressInErrors(t *testing.T) {
	t.Parallel()
	dialled := 0
	for _, form := range addresses {
		for _, password := range passwords {
			address := fmt.Sprintf(form, password)
			d, err := dialectOf(address)
			shown := fmt.Sprint(err)
			switch d := d.(type) {
			case sqlite:
				shown = d.path
			case postgres:
				dialled++
				d.config.LookupFunc = func(_ context.Context, host string) ([]string, error) {
					return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
				}
				m := &Mirror{dialect: d, config: Config{DatabaseTimeout: time.Minute}}
				m.db, _ = d.open()
				if _, err = m.connect(t.Context()); err == nil {
					t.Fatalf("%q was opened", address)
				}
				shown = fmt.Sprintf("%v %v %+v %#v", err, m, m, m)
			default:
				if !errors.Is(err, ErrAddress) {
					t.Errorf("%q: got %v, want ErrAddress", address, err)
				}
			}
			for _, piece := range piece.FindAllString(password, -1) {
				if strings.Contains(shown, piece) {
					t.Errorf("%q shows %q in:\n%s", address, piece, shown)
				}
			}
		}
	}
	if dialled < 40 {
		t.Errorf("only %d addresses were those of PostgreSQL", dialled)
	}
}

// TestConnectErrors say what failed, and have nothing of the address, also where the server or the driver quotes it.
func TestConnectErrors(t *testing.T) {
	t.Parallel()
	for says, err := range map[string]error{
		"SQLSTATE 28P01":     &pgconn.PgError{Severity: "FATAL", Code: "28P01", Message: "canary", Detail: "canary"},
		"is not known":       &net.DNSError{Err: "no such host", Name: "canary"},
		"connection refused": &net.OpError{Op: "dial", Net: "canary", Err: syscall.ECONNREFUSED},
		"does not answer":    errors.New("canary"),
	} {
		t.Run(says, func(t *testing.T) {
			got := connectError(t.Context(), fmt.Errorf("canary: %w", err))
			if text := fmt.Sprintf("%v %+v", got, got); !strings.Contains(text, says) || strings.Contains(text, "canary") {
				t.Errorf("got %s, want one that says %s and nothing of the address", text, says)
			}
		})
	}
}

// TestAddresses that are good ones, in the forms that people write them in.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/copies/park.db": "/copies/park.db", "copy of the park (100%).db": "copy of the park (100%).db", "Ferienhäuser.sqlite3": "Ferienhäuser.sqlite3",
		"COPY.DB": "COPY.DB", "sqlite:copy": "copy", "SQLite:copy": "copy", "sqlite:///tmp/copy.db": "/tmp/copy.db", `C:\copy.db`: `C:\copy.db`,
	} {
		if d, err := dialectOf(address); err != nil || d != (sqlite{want}) {
			t.Errorf("%s is %v, %v", address, d, err)
		}
	}
}

// SetClock replaces the clock of this computer.
func (m *Mirror) SetClock(now func() time.Time) { m.now = now }

// Record calls f with each statement, apart from those that add rows.
func (m *Mirror) Record(f func(statement string)) { m.dialect = recorder{m.dialect, f} }

type recorder struct {
	dialect
	record func(string)
}

func (r recorder) bind(query string) string {
	query = r.dialect.bind(query)
	r.record(query)
	return query
}
