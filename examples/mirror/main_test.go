// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// use makes the environment name a service with one reservation, or no service.
func use(t *testing.T, isSet bool) *reservationstest.Server {
	t.Helper()
	for _, name := range []string{"RESERVATIONS_BASE_URL", "RESERVATIONS_API_KEY", "RESERVATIONS_ORGANIZATION"} {
		t.Setenv(name, "")
	}
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
	server.Put(reservationstest.NewSummary(7, func(r *types.ReservationSummary) {
		r.Notes, r.TotalPrice = "canary", types.MustNumber("129.95")
		r.Modified = types.NewDateTime(time.Now())
	}))
	if isSet {
		t.Setenv("RESERVATIONS_BASE_URL", server.URL())
		t.Setenv("RESERVATIONS_API_KEY", reservationstest.Key)
		t.Setenv("RESERVATIONS_ORGANIZATION", "1")
	}
	return server
}

func program(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = run(t.Context(), args, &out, &out)
	return out.String(), err
}

func holdsCanary(t *testing.T, file string) bool {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Contains(data, []byte("canary"))
}

func TestRun(t *testing.T) {
	use(t, true)
	file := filepath.Join(t.TempDir(), "copy.db")
	for _, step := range []struct {
		args   []string
		says   string
		canary bool
	}{
		{[]string{"-dsn", file}, "Reservations: 1 new,", true},
		{[]string{"-dsn", file}, "129.95", true},
		{[]string{"-dsn", file, "-forget", "7"}, "erased from 1 reservations", false},
		{[]string{"-dsn", file, "-full"}, "1 changed,", false}, // written again, without personal data
	} {
		out, err := program(t, step.args...)
		if err != nil || !strings.Contains(out, step.says) || strings.Contains(out, "invented") {
			t.Errorf("%v: %v\n%s", step.args, err, out)
		}
		if got := holdsCanary(t, file); got != step.canary {
			t.Errorf("%v: the file holds the canary: %v", step.args, got)
		}
	}
}

func TestRedact(t *testing.T) {
	use(t, true)
	file := filepath.Join(t.TempDir(), "copy.db")
	if out, err := program(t, "-dsn", file, "-redact"); err != nil || holdsCanary(t, file) {
		t.Errorf("the file holds the canary, or %v\n%s", err, out)
	}
	if _, err := program(t, "-dsn", file); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("without -redact: %v", err)
	}
}

// TestWatch runs until it is stopped, which is no failure.
func TestWatch(t *testing.T) {
	server := use(t, true)
	ctx, cancel := context.WithCancel(t.Context())
	server.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Status(401))
	server.Inject(reservationstest.OpSummaries, reservationstest.Nth(9), reservationstest.Before(cancel))
	var out, failures bytes.Buffer
	err := run(ctx, []string{"-dsn", filepath.Join(t.TempDir(), "copy.db"), "-watch", "1ns"}, &out, &failures)
	if err != nil || !strings.Contains(out.String(), "1 new") || strings.Count(failures.String(), "401") != 1 {
		t.Errorf("%v\n%s%s", err, out.String(), failures.String())
	}
}

// TestInventedStaysApart refuses to put invented data into the copy of a real service.
func TestInventedStaysApart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "copy.db")
	use(t, true)
	if _, err := program(t, "-dsn", file); err != nil {
		t.Fatal(err)
	}
	use(t, false)
	if out, err := program(t, "-dsn", file); err == nil || !strings.Contains(err.Error(), "other settings") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestRefuses(t *testing.T) {
	server := use(t, true)
	server.Inject(reservationstest.OpPresence, reservationstest.Always(), reservationstest.Status(403))
	file := filepath.Join(t.TempDir(), "copy.db")
	for _, tt := range []struct{ args, says string }{
		{"-dsn " + file, "the copy is not complete, and the next run goes on from here: GET /api/reports/presence: 403"},
		{"-forget x", "numbers with commas"},
		{"-forget 0", "numbers with commas"},
		{"-watch -1s", "-watch"},
		{"nonsense", "nonsense"},
		{"-dsn mysql://x", "mysql"},
	} {
		if out, err := program(t, strings.Fields(tt.args)...); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v\n%s", tt.args, err, out)
		}
	}
	t.Setenv("RESERVATIONS_ORGANIZATION", "")
	if _, err := program(t, "-dsn", file); err == nil || !strings.Contains(err.Error(), "RESERVATIONS_ORGANIZATION") {
		t.Errorf("without an organization: %v", err)
	}
}
