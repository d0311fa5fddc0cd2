// SPDX-License-Identifier: MIT

package examples

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPrograms runs the programs as a user does who has nothing but a clone: they work
// without an environment, and a bad one ends them with exit code 1 and one sentence.
func TestPrograms(t *testing.T) {
	t.Parallel()
	deep(t)
	tests := map[string]string{ // what each says that it did
		"checkin":       "Reservation R001001 of de Vries",
		"feed":          "reservation 2 is cancelled [",
		"export":        "invented.json: 1200 reservations",
		"meters":        "Report 1000001 of unit 7: e 1234.500",
		"mirror":        "Reservations: 1200 new",
		"nightregister": "night-register.csv holds the register of",
		"quickstart":    "invented service in this process",
		"sharedlimit":   "per second, and at most 9.7",
		"tasks":         "staff21@example.com",
		"touristtax":    "tourist-tax.csv holds the tourist tax of",
		"webhooks":      "Event 9001: example of record 1",
	}
	programs, err := filepath.Glob(filepath.Join(bin, "*"))
	if err != nil || len(programs) != len(tests) {
		t.Errorf("there are %d programs, error %v, want %d", len(programs), err, len(tests))
	}
	for name, did := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, err := run(t, t.TempDir(), environment(nil), name)
			if err != nil || !strings.Contains(stdout, did) || !strings.Contains(stdout, "invented") {
				t.Errorf("without an environment: %v\n%s%s", err, stdout, stderr)
			}
			stdout, stderr, err = run(t, t.TempDir(), append(environment(nil), "RESERVATIONS_API_KEY=canary"), name)
			if err == nil || err.Error() != "exit status 1" {
				t.Errorf("with half an environment it ends with %v, want exit status 1", err)
			}
			if strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "RESERVATIONS_BASE_URL") || strings.Contains(stdout+stderr, "canary") {
				t.Errorf("with half an environment it says:\n%s%s", stdout, stderr)
			}
		})
	}
	for _, name := range []string{"checkin", "export", "meters", "mirror", "nightregister", "quickstart", "sharedlimit", "tasks", "touristtax", "webhooks"} {
		_, help, err := run(t, t.TempDir(), environment(nil), name, "-h")
		if err != nil || !strings.HasPrefix(strings.ToLower(help), name+" ") || !saysWhatHappensWithoutService(help) {
			t.Errorf("%s -h: %v\n%s", name, err, help)
		}
		stdout, refusal, err := run(t, t.TempDir(), environment(nil), name, "nonsense")
		if err == nil || stdout != "" || !strings.Contains(refusal, `"nonsense" is not a flag`) {
			t.Errorf("%s nonsense: %v\n%s%s", name, err, stdout, refusal)
		}
	}
	missing := filepath.Join(t.TempDir(), "missing")
	for _, args := range [][]string{{"sharedlimit", "-rate", "-5"}, {"mirror", "-file", filepath.Join(missing, "copy.db")}} {
		_, stderr, err := run(t, t.TempDir(), environment(nil), args...)
		if err == nil || !strings.HasPrefix(stderr, args[0]+": ") || strings.Count(stderr, args[0]+": ") > 1 {
			t.Errorf("%v: %v\n%s", args, err, stderr)
		}
	}
	for _, args := range [][]string{{"quickstart", "-nonsense"}, {"quickstart", "-night", "nonsense"},
		{"checkin", "-notes", "All", "nonsense"}, {"tasks", "-reset", "501", "nonsense"}} {
		stdout, stderr, err := run(t, t.TempDir(), environment(nil), args...)
		if err == nil || stdout != "" || !strings.Contains(stderr, "nonsense") {
			t.Errorf("%v: %v\n%s%s", args, err, stdout, stderr)
		}
	}
}

// run runs a program in a folder, and returns what it prints.
func run(t *testing.T, dir string, env []string, command ...string) (stdout, stderr string, err error) {
	t.Helper()
	var o, e bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program(t, command[0]), command[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &o, &e
	err = cmd.Run()
	return o.String(), e.String(), err
}

// saysWhatHappensWithoutService reports whether a help names the variables.
func saysWhatHappensWithoutService(help string) bool {
	for _, want := range []string{"RESERVATIONS_BASE_URL", "RESERVATIONS_API_KEY", "ith neither", "set", "invented service in this process"} {
		if !strings.Contains(help, want) {
			return false
		}
	}
	return true
}
