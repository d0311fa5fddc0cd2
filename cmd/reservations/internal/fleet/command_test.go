// SPDX-License-Identifier: MIT

package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// program runs the command, and stops it once it has printed each of the texts of until. It returns
// what it printed and its exit code.
func program(t *testing.T, env map[string]string, until []string, args ...string) (output string, code int) {
	t.Helper()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out := &watched{until: until, stop: interrupt}
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: out, Stderr: out, Now: time.Now,
		Getenv: func(name string) string { return env[name] },
	}
	code = app.Run(ctx, append([]string{"fleet"}, args...), Command)
	return out.text.String(), code
}

// watched keeps what is printed, and calls stop when it has all texts of until.
type watched struct {
	text  bytes.Buffer
	until []string
	stop  func()
}

func (w *watched) Write(line []byte) (int, error) {
	w.text.Write(line)
	lacks := func(text string) bool { return !strings.Contains(w.text.String(), text) }
	if len(w.until) > 0 && !slices.ContainsFunc(w.until, lacks) {
		w.stop()
	}
	return len(line), nil
}

// service is one with three reservations for any organization.
func service(t *testing.T) *reservationstest.Server {
	t.Helper()
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
	for id := range int64(3) {
		server.Put(reservationstest.NewSummary(id + 1))
	}
	return server
}

// TestRunOfAFile copies the parks of a list, says of each what came of it, goes on after a restart, and shows how
// they are. Keys are in files, and one of them is wrong.
func TestRunOfAFile(t *testing.T) {
	t.Parallel()
	server, dir := service(t), t.TempDir()
	list := ""
	for organization, key := range []string{"dunes", "dunes", "coast", "none"} {
		list += fmt.Sprintf("[[parks]]\norganization = %d\nname = \"Park %[1]d\"\nbase_url = %q\nkey = %q\npaused = %v\n",
			organization+1, server.URL(), key, organization == 1)
	}
	for name, text := range map[string]string{"parks.toml": list, "dunes": reservationstest.Key, "coast": "canary"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	place := []string{"--parks", filepath.Join(dir, "parks.toml"), "--directory", filepath.Join(dir, "copies")}
	run := append([]string{"run", "--keys-directory", dir, "--skip-register"}, place...)
	until := []string{
		"Z park 1 Park 1: reservations 3 new, 0 changed, 0 unchanged, 0 removed; nights 0 read, 0 new or changed; the next sync is at ",
		"Z park 3 Park 3 is stopped, because its key was refused: GET /api/reservations/summaries: 401 ",
		"Z park 4 Park 4 is not complete: ",
	}
	output, code := program(t, nil, until, run...)
	if code != 0 || strings.Count(output, "\n") != 4 || !strings.HasSuffix(output, "Stopped; "+goesOn+".\n") {
		t.Errorf("exit code %d, want 0\n%s", code, output)
	}
	output, code = program(t, nil, until[1:2], run...)
	if code != 0 || strings.Contains(output, "park 1") || strings.Contains(output, "canary") {
		t.Errorf("the second run does not go on: exit code %d\n%s", code, output)
	}
	output, code = program(t, nil, nil, append([]string{"status", "--format", "json"}, place...)...)
	document, message, _ := strings.Cut(output, "\n]\n")
	var got []row
	if err := json.Unmarshal([]byte(document+"\n]"), &got); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for i := range got {
		if (got[i].LastSuccess != nil) != (i == 0) || (got[i].NextRun != nil) != (i == 0 || i == 3) || (got[i].AgeSeconds != nil) != (i == 0) {
			t.Errorf("got the times of %+v", got[i])
		}
		got[i].LastSuccess, got[i].NextRun, got[i].AgeSeconds = nil, nil, nil
	}
	want := []row{
		{Organization: 1, Name: "Park 1", State: "scheduled", Reservations: 3, Outcome: "done"},
		{Organization: 2, Name: "Park 2", State: "paused"},
		{Organization: 3, Name: "Park 3", State: "stopped", Outcome: "refused", Problem: "reservations.summaries: status 401"},
		{Organization: 4, Name: "Park 4", State: "scheduled", Late: true, Outcome: "failed", Problem: "the API key was not found", Failures: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if code != 6 || message != "reservations: of 4 parks, 1 stopped and 1 late\n" {
		t.Errorf("exit code %d, want 6: %q", code, message)
	}
}
