// SPDX-License-Identifier: MIT

package outbox

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

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
	var out, errs bytes.Buffer
	app := &cli.App{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Now: time.Now, Getenv: func(string) string { return "" }}
	code := app.Run(t.Context(), []string{"send", "--demo"}, func(app *cli.App) *cobra.Command {
		cmd := &cobra.Command{Use: "send"}
		write := NewWrite(app, cmd)
		cmd.RunE = func(cmd *cobra.Command, _ []string) error { return write.Send(cmd.Context(), Phone, event("a")) }
		return cmd
	})
	left, err := os.ReadDir(folder)
	if code != 0 || err != nil || len(left) > 0 || !strings.HasSuffix(errs.String(), "Sent 1 message; the outbox is empty.\n") {
		t.Errorf("exit code %d, error %v, left %v\n%s", code, err, left, &errs)
	}
}
