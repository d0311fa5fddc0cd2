// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// TestMain is the program itself when a test starts it.
func TestMain(m *testing.M) {
	if os.Getenv("EXPORT_STARTED_BY_TEST") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// TestExport kills and refuses runs, and changes reservations before and during others. A run that ends without an error
// leaves the file with every reservation once, as the service had it when the run began, and has read only what has changed.
// Every other run leaves the file as it was.
func TestExport(t *testing.T) {
	t.Parallel()
	server, dir := reservationstest.NewServer(), t.TempDir()
	t.Cleanup(server.Close)
	change := func(price string, when time.Time, first, last int64) {
		for id := first; id <= last; id++ {
			server.Put(reservationstest.NewSummary(id, func(r *types.ReservationSummary) {
				r.TotalPrice, r.Modified = types.MustNumber(price), types.NewDateTime(when)
			}))
		}
	}
	change("100", time.Now().AddDate(0, 0, -1), 1001, 1450)
	var kill context.CancelFunc // ends the program at once
	killed := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		kill()
		reservationstest.Hang()(w, r, next)
	}
	refused := reservationstest.Status(http.StatusForbidden)
	changed := func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		change("200", time.Now(), 1001, 1001) // it is on the first page, which was read
		next.ServeHTTP(w, r)
	}
	const asItWas = "export: reservations.json is as it was: GET "
	for _, step := range []struct {
		name        string
		first, last int64                  // which reservations have changed before the run
		fault       reservationstest.Fault // of every request for a later page
		says        string
	}{
		{"killed first run", 0, -1, killed, ""},
		{"refused first run", 0, -1, refused, asItWas},
		{"change during the first run", 0, -1, changed, "reservations.json: 450 reservations, of which 450 were read\n"},
		{"killed later run", 1201, 1450, killed, ""},
		{"refused later run", 1450, 1451, refused, asItWas},
		{"later run", 1101, 1102, nil, "reservations.json: 451 reservations, of which 254 were read\n"},
		{"nothing but the overlap", 0, -1, nil, "reservations.json: 451 reservations, of which 254 were read\n"},
	} {
		change("300", time.Now(), step.first, step.last)
		ctx, cancel := context.WithCancel(t.Context())
		kill = cancel
		var arrived time.Time
		server.ClearFaults()
		server.Inject("reservations.summaries", reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
			if !r.URL.Query().Has("offset") {
				arrived = time.Now()
			} else if step.fault != nil {
				step.fault(w, r, next)
				return
			}
			next.ServeHTTP(w, r)
		})
		before, _ := os.ReadFile(filepath.Join(dir, "reservations.json")) // nothing, at first
		output, err := started(ctx, dir, server.URL())
		cancel()
		after, _ := os.ReadFile(filepath.Join(dir, "reservations.json"))
		failed := step.says == "" || step.says == asItWas
		if (err != nil) != failed || !strings.HasPrefix(output, step.says) {
			t.Fatalf("%s: it ends with %v and prints %q, want %q", step.name, err, output, step.says)
		}
		if failed && string(after) != string(before) {
			t.Fatalf("%s: the file has changed", step.name)
		}
		var got stored
		if failed {
			continue
		}
		if err := json.Unmarshal(after, &got); err != nil || got.Since.After(arrived.Add(-overlap)) {
			t.Fatalf("%s: the next run reads since %v, want %v or before; error %v", step.name, got.Since, arrived.Add(-overlap), err)
		}
		if step.fault == nil {
			compare(t, got.Reservations, reservationstest.All[types.ReservationSummary](server))
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("the folder has %v, error %v", files, err)
	}
}

// started runs the program in a folder, with a service at url.
func started(ctx context.Context, dir, url string) (output string, err error) {
	program := exec.CommandContext(ctx, os.Args[0])
	program.Dir = dir
	program.Env = append(os.Environ(), "EXPORT_STARTED_BY_TEST=1", "RESERVATIONS_BASE_URL="+url,
		"RESERVATIONS_API_KEY="+reservationstest.Key, "RESERVATIONS_ORGANIZATION=1")
	text, err := program.CombinedOutput()
	return string(text), err
}

// compare compares the reservations in the file with those of the service.
func compare(t *testing.T, got map[int64]types.ReservationSummary, want []types.ReservationSummary) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d reservations, want %d", len(got), len(want))
	}
	for _, r := range want {
		wantJSON, wantErr := json.Marshal(r)
		gotJSON, gotErr := json.Marshal(got[r.ID])
		if err := errors.Join(wantErr, gotErr); err != nil || string(gotJSON) != string(wantJSON) {
			t.Fatalf("got %s, error %v, want %s", gotJSON, err, wantJSON)
		}
	}
}
