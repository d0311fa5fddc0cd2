package examples

import (
	"strings"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
)

// TestREADMEProgram compiles the README's program in a module of its own, which only
// requires the SDK, and runs it.
func TestREADMEProgram(t *testing.T) {
	t.Parallel()
	_, program, found := strings.Cut(read(t, "../README.md"), "```go\npackage main")
	program, _, closed := strings.Cut(program, "```")
	if !found || !closed {
		t.Fatal("the README holds no program")
	}
	srv := reservationstest.NewServer()
	defer srv.Close()
	output := goTool(t, newModule(t, map[string]string{"main.go": "package main" + program}), srv, "run", ".")
	if got := strings.Count(output, ": 0 persons\n"); got != 7 {
		t.Errorf("the program printed %d days, want 7:\n%s", got, output)
	}
}
