// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
		t.Setenv("RESERVATIONS_ORGANIZATION", "1")
	}
}

var now = today.Midnight().Add(14 * time.Hour)

// runProgram runs the program with a state of its own, unless args name one.
func runProgram(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var o, e bytes.Buffer
	err = run(t.Context(), args, now, &o, &e)
	return o.String(), e.String(), err
}

func inNewState(t *testing.T, args ...string) []string {
	return append([]string{"-state", filepath.Join(t.TempDir(), "access.db")}, args...)
}

// kindsOf lists the events in an output as "kind reservation".
func kindsOf(t *testing.T, lines string) (kinds []string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		var e struct {
			ID, Kind string
			Stay     struct{ Reservation json.Number }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil || e.ID == "" {
			t.Fatalf("%q is no event: %v", line, err)
		}
		kinds = append(kinds, e.Kind+" "+e.Stay.Reservation.String())
	}
	return kinds
}

func TestRunWithoutService(t *testing.T) {
	use(t, nil)
	t.Chdir(t.TempDir())
	stdout, stderr, err := runProgram(t)
	if err != nil {
		t.Fatal(err)
	}
	notice, events, _ := strings.Cut(stdout, "\n")
	if !strings.Contains(notice, "an invented service in this process, at http://127.0.0.1:") || !strings.Contains(stderr, "This is the first run") {
		t.Errorf("it says:\n%s\n%s", notice, stderr)
	}
	want := []string{"arrival 1001", "arrival 1002", "arrival 1003", "arrival 1004",
		"departure 1002", "cancelled 1004", "moved 1003", "extended 1001", "arrival 1005"}
	if diff := cmp.Diff(want, kindsOf(t, events)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("the program left %v, error %v", left, err)
	}
}

// TestEvent holds one event to what it may tell: no token and nothing about persons.
func TestEvent(t *testing.T) {
	server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001, func(r *types.ReservationSummary) {
		r.Checkin = types.NewDateTime(time.Date(2026, 11, 20, 15, 0, 0, 0, time.FixedZone("", 3600)))
		r.GroupReservation = &types.SummaryGroupReservation{ID: 4, Token: types.NewSecret("canary")}
	})))
	use(t, server)
	args := inNewState(t)
	stdout, _, err := runProgram(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(stdout, `","kind"`)
	want := `:"arrival","stay":{"reservation":1001,"number":"R001001","unit":1,"unitNumber":"C1","from":"2026-11-20","to":"2026-11-27","checkin":"2026-11-20T15:00:00+01:00"}}` + "\n"
	if diff := cmp.Diff(want, rest); diff != "" {
		t.Errorf("the event (-want +got):\n%s", diff)
	}
	state, err := os.ReadFile(args[1])
	if err != nil || bytes.Contains(state, []byte("canary")) || bytes.Contains(state, []byte("Vries")) || bytes.Contains(state, []byte("token")) {
		t.Errorf("the state has a token or a name, or cannot be read: %v", err)
	}
}

// TestFirstRun delivers the stays of today, or only records them.
func TestFirstRun(t *testing.T) {
	for name, tt := range map[string]struct {
		flags []string
		want  []string
	}{
		"deliver": {nil, []string{"arrival 1001"}},
		"record":  {[]string{"-record"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001)))
			use(t, server)
			args := inNewState(t, tt.flags...)
			stdout, stderr, err := runProgram(t, args...)
			if err != nil || !strings.Contains(stderr, "This is the first run with "+args[1]) {
				t.Errorf("%v\n%s", err, stderr)
			}
			if diff := cmp.Diff(tt.want, kindsOf(t, stdout)); diff != "" {
				t.Errorf("the first run (-want +got):\n%s", diff)
			}
			server.Put(reservationstest.NewSummary(1001, func(r *types.ReservationSummary) { r.DateTo = types.NewDate(2026, 11, 29).DateTime() }))
			stdout, stderr, err = runProgram(t, args...)
			if err != nil || strings.Contains(stderr, "first") {
				t.Errorf("%v\n%s", err, stderr)
			}
			if diff := cmp.Diff([]string{"extended 1001"}, kindsOf(t, stdout)); diff != "" {
				t.Errorf("the second run (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFailedRead fails the second of three reads in many ways. The third finds the whole
// difference to the first.
func TestFailedRead(t *testing.T) {
	odd := func(text string) reservationstest.Fault {
		return reservationstest.Body(200, "application/json", text)
	}
	tests := map[string]struct {
		fault   reservationstest.Fault
		says    string
		retried bool
	}{
		"401":                      {fault: reservationstest.Status(401), says: "check the API key"},
		"HTML":                     {fault: reservationstest.HTML(200), says: "cannot read the response"},
		"null":                     {fault: odd("null"), says: "cannot read the response"},
		"nothing":                  {fault: odd("[]"), says: "lists no reservation at all, although 1 stays were known"},
		"no id":                    {fault: odd(`[{"number": "R1"}]`), says: `reservation "R1" has no id`},
		"an unexpected unit":       {fault: odd(`[{"id": 1001, "accommodationUnit": "C1"}]`), says: "[0].accommodationUnit cannot be read"},
		"an unexpected id of unit": {fault: odd(`[{"id": 1001, "accommodationUnit": {"id": "C1"}}]`), says: "[0].accommodationUnit.id cannot be read"},
		"an unexpected state":      {fault: odd(`[{"id": 1001, "cancelled": "perhaps"}]`), says: "[0].cancelled cannot be read"},
		"a lost response":          {fault: reservationstest.ResetAfter(), says: "were not read", retried: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001)))
			use(t, server)
			args := inNewState(t)
			if _, _, err := runProgram(t, args...); err != nil {
				t.Fatal(err)
			}
			server.Put(reservationstest.NewSummary(1001, func(r *types.ReservationSummary) { r.AccommodationUnit.ID = 9 }))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			server.ResetCalls()
			if tt.retried {
				server.Inject(reservationstest.OpSummaries, reservationstest.Nth(2), reservationstest.Before(cancel))
			}
			server.Inject(reservationstest.OpSummaries, reservationstest.Always(), tt.fault)
			var stdout bytes.Buffer
			if err := run(ctx, args, now, &stdout, io.Discard); err == nil || !strings.Contains(err.Error(), tt.says) || stdout.Len() > 0 {
				t.Errorf("got error %v, want one that says %q; the output is %q", err, tt.says, &stdout)
			}
			server.ClearFaults()
			events, _, err := runProgram(t, args...)
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff([]string{"moved 1001"}, kindsOf(t, events)); diff != "" {
				t.Errorf("the next run (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEmptyReadThatIsAccepted(t *testing.T) {
	server := reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewSummary(1001)))
	use(t, server)
	args := inNewState(t)
	if _, _, err := runProgram(t, args...); err != nil {
		t.Fatal(err)
	}
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), reservationstest.Body(200, "application/json", "[]"))
	stdout, _, err := runProgram(t, append(args, "-empty")...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"missing 1001"}, kindsOf(t, stdout)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestStatuses reads one reservation of each state.
func TestStatuses(t *testing.T) {
	server := reservationstest.NewServer()
	for i, change := range []func(*types.ReservationSummary){
		func(r *types.ReservationSummary) {},
		func(r *types.ReservationSummary) { r.Status = types.ReservationStatusImported },
		func(r *types.ReservationSummary) { r.Status = types.ReservationStatusOption },
		func(r *types.ReservationSummary) { r.Denied = types.Ptr(true) },
		func(r *types.ReservationSummary) { r.Status = "" },
		func(r *types.ReservationSummary) { r.Status, r.Confirmed = "", nil },
		func(r *types.ReservationSummary) { r.Closed = types.Ptr(true) },
	} {
		server.Put(reservationstest.NewSummary(int64(i), func(r *types.ReservationSummary) { r.ID = int64(i + 1) }, change))
	}
	use(t, server)
	for flags, want := range map[string][]string{
		"confirmed,imported": {"arrival 1", "arrival 2", "arrival 5", "arrival 7"},
		"option":             {"arrival 3", "arrival 5"},
	} {
		t.Run(flags, func(t *testing.T) {
			stdout, _, err := runProgram(t, inNewState(t, "-status", flags)...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, kindsOf(t, stdout)); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunFails(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		args []string
		env  map[string]string
		says string
	}{
		"a word":            {args: []string{"now"}, says: `"now" is not a flag`},
		"days before":       {args: []string{"-ahead", "-1"}, says: "must not be negative"},
		"no address":        {args: []string{"-post", "locks?canary"}, says: "-post is not an address"},
		"a broken address":  {args: []string{"-post", "https://canary:%zz"}, says: "-post is not an address"},
		"no organization":   {env: map[string]string{"RESERVATIONS_ORGANIZATION": ""}, says: "organization is required"},
		"no key":            {env: map[string]string{"RESERVATIONS_API_KEY": ""}, says: "RESERVATIONS_API_KEY is not set"},
		"a wrong key":       {env: map[string]string{"RESERVATIONS_API_KEY": "canary"}, says: "check the API key"},
		"a folder as state": {args: []string{"-state", "."}, says: "is a directory"},
		"a text as state":   {args: []string{"-state", text}, says: "text cannot be used"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			use(t, reservationstest.NewServer())
			for key, value := range tt.env {
				t.Setenv(key, value)
			}
			t.Chdir(t.TempDir())
			_, _, err := runProgram(t, tt.args...)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("got error %v, want one that says %q", err, tt.says)
			}
			if strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the error shows a secret or is more than a sentence: %v", err)
			}
		})
	}
}
