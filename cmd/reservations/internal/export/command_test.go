// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// service has reservations from the id first to the id last.
func service(t *testing.T, first, last int64) *reservationstest.Server {
	t.Helper()
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
	for id := first; id <= last; id++ {
		server.Put(reservationstest.NewSummary(id))
	}
	return server
}

// run exports the year 2026 of a server.
func run(t *testing.T, server *reservationstest.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	env := map[string]string{
		"RESERVATIONS_BASE_URL": server.URL(), "RESERVATIONS_API_KEY": reservationstest.Key, "RESERVATIONS_ORGANIZATION": "1",
		"XDG_CONFIG_HOME": t.TempDir(),
	}
	var o, e bytes.Buffer
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &o, Stderr: &e, Now: time.Now,
		Getenv: func(name string) string { return env[name] },
	}
	code = app.Run(t.Context(), append([]string{"export", "--from", "2026-01-01", "--to", "2026-12-31"}, args...), Command)
	return code, o.String(), e.String()
}

// yesterday returns the name of a file of an earlier run, alone in its folder.
func yesterday(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "reservations.csv")
	if err := os.WriteFile(name, []byte("of yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// namesBeside returns the names of the files in the folder of one.
func namesBeside(t *testing.T, name string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// TestRunFails: the file of yesterday is as it was, and alone.
func TestRunFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		fault reservationstest.Fault
		says  string
		code  int
	}{
		{"a refusal", reservationstest.Status(403), "403 Forbidden", 4},
		{"a wait too long", reservationstest.TooManyRequests("3600"), "1h0m0s", 5},
		{"a page of others", reservationstest.HTML(200), "cannot read the response", 1},
		{"no new page", reservationstest.Body(200, "application/json", `[{"id": 1}]`), "not complete", 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, out := service(t, 1, 150), yesterday(t)
			server.Inject("reservations.summaries", func(n int) bool { return n >= 2 }, test.fault)
			code, stdout, stderr := run(t, server, "-o", out)
			if code != test.code || stdout != "" || !strings.Contains(stderr, "reservations: "+out+" could not be written: ") || !strings.Contains(stderr, test.says) {
				t.Errorf("exit code %d, want %d and %q\n%s%s", code, test.code, test.says, stdout, stderr)
			}
			if left := namesBeside(t, out); len(left) != 1 || read(t, out) != "of yesterday" {
				t.Errorf("%q beside the file %q", left, read(t, out))
			}
		})
	}
}

// TestUnreadable values cost their cells alone, and are named, also with --quiet.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	server := service(t, 1, 0)
	server.Inject("reservations.summaries", reservationstest.Nth(1), reservationstest.Body(200, "application/json",
		`[{"id": 1, "number": "R1", "totalPrice": "much"}, {"id": 2, "number": "R2", "totalPrice": "120.50"}]`))
	code, stdout, stderr := run(t, server, "-q")
	if code != 0 || !strings.Contains(stdout, "\n1,R1,,,,,,,,,,,,,,,,,,\n2,R2,,,,,,,,,,,,,120.50,,,,,\n") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
	if want := "Values that cannot be read are left out: totalPrice (1)\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
}
