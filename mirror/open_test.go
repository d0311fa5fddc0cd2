// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	gosync "sync"
	"testing"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/types"
)

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	file, notes := newFile(t), filepath.Join(t.TempDir(), "notes.txt")
	must(0, os.WriteFile(notes, []byte(strings.Repeat("This is no database. ", 100)), 0o600))
	for name, tt := range map[string]struct {
		dsn    string
		config mirror.Config
		says   string
	}{
		"another database":   {"mysql://user:canary@localhost/park", mirror.Config{}, "neither"},
		"broken password":    {"postgres://user:pa@ca nary@localhost/park", mirror.Config{}, "%XX"},
		"sslmode":            {"postgres://user:canary@localhost/park?sslmode=bogus", mirror.Config{}, "sslmode is one of"},
		"root certificate":   {"postgres://user:canary@localhost/park?sslmode=verify-ca&sslrootcert=/canary/none.pem", mirror.Config{}, "sslrootcert cannot be read"},
		"port":               {"postgres://user:canary@localhost:99999/park", mirror.Config{}, "a port is a number"},
		"no server":          {"postgres://user:canary@127.0.0.1:1/park", mirror.Config{}, "cannot be opened"},
		"no folder":          {filepath.Join(t.TempDir(), "none", "copy.db"), mirror.Config{}, "none"},
		"no database":        {"sqlite:" + notes, mirror.Config{}, "not a database"},
		"window":             {file, mirror.Config{From: types.NewDate(2026, 2, 1), To: types.NewDate(2026, 1, 1)}, "before"},
		"overlap":            {file, mirror.Config{Overlap: -1}, "negative"},
		"redact and secrets": {file, mirror.Config{Redact: true, StoreSecrets: true}, "Redact"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := mirror.Open(t.Context(), tt.dsn, tt.config)
			if err == nil || m != nil || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "nary") {
				t.Errorf("Open returns %v, %v; want an error that says %q", m, err, tt.says)
			}
		})
	}
}

// TestSettings cannot change: a copy without personal data stays one.
func TestSettings(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		dsn := newDSN()
		openMirror(t, dsn, mirror.Config{Organization: 1, Redact: true})
		for name, config := range map[string]mirror.Config{"redact": {Organization: 1}, "secrets": {Organization: 1, StoreSecrets: true}, "organization": {}} {
			if _, err := mirror.Open(t.Context(), dsn, config); !errors.Is(err, mirror.ErrSettings) {
				t.Errorf("another %s: %v, want ErrSettings", name, err)
			}
		}
		openMirror(t, dsn, mirror.Config{Organization: 1, Redact: true, RereadNights: 7, SkipRegister: true}) // these may change
	})
}

// TestFile can be read by nobody else, also if another program has made it.
func TestFile(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has other permissions")
	}
	dsn := filepath.Join(t.TempDir(), "copy of the park 100%.db")
	must(0, os.WriteFile(dsn+".lock", nil, 0o644)) // which others can lock
	must(open(t, "sqlite", dsn+"?_pragma=journal_mode(WAL)").Exec("CREATE TABLE own (id INTEGER)"))
	m := openMirror(t, "sqlite:"+dsn, mirror.Config{SkipRegister: true})
	sync(t, m, clientOf(source(t, 3)))
	files := must(filepath.Glob(filepath.Dir(dsn) + "/*.db*"))
	if len(files) < 2 || !slices.Contains(files, dsn+".lock") {
		t.Fatalf("the files are %q", files)
	}
	for _, name := range files {
		if mode := must(os.Stat(name)).Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has the permissions %v", name, mode)
		}
	}
}

// TestManyOrganizations are begun at once in a new database, and take turns in it: the tables are made once, and none
// of the Syncs fails. Tables of a newer version are refused.
func TestManyOrganizations(t *testing.T) {
	onEach(t, func(t *testing.T, newDSN func() string) {
		srv, dsn := source(t, 250), newDSN()
		var group gosync.WaitGroup
		for organization := range int64(4) {
			group.Go(func() {
				m, err := mirror.Open(t.Context(), dsn, mirror.Config{Organization: organization + 1, SkipRegister: true})
				if err != nil {
					t.Error(err)
					return
				}
				defer m.Close()
				if result, err := m.Sync(t.Context(), clientOf(srv)); err != nil || result.New != 250 {
					t.Errorf("organization %d: %v, %v", organization+1, result, err)
				}
			})
		}
		group.Wait()
		db := openMirror(t, dsn, mirror.Config{Organization: 1}).DB()
		if rows := query(t, db, "SELECT version FROM mirror_schema"); len(rows) != 1 {
			t.Errorf("the tables were made %d times", len(rows))
		}
		must(db.ExecContext(t.Context(), "UPDATE mirror_schema SET version = version + 1"))
		if _, err := mirror.Open(t.Context(), dsn, mirror.Config{Organization: 1}); !errors.Is(err, mirror.ErrNewerSchema) {
			t.Errorf("tables of a newer version: %v", err)
		}
	})
}

// TestEncoding: a database that is not in UTF-8 holds the letters that it has, as every other program reads them. Any
// other letter is an error with the name of the column, in a new row and in a changed one.
func TestEncoding(t *testing.T) {
	t.Parallel()
	newSchema(t) // skips the test without PostgreSQL
	db, name := open(t, "pgx", os.Getenv(postgresVariable)), fmt.Sprintf("mirror_latin_%d", os.Getpid())
	must(db.Exec("CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'"))
	t.Cleanup(func() { must(db.Exec("DROP DATABASE " + name + " WITH (FORCE)")) })
	address := must(url.Parse(os.Getenv(postgresVariable)))
	address.Path = name
	m := openMirror(t, address.String(), mirror.Config{SkipRegister: true})
	syncOf(t, m, `[{"id":1,"name":"Ren\u00e9e"}]`)
	if got := texts(t, m, "SELECT name || LENGTH(name) FROM reservations"); got != "Renée5" {
		t.Errorf("Renée is stored as %s", got)
	}
	srv := source(t, 0)
	for _, id := range []int64{1, 2} {
		r := full(id, 1, longAgo)
		r.Name = "Łukasz"
		srv.Put(r)
		if _, err := m.Sync(t.Context(), clientOf(srv), mirror.Full()); err == nil || !strings.Contains(err.Error(), "for the column name;") {
			t.Errorf("a letter that the database does not have, in reservation %d: %v", id, err)
		}
	}
}
