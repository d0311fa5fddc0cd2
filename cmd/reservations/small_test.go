// SPDX-License-Identifier: MIT

package main

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestSmallBuild holds what makes the first command of the README quick: nothing is built for it that only
// another command or a workbook needs.
func TestSmallBuild(t *testing.T) {
	t.Parallel()
	list, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags", "small", ".").Output()
	if err != nil || !strings.Contains(string(list), "cmd/reservations/internal/cli\n") {
		t.Fatalf("%v\n%s", err, list)
	}
	for _, module := range []string{"modernc.org/", "github.com/jackc/", "github.com/xuri/", "github.com/reservationkit/reservations-go/mirror\n", "database/sql\n",
		"golang.org/x/text/language/display\n", "net/http/httptest\n"} {
		if strings.Contains(string(list), module) {
			t.Errorf("a small build has %s", module)
		}
	}
}

// TestSmallBuildRefuses commands that it does not have, whatever their arguments.
func TestSmallBuildRefuses(t *testing.T) {
	t.Parallel()
	if !testkit.Deep() {
		t.Skip("a test that builds the program is deep")
	}
	path := filepath.Join(t.TempDir(), "reservations")
	if output, err := exec.CommandContext(t.Context(), "go", "build", "-tags", "small", "-o", path, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	has := []string{"register", "config", "completion", "version"}
	app := &cli.App{Getenv: func(string) string { return "" }, Now: time.Now}
	for _, command := range app.Command(commands...).Commands() {
		name := command.Name()
		if slices.Contains(has, name) {
			continue
		}
		for _, args := range [][]string{{name}, {name, "--help"}, {name, "sync", "--database", "x.db"}} {
			output, err := exec.CommandContext(t.Context(), path, args...).CombinedOutput()
			want := "reservations: this build does not have the command " + name + "; build without -tags small\n"
			if err == nil || err.Error() != "exit status 2" || string(output) != want {
				t.Errorf("%s: %v\n%s", args, err, output)
			}
		}
	}
}
