// SPDX-License-Identifier: MIT

package register

import (
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// A register that cannot be read replaces no file.
func TestRunFails(t *testing.T) {
	t.Parallel()
	server, env := park(t, reservationstest.Park(1, 30, november(1), 3)...)
	server.Inject("reports.presence", reservationstest.Nth(2), reservationstest.Header("X-Total-Count", ""))
	dir := t.TempDir()
	const name = "night-register-2026-11-01.csv"
	if err := os.WriteFile(filepath.Join(dir, name), []byte("of the run before"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stderr := runCommand(t, env, "--from", "2026-11-01", "--out", dir)
	checkFailure(t, code, 3, stderr, "is not complete")
	if diff := cmp.Diff(map[string]string{name: "of the run before"}, contents(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

// checkFailure checks the exit code, and that the last line says why. Lines before it are waits.
func checkFailure(t *testing.T, code, want int, stderr, says string) {
	t.Helper()
	if code != want {
		t.Errorf("exit code %d, want %d", code, want)
	}
	lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "reservations: ") || !strings.Contains(last, says) {
		t.Errorf("the last line must begin with reservations: and say %q:\n%s", says, stderr)
	}
}

// A service that does not send the night, also when it is asked for one day more, must not give a page without it.
func TestRunWithoutTheNight(t *testing.T) {
	t.Parallel()
	server, env := park(t)
	server.Inject("reports.presence", reservationstest.Always(), func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("X-Total-Count", "0")
		io.WriteString(w, `[{"date":"2026-11-18","items":[]}]`)
	})
	code, stderr := runCommand(t, env, "--out", t.TempDir())
	checkFailure(t, code, 3, stderr, "leaves out the day 2026-11-19")
}

func TestRunStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server, env := park(t, reservationstest.Park(1, 60, november(1), 3)...)
	server.Inject("reports.presence", reservationstest.Nth(2), reservationstest.Before(cancel)) // Ctrl-C on the second page
	dir := t.TempDir()
	code, stderr := runCommandContext(ctx, t, env, "--from", "2026-11-01", "--to", "2026-11-03", "--out", dir)
	checkFailure(t, code, 130, stderr, "interrupted; nothing was written")
	if files := contents(t, dir); len(files) != 0 {
		t.Errorf("files were left: %v", files)
	}
}

// A register that changes while it is read is read again, and the terminal says why it takes longer.
func TestReadOfARegisterThatChanges(t *testing.T) {
	t.Parallel()
	const said = "Reservations came or went while the register was read, so it is read again."
	server, env := park(t, presentFrom(1, "Early", 17))
	dir := t.TempDir()
	if code, stderr := runCommand(t, env, "--out", dir); code != 0 || strings.Contains(stderr, said) {
		t.Fatalf("exit code %d of a register that stays as it is:\n%s", code, stderr)
	}
	server.Inject("reports.presence", reservationstest.Nth(len(server.Requests())+2), reservationstest.Before(func() {
		server.AddBooking(presentFrom(2, "Late", 18))
	}))
	code, stderr := runCommand(t, env, "--out", dir)
	if code != 0 || !strings.Contains(stderr, said) {
		t.Errorf("exit code %d:\n%s", code, stderr)
	}
	checkShows(t, body(contents(t, dir)[htmlName]), "Early", "Late")
}
