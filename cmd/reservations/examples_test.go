// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

var (
	remark      = regexp.MustCompile(`   *[a-z].*`) // what is said about an example
	wordOfShell = regexp.MustCompile(`"[^"]*"|\S+`)
)

// TestEveryExampleWorks runs the examples of every help that read something, those of a command in their order and
// in one folder, with --demo.
func TestEveryExampleWorks(t *testing.T) {
	app := &cli.App{Getenv: func(string) string { return "" }, Now: time.Now}
	for _, cmd := range app.Command(commands...).Commands() {
		t.Run(cmd.Name(), func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("token.txt", []byte("token-1\n"), 0o600); err != nil || cmd.Example == "" {
				t.Fatalf("got the error %v and the examples %q", err, cmd.Example)
			}
			for example := range strings.Lines(cmd.Example) {
				words := wordOfShell.FindAllString(remark.ReplaceAllString(strings.TrimSpace(example), ""), -1)
				if slices.Contains([]string{"config", "serve"}, words[1]) {
					continue // it needs settings, or goes on until Ctrl-C
				}
				args := []string{"--demo"}
				for _, word := range words[1:] {
					args = append(args, strings.Trim(word, `"`))
				}
				var stdout, stderr strings.Builder
				app := &cli.App{
					Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr,
					Getenv: func(string) string { return "" }, Now: clock(testNow),
				}
				if code := app.Run(t.Context(), args, commands...); code != 0 {
					t.Errorf("%s\n  got exit code %d and %q, want 0", example, code, stderr.String())
				}
			}
		})
	}
}
