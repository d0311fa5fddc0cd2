// SPDX-License-Identifier: MIT

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
)

// TestSmallBuild holds what makes the first command of the README quick: nothing is built for it that only
// a database or a workbook needs.
func TestSmallBuild(t *testing.T) {
	t.Parallel()
	list, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags", "small", ".").Output()
	if err != nil || !strings.Contains(string(list), "cmd/reservations/internal/cli\n") {
		t.Fatalf("%v\n%s", err, list)
	}
	for _, module := range []string{"modernc.org/", "github.com/jackc/", "github.com/xuri/", "github.com/reservationkit/reservations-go/mirror\n", "database/sql\n"} {
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
	for _, args := range []string{"mirror", "mirror sync --database x.db", "mirror --help"} {
		output, err := exec.CommandContext(t.Context(), path, strings.Fields(args)...).CombinedOutput()
		want := "reservations: this build has no database; build without -tags small\n"
		if err == nil || err.Error() != "exit status 2" || string(output) != want {
			t.Errorf("%s: %v\n%s", args, err, output)
		}
	}
}
