// Package examples holds no code of its own; its tests hold the README to what it says.
package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestREADMEProgram compiles the README's program in a module of its own, which only
// requires the SDK, and runs it.
func TestREADMEProgram(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, program, found := strings.Cut(string(readme), "```go\npackage main")
	program, _, closed := strings.Cut(program, "```")
	if !found || !closed {
		t.Fatal("the README holds no program")
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.go": "package main" + program,
		"go.mod":  "module example.com/integrator\n\ngo 1.25\n\nrequire github.com/reservationkit/reservations-go v0.0.0\n\nreplace github.com/reservationkit/reservations-go => " + root + "\n",
		"go.sum":  string(sums),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	srv := reservationstest.NewServer()
	defer srv.Close()
	cmd := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "RESERVATIONS_BASE_URL="+srv.URL(), "RESERVATIONS_API_KEY="+reservationstest.Key)
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if got := strings.Count(string(output), ": 0 items\n"); got != 8 {
		t.Errorf("the program printed %d days, want 8:\n%s", got, output)
	}
}
