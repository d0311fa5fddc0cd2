// SPDX-License-Identifier: MIT

package register

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// parse returns what flags ask for at a time.
func parse(now time.Time, args ...string) (options, error) {
	var o options
	cmd := &cobra.Command{}
	o.addFlags(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		return options{}, cli.UsageErrorf("%w", err) // as the program does
	}
	return o, o.complete(now, now.Location())
}

// TestOptions also finds the files in .gitignore: a run in a clone must not put personal data into a commit.
func TestOptions(t *testing.T) {
	t.Parallel()
	ignored, err := os.ReadFile("../../../../.gitignore")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ args, name, words string }{
		{"", "night-register-2026-11-19.csv", "19. November 2026"},
		{"--from 2026-11-01", "night-register-2026-11-01.csv", "1. November 2026"},
		{"--from 2026-10-01 --to 2026-11-03", "night-register-2026-10-01-to-2026-11-03.csv", "1. Oktober 2026 – 3. November 2026"},
		{"--from 2026-11-21 --provisional", "night-register-2026-11-21-provisional.csv", "21. November 2026 (noch nicht vorbei)"},
		{"--category 7", "night-register-2026-11-19-category-7.csv", "19. November 2026, nur Unterkunftskategorie 7"},
	}
	for _, test := range tests {
		t.Run(test.args, func(t *testing.T) {
			t.Parallel()
			got, err := parse(now, strings.Fields(test.args)...)
			if err != nil || got.file("csv") != test.name || got.In(locales["de"]) != test.words {
				t.Errorf("got %s, %q and error %v, want %s, %q", got.file("csv"), got.In(locales["de"]), err, test.name, test.words)
			}
			isIgnored := func(line string) bool { ok, _ := filepath.Match(line, "/"+got.file("html")); return ok }
			if !slices.ContainsFunc(strings.Split(string(ignored), "\n"), isIgnored) {
				t.Errorf("git does not ignore %s", got.file("html"))
			}
		})
	}
}

func TestOptionErrors(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, says string
		args       []string
	}{
		{"a negative id", "want the id of a category", []string{"--category", "-4"}},
		{"no category", "want the id of a category", []string{"--category", "0"}},
		{"unknown language", "--lang must be one of de, en, nl, but is \"fr\"", []string{"--lang", "fr"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := parse(now, test.args...)
			if exit, ok := errors.AsType[cli.ExitError](err); !ok || exit.Code != 2 || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want a usage error that says %q", err, test.says)
			}
		})
	}
}

// The last night that is over has ended in UTC and in the time zone of the park.
func TestLastOver(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		utc     string
		offset  int // hours of the time zone
		wantDay int // of November
	}{
		{"the last minute of a day", "2026-11-20T23:59:00Z", 0, 19},
		{"midnight", "2026-11-21T00:00:00Z", 0, 20},
		{"midnight in the park, and not yet in UTC", "2026-11-20T23:30:00Z", 1, 19},
		{"midnight in UTC, and not yet in the park", "2026-11-21T04:00:00Z", -5, 19},
		{"a morning far in the east", "2026-11-20T20:00:00Z", 13, 19},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			now, err := time.Parse(time.RFC3339, test.utc)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := lastOver(now, time.FixedZone("", test.offset*3600)), november(test.wantDay); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
