// SPDX-License-Identifier: MIT

package outbox

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// runSend runs a command that sends an event, and returns what it said and its exit code.
func runSend(ctx context.Context, env map[string]string, args ...string) (stderr string, code int) {
	var out, errs bytes.Buffer
	app := &cli.App{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Now: time.Now,
		Getenv: func(name string) string { return env[name] }}
	code = app.Run(ctx, append([]string{"send"}, args...), func(app *cli.App) *cobra.Command {
		cmd := &cobra.Command{Use: "send"}
		write := NewWrite(app, cmd)
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return write.Send(cmd.Context(), Phone, event("b")) }
		return cmd
	})
	return errs.String(), code
}

// TestWhileAnotherDelivers leaves the event to the program that delivers.
func TestWhileAnotherDelivers(t *testing.T) {
	t.Parallel()
	server, client := reservationstest.New(t, noRetry)
	name := newFile(t)
	box := open(t, name)
	if err := box.Add(t.Context(), Phone, event("a")); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"RESERVATIONS_BASE_URL": server.URL(), "RESERVATIONS_API_KEY": reservationstest.Key}
	server.Inject(reservationstest.OpSendVoIPEvent, reservationstest.Nth(1), reservationstest.Before(func() {
		want := "Another program is delivering from " + name + ", and sends it.\n"
		if stderr, code := runSend(t.Context(), env, "--outbox", name); code != 0 || stderr != want {
			t.Errorf("exit code %d, want 0 and %q; it says:\n%s", code, want, stderr)
		}
	}))
	if err := box.Deliver(t.Context(), Delivery{Send: sender(client, quietly)}); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, references(t, server)); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
}

// TestDemoLeavesNothing: the outbox of the demo is gone after the run, and so is that of a run that was
// killed, because both can hold what somebody has typed.
func TestDemoLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	if os.TempDir() != folder {
		t.Skip("the folder for temporary files has another variable on this system")
	}
	killed := filepath.Join(folder, ".1.reservations.tmp")
	if err := os.Mkdir(killed, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(killed, "lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	stderr, code := runSend(t.Context(), nil, "--demo")
	left, err := os.ReadDir(folder)
	if code != 0 || err != nil || len(left) > 0 || !strings.HasSuffix(stderr, "Sent 1 message; the outbox is empty.\n") {
		t.Errorf("exit code %d, error %v, left %v\n%s", code, err, left, stderr)
	}
}
