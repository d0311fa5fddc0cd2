// SPDX-License-Identifier: MIT

package cli

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestMessages(t *testing.T) {
	tests := []struct {
		name     string
		terminal bool
		quiet    bool
		want     string
	}{
		{"a terminal erases the status", true, false, eraseLine + "1 of 2" + eraseLine + "A page failed\n1 of 2" + eraseLine + "2 of 2" + eraseLine},
		{"a file gets lines", false, false, "A page failed\n"},
		{"quiet on a terminal", true, true, ""},
		{"quiet", false, true, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got strings.Builder
			app := &App{messages: &messages{out: &got, terminal: test.terminal}}
			app.flags.quiet = test.quiet
			app.Status("%d of 2", 1)
			app.Say("A page %s", "failed")
			app.Status("%d of 2", 2)
			app.messages.clear()
			if got.String() != test.want {
				t.Errorf("got %q, want %q", got.String(), test.want)
			}
		})
	}
}

func TestFileIsNoTerminal(t *testing.T) {
	file, err := os.CreateTemp(t.TempDir(), "log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if newMessages(file, "xterm").terminal {
		t.Error("a file is taken for a terminal")
	}
}

// TestMessagesAreHarmless says texts of a service that would change the colours of a terminal or turn its text.
func TestMessagesAreHarmless(t *testing.T) {
	const text, want = "12\u00a0000 R7\x1b[31m\u009b\u202e\rR8", "12\u00a0000 R7\ufffd[31m\ufffd\ufffd\ufffdR8"
	code, stderr := runCommand(t.Context(), func(app *App, _ *cobra.Command) error {
		app.Say("Two lines:\n\t%s", text)
		app.Warn("%s", text)
		return errors.New(text)
	})
	if want := "Two lines:\n\t" + want + "\n" + want + "\nreservations: " + want + "\n"; code != 1 || stderr != want {
		t.Errorf("got exit code %d and %q, want 1 and %q", code, stderr, want)
	}
}
