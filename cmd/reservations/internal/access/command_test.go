// SPDX-License-Identifier: MIT

package access

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/sqlitefile"
)

func TestMistakes(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	db, err := sqlitefile.Open(foreign, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE orders (id INTEGER)"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	for _, test := range []struct {
		name string
		args []string
		env  string // variable that is empty
		says string
		code int
	}{
		{"days before", []string{"--ahead", "-1"}, "", "must not be negative", 2},
		{"no time between reads", []string{"--every", "0s"}, "", "--every must be positive", 2},
		{"no address", []string{"--post", "locks?canary"}, "", "--post is not an address", 2},
		{"a broken address", []string{"--post", "https://canary:%zz"}, "", "--post is not an address", 2},
		{"an address in no file", []string{"--post-file", "missing"}, "", "the address cannot be read", 2},
		{"a file that is no address", []string{"--post-file", text}, "", "--post-file is not an address", 2},
		{"a slip", []string{"--status", "confimed"}, "", `"confimed" is not a state`, 2},
		{"no organization", nil, "RESERVATIONS_ORGANIZATION", "organization is required", 2},
		{"no key", nil, "RESERVATIONS_API_KEY", "RESERVATIONS_API_KEY", 2},
		{"a folder as state", []string{"--state", os.TempDir()}, "", "is a directory", 1},
		{"a state in no folder", []string{"--state", filepath.Join(text, "x.db")}, "", "not a directory", 1},
		{"a state in no folder, with --demo", []string{"--demo", "--state", filepath.Join(text, "x.db")}, "", "not a directory", 1},
		{"a text as state", []string{"--state", text}, "", "text cannot be used", 1},
		{"another database as state", []string{"--state", foreign}, "", `the table "orders"`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t)
			delete(p.env, test.env)
			stdout, stderr, code := p.run(t.Context(), append([]string{"--once"}, test.args...)...)
			if code != test.code || !strings.Contains(stderr, test.says) || strings.Contains(stderr, "canary") || stdout != "" {
				t.Errorf("exit code %d, want %d and %q; it printed:\n%s%s", code, test.code, test.says, stdout, stderr)
			}
		})
	}
}
