// SPDX-License-Identifier: MIT

package mirror_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
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
