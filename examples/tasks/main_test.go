// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// use makes the environment name a server, and no service when server is nil.
func use(t *testing.T, server *reservationstest.Server) {
	t.Helper()
	t.Setenv("RESERVATIONS_BASE_URL", "")
	t.Setenv("RESERVATIONS_API_KEY", "")
	t.Setenv("RESERVATIONS_ORGANIZATION", "")
	if server != nil {
		t.Cleanup(server.Close)
		t.Setenv("RESERVATIONS_BASE_URL", server.URL())
		t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
	}
}

const staff = `ID  NAME             EMAIL                DOES      MAY CHANGE TASKS
21  Staff member 21  staff21@example.com  Cleaning  true
22  Staff member 22  staff22@example.com  -         false
`

func TestRun(t *testing.T) {
	server := startDemo()
	use(t, server)
	var stdout bytes.Buffer
	if err := run(t.Context(), []string{"-reset", "501"}, &stdout); err != nil {
		t.Fatal(err)
	}
	want := staff + `
Task 501 was reset: Clean the kitchen
  status open, done false, due 2026-11-20T00:00:00Z
  unit C1
`
	if diff := cmp.Diff(want, stdout.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	if task, _ := reservationstest.Get[types.Task](server, 501); task.Done {
		t.Error("the service still takes the task for done")
	}
}

func TestRunOnlyLists(t *testing.T) {
	server := startDemo()
	use(t, server)
	var stdout bytes.Buffer
	if err := run(t.Context(), nil, &stdout); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(staff, stdout.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	if calls := server.Calls(); len(calls) != 1 || calls[0].Operation != reservationstest.OpStaffMembers {
		t.Errorf("a run without -reset made other calls than one for the staff: %d calls", len(calls))
	}
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	var stdout bytes.Buffer
	if err := run(t.Context(), nil, &stdout); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"an invented service in this process, at http://127.0.0.1:", staff, "Task 501 was reset"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("the output does not say %q:\n%s", want, &stdout)
		}
	}
}

func TestRunFails(t *testing.T) {
	tests := map[string]struct {
		args  []string
		env   map[string]string
		spoil func(*reservationstest.Server)
		says  string
	}{
		"a flag":                  {args: []string{"-reset=all"}, says: `invalid value "all" for flag -reset`},
		"a word":                  {args: []string{"501"}, says: `"501" is not a flag`},
		"no key":                  {env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"no URL":                  {env: map[string]string{"RESERVATIONS_BASE_URL": ""}, says: "RESERVATIONS_BASE_URL is not set"},
		"a wrong key":             {env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"no such task":            {args: []string{"-reset", "999"}, says: "there is no task 999"},
		"no staff to be had":      {spoil: always(reservationstest.OpStaffMembers, reservationstest.Status(403)), says: "listing the staff failed"},
		"no reset to be had":      {args: []string{"-reset", "501"}, spoil: always(reservationstest.OpResetTask, reservationstest.Status(500)), says: "task 501 may have been reset"},
		"a reset that is refused": {args: []string{"-reset", "501"}, spoil: always(reservationstest.OpResetTask, reservationstest.Status(403)), says: "resetting task 501 failed"},
		"an answer of a proxy":    {spoil: always(reservationstest.OpStaffMembers, reservationstest.HTML(200)), says: "cannot read the response"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := startDemo()
			use(t, server)
			for key, value := range tt.env {
				t.Setenv(key, value)
			}
			if tt.spoil != nil {
				tt.spoil(server)
			}
			err := run(t.Context(), tt.args, &bytes.Buffer{})
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			if strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows the key or is more than a sentence: %v", err)
			}
		})
	}
}

func always(operation string, fault reservationstest.Fault) func(*reservationstest.Server) {
	return func(s *reservationstest.Server) { s.Inject(operation, reservationstest.Always(), fault) }
}
