// SPDX-License-Identifier: MIT

package main

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// Beginnings of examples that read nothing of the service, or that go on until Ctrl-C.
var otherExamples = regexp.MustCompile(`^reservations (config|version|serve)`)

// TestEveryExampleWorks runs the examples of every help that read something, those of a command in their order and
// in one folder, with --demo.
func TestEveryExampleWorks(t *testing.T) {
	app := &cli.App{Getenv: func(string) string { return "" }, Now: time.Now}
	all := map[string][]string{} // by the first command
	eachCommand(app.Command(commands...), func(cmd *cobra.Command) {
		for example := range strings.Lines(cmd.Example) {
			example = strings.TrimSpace(example)
			if strings.HasPrefix(example, "reservations ") && !otherExamples.MatchString(example) {
				name := strings.Fields(cmd.CommandPath() + " reservations")[1]
				all[name] = append(all[name], example)
			}
		}
	})
	if len(all) < 5 {
		t.Errorf("%d commands have examples that read something, want at least 5", len(all))
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("token.txt", []byte("token-1\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, example := range all[name] {
				runExample(t, example)
			}
		})
	}
}

var (
	endOfExample = regexp.MustCompile(`   *[a-z].*| \|\| .*`) // what is said about it, or another program
	wordOfShell  = regexp.MustCompile(`"[^"]*"|\S+`)
)

// runExample runs a command line as a shell does, with --demo.
func runExample(t *testing.T, line string) {
	t.Helper()
	command, out, isRedirected := strings.Cut(endOfExample.ReplaceAllString(line, ""), " > ")
	args := []string{"--demo"}
	for _, word := range wordOfShell.FindAllString(command, -1)[1:] {
		args = append(args, strings.Trim(word, `"`))
	}
	var stdout, stderr strings.Builder
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr,
		Getenv: func(string) string { return "" }, Now: clock(testNow),
	}
	if code := app.Run(t.Context(), args, commands...); code != 0 {
		t.Errorf("%s\n  got exit code %d and %q, want 0", line, code, stderr.String())
	}
	if isRedirected {
		if err := os.WriteFile(out, []byte(stdout.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
