// SPDX-License-Identifier: MIT

// Package examples holds no code of its own. Its tests build the programs as a user does, and run
// them; those are deep, because a compiler takes long. The example of tests has tests in its folder, and so
// have sharedlimit, whose rates are those of the clock, and export.
package examples

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/reservationkit/reservations-go/internal/testkit"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// bin is the folder of all programs, if the tests run deep.
var bin string

func TestMain(m *testing.M) {
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(bin)
	os.Exit(code)
}

func build() (err error) {
	if !testkit.Deep() {
		return nil
	}
	if bin, err = os.MkdirTemp("", "examples"); err != nil {
		return err
	}
	if output, err := exec.Command("go", "build", "-o", bin, "./...").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, output)
	}
	return nil
}

// program returns the path of a program. Without deep tests nothing is built, and the test is skipped.
func program(t *testing.T, name string) string {
	t.Helper()
	deep(t)
	return filepath.Join(bin, name)
}

// deep skips a test unless the tests run deep.
func deep(t *testing.T) {
	t.Helper()
	if !testkit.Deep() {
		t.Skip("a test that runs the compiler is deep")
	}
}

// environment is that of this process, but names server, or no service when it is nil.
func environment(server *reservationstest.Server) []string {
	baseURL, key := "", ""
	if server != nil {
		baseURL, key = server.URL(), reservationstest.Key
	}
	return append(os.Environ(), "RESERVATIONS_BASE_URL="+baseURL, "RESERVATIONS_API_KEY="+key, "RESERVATIONS_ORGANIZATION=")
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
