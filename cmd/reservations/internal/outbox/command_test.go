// SPDX-License-Identifier: MIT

package outbox

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// runCommand runs "reservations outbox" with a server, and returns what it said and its exit code.
func runCommand(ctx context.Context, server *reservationstest.Server, args ...string) (stderr string, code int) {
	env := map[string]string{"RESERVATIONS_BASE_URL": server.URL(), "RESERVATIONS_API_KEY": reservationstest.Key}
	var out, errs bytes.Buffer
	app := &cli.App{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Now: time.Now,
		Getenv: func(name string) string { return env[name] }}
	code = app.Run(ctx, append([]string{"outbox"}, args...), Command)
	return errs.String(), code
}

// TestWatchIsInterrupted: Ctrl-C says what is left and what goes on with it.
func TestWatchIsInterrupted(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer()
	defer server.Close()
	name := filepath.Join(t.TempDir(), "outbox.db")
	if err := open(t, name).Add(t.Context(), Phone, event("a"), event("b")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(1), reservationstest.Before(cancel))
	stderr, code := runCommand(ctx, server, "deliver", "--outbox", name, "--watch", "1h")
	want := "\nreservations: interrupted; " + name + " keeps 1 message: 1 waiting, and reservations outbox deliver goes on\n"
	if code != 130 || !strings.Contains(stderr, want) {
		t.Errorf("exit code %d, want 130 and %q; it says:\n%s", code, want, stderr)
	}
}

// TestBusyIsTemporary: cron can tell a second delivery from a failure.
func TestBusyIsTemporary(t *testing.T) {
	t.Parallel()
	server := reservationstest.NewServer()
	defer server.Close()
	name := filepath.Join(t.TempDir(), "outbox.db")
	box := open(t, name)
	if err := box.Add(t.Context(), Phone, event("a")); err != nil {
		t.Fatal(err)
	}
	err := box.Deliver(t.Context(), Delivery{Send: func(context.Context, Message) error {
		if stderr, code := runCommand(t.Context(), server, "deliver", "--outbox", name); code != 5 || !strings.Contains(stderr, "another program is delivering") {
			t.Errorf("exit code %d, want 5\n%s", code, stderr)
		}
		return nil
	}})
	if err != nil {
		t.Error(err)
	}
}
