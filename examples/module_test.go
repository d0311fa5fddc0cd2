// Package examples holds no code of its own; its tests hold the README, THIRD_PARTY.md and
// the examples to what they say.
package examples

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/reservationkit/reservations-go/reservationstest"
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
	files["go.mod"] = "module example.com/integrator\n\ngo 1.25\n\n" +
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
