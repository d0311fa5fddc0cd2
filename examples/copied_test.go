// SPDX-License-Identifier: MIT

package examples

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// newModule makes a module that requires nothing but the SDK of this checkout, and puts
// files into it. It returns its folder.
func newModule(t *testing.T, files map[string]string) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files = maps.Clone(files)
	files["go.mod"] = "module example.com/integrator\n\ngo 1.26\n\n" +
		"require github.com/reservationkit/reservations-go v0.0.0\n\n" +
		"replace github.com/reservationkit/reservations-go => " + root + "\n"
	files["go.sum"] = read(t, filepath.Join(root, "go.sum"))
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goTool runs the go command in a module made by newModule, with a server in the
// environment, or no service when server is nil. It returns what was printed.
func goTool(t *testing.T, dir string, server *reservationstest.Server, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = dir
	cmd.Env = append(environment(server), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, output)
	}
	return string(output)
}

// copied returns a module with the files of an example and nothing else.
func copied(t *testing.T, example string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(example, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s has %d files, error %v", example, len(names), err)
	}
	files := map[string]string{}
	for _, name := range names {
		files[filepath.Base(name)] = read(t, name)
	}
	return newModule(t, files)
}

// TestQuickstart copies the quickstart into an empty module and runs it, with a service and without.
func TestQuickstart(t *testing.T) {
	t.Parallel()
	deep(t)
	dir := copied(t, "quickstart")
	night := types.DateOf(time.Now().UTC()).AddDays(-1)
	server := reservationstest.NewServer(reservationstest.WithBookings(reservationstest.Park(7, 60, night, 1)...))
	defer server.Close()
	day := server.Register(reservations.PresenceParams{DateFrom: night, DateTo: night, Grouped: new(true)})[0]
	heading := "Night of " + night.Midnight().Format("Monday 2 January 2006") + "\n"
	want := heading + fmt.Sprintf("Reservations: %d, persons: %d\n", len(day.Items), day.Persons())
	output := goTool(t, dir, server, "run", ".")
	if rows := strings.Count(output, "\n") - 4; !strings.HasPrefix(output, want) || rows != len(day.Items) || rows == 0 {
		t.Errorf("with a service: %d rows, want %d, after %q:\n%s", rows, len(day.Items), want, output)
	}
	if output := goTool(t, dir, nil, "run", "."); !strings.Contains(output, "invented service in this process.\n"+heading) {
		t.Errorf("without a service the output is:\n%s", output)
	}
}

// TestTesting copies the example of an integrator's tests into an empty module and runs
// them there. The SDK requires httpmock too, so that its version is known.
func TestTesting(t *testing.T) {
	t.Parallel()
	deep(t)
	output := goTool(t, copied(t, "testing"), nil, "test", "-v", ".")
	for _, want := range []string{"--- PASS: TestOnWithHTTPMock ", "--- PASS: TestOnWithHTTPMockFails ", "--- PASS: TestOnWithReservationstest ", "--- PASS: TestOnWithReservationstestNotFound "} {
		if !strings.Contains(output, want) {
			t.Errorf("the tests do not print %q:\n%s", want, output)
		}
	}
}
