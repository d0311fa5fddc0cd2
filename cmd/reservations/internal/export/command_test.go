// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

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

// TestUnreadable values cost their cells alone, and are named, also with --quiet.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
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
