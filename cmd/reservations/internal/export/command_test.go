// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// service has reservations from the id first to the id last.
func service(t *testing.T, first, last int64) *reservationstest.Server {
	t.Helper()
	server := reservationstest.NewServer()
	t.Cleanup(server.Close)
	for id := first; id <= last; id++ {
		server.Put(reservationstest.NewSummary(id))
	}
	return server
}

// run exports the year 2026 of a server.
func run(ctx context.Context, t *testing.T, server *reservationstest.Server, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return runAt(ctx, t, server.URL(), args...)
}

func runAt(ctx context.Context, t *testing.T, url string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	env := map[string]string{
		"RESERVATIONS_BASE_URL": url, "RESERVATIONS_API_KEY": reservationstest.Key, "RESERVATIONS_ORGANIZATION": "1",
		"XDG_CONFIG_HOME": t.TempDir(),
	}
	var o, e bytes.Buffer
	app := &cli.App{
		Stdin: strings.NewReader(""), Stdout: &o, Stderr: &e, Now: time.Now,
		Getenv: func(name string) string { return env[name] },
	}
	code = app.Run(ctx, append([]string{"export", "--from", "2026"}, args...), Command)
	return code, o.String(), e.String()
}

// yesterday returns the name of a file of an earlier run, alone in its folder.
func yesterday(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "reservations.csv")
	if err := os.WriteFile(name, []byte("of yesterday"), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// namesBeside returns the names of the files in the folder of one.
func namesBeside(t *testing.T, name string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(name))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// checkIDs checks that a file has the reservations from the id 1 to the id last, once each and in order.
func checkIDs(t *testing.T, name string, last int) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(read(t, name))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want, got := []string{"id"}, []string{}
	for id := range last {
		want = append(want, strconv.Itoa(id+1))
	}
	for _, row := range rows {
		got = append(got, row[0])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
	if left := namesBeside(t, name); len(left) != 1 {
		t.Errorf("the folder holds %q, want the file alone", left)
	}
}

// from lets the pages fail that begin at an offset or after it.
func from(offset int, fault reservationstest.Fault) reservationstest.Fault {
	return func(w http.ResponseWriter, r *http.Request, next http.Handler) {
		if asked, _ := strconv.Atoi(r.URL.Query().Get("offset")); asked >= offset {
			fault(w, r, next)
			return
		}
		next.ServeHTTP(w, r)
	}
}

// TestResume goes on after a run that was stopped or has failed, and the file is as that of one run.
func TestResume(t *testing.T) {
	t.Parallel()
	refuse := func(func()) reservationstest.Fault { return reservationstest.Status(http.StatusForbidden) }
	tests := []struct {
		name  string
		fault func(interrupt func()) reservationstest.Fault
		from  int // offset
		code  int
	}{
		{"Ctrl-C", reservationstest.Before, 250, 130},
		{"a refusal", refuse, 250, 4},
		{"a refusal at once", refuse, 0, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ctx, interrupt := context.WithCancel(t.Context())
			server, out := service(t, 1, 350), yesterday(t)
			fault, failing := from(test.from, test.fault(interrupt)), true
			server.Inject(reservationstest.OpSummaries, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, next http.Handler) {
				if !failing {
					next.ServeHTTP(w, r)
					return
				}
				fault(w, r, next)
			})
			code, _, stderr := run(ctx, t, server, "--resume", "-o", out)
			if says := " reservations are in " + out + ".part, and the same command goes on after them\n"; code != test.code ||
				test.code == 130 && !strings.HasSuffix(stderr, says) {
				t.Errorf("exit code %d, want %d\n%s", code, test.code, stderr)
			}
			if read(t, out) != "of yesterday" {
				t.Error("the file of yesterday has changed")
			}
			if info, err := os.Stat(out + ".part"); err != nil || info.Mode().Perm()&0o077 != 0 || (info.Size() > 1000) != (test.from > 0) {
				t.Errorf("the part is %v, error %v", info, err)
			}
			failing = false
			requests := len(server.Calls())
			code, _, stderr = run(t.Context(), t, server, "--resume", "-o", out)
			if code != 0 || !strings.Contains(stderr, "Going on after ") || !strings.Contains(stderr, out+": 350 reservations from 2026-01-01 to 2026-12-31\n") {
				t.Errorf("exit code %d\n%s", code, stderr)
			}
			var after int
			if _, err := fmt.Sscanf(stderr, "Going on after %d reservations", &after); err != nil || (after > 0) != (test.from > 0) {
				t.Errorf("it goes on after %d reservations, error %v\n%s", after, err, stderr)
			}
			for _, call := range server.Calls()[requests:] {
				if offset, err := strconv.Atoi(call.Query.Get("offset")); after > 0 && (err != nil || offset < after-100) {
					t.Errorf("the second run read from offset %d on, error %v, after %d reservations", offset, err, after)
				}
			}
			checkIDs(t, out, 350)
		})
	}
}

// TestResumeRefuses to go on where the list is another one, and a run without --resume begins anew.
func TestResumeRefuses(t *testing.T) {
	t.Parallel()
	server, out := service(t, 1, 700), yesterday(t)
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), from(400, reservationstest.Status(http.StatusForbidden)))
	if code, _, stderr := run(t.Context(), t, server, "--resume", "-o", out); code != 4 {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	server.ClearFaults()
	part := read(t, out+".part")
	code, _, stderr := run(t.Context(), t, server, "--resume", "-o", out, "--semicolon")
	if code != 2 || !strings.Contains(stderr, ".part was written by a run for organization 1 of ") {
		t.Errorf("with semicolons: exit code %d\n%s", code, stderr)
	}
	other := service(t, 5001, 5700)
	server.Inject(reservationstest.OpSummaries, reservationstest.Always(), func(w http.ResponseWriter, r *http.Request, _ http.Handler) {
		other.ServeHTTP(w, r)
	})
	code, _, stderr = run(t.Context(), t, server, "--resume", "-o", out)
	if code != 3 || !strings.Contains(stderr, "begin anew without --resume") {
		t.Errorf("another list: exit code %d\n%s", code, stderr)
	}
	if read(t, out+".part") != part || read(t, out) != "of yesterday" {
		t.Error("what was kept has changed")
	}
	if code, _, stderr := run(t.Context(), t, server, "-o", out); code != 0 {
		t.Errorf("anew: exit code %d\n%s", code, stderr)
	}
	if left := namesBeside(t, out); len(left) != 1 || strings.Count(read(t, out), "\n") != 701 {
		t.Errorf("%d lines beside %q", strings.Count(read(t, out), "\n"), left)
	}
}

// TestRunFails without --resume: the file of yesterday is as it was, and alone.
func TestRunFails(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		fault reservationstest.Fault
		says  string
		code  int
	}{
		{"a refusal", reservationstest.Status(403), "403 Forbidden", 4},
		{"a wait too long", reservationstest.TooManyRequests("3600"), "1h0m0s", 5},
		{"a page of others", reservationstest.HTML(200), "cannot read the response", 1},
		{"no new page", reservationstest.Body(200, "application/json", `[{"id": 1}]`), "not complete", 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server, out := service(t, 1, 150), yesterday(t)
			server.Inject(reservationstest.OpSummaries, reservationstest.From(2), test.fault)
			code, stdout, stderr := run(t.Context(), t, server, "-o", out)
			if code != test.code || stdout != "" || !strings.Contains(stderr, "reservations: "+out+" could not be written: ") || !strings.Contains(stderr, test.says) {
				t.Errorf("exit code %d, want %d and %q\n%s%s", code, test.code, test.says, stdout, stderr)
			}
			if left := namesBeside(t, out); len(left) != 1 || read(t, out) != "of yesterday" {
				t.Errorf("%q beside the file %q", left, read(t, out))
			}
		})
	}
}

// TestUnreadable values cost their cells alone, and are named, also with --quiet.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	server := service(t, 1, 0)
	server.Inject(reservationstest.OpSummaries, reservationstest.Nth(1), reservationstest.Body(200, "application/json",
		`[{"id": 1, "number": "R1", "totalPrice": "much"}, {"id": 2, "number": "R2", "totalPrice": "120.50"}]`))
	code, stdout, stderr := run(t.Context(), t, server, "-q")
	if code != 0 || !strings.Contains(stdout, "\n1,R1,,,,,,,,,,,,,,,,,,\n2,R2,,,,,,,,,,,,,120.50,,,,,\n") {
		t.Errorf("exit code %d\n%s", code, stdout)
	}
	if want := "Values that cannot be read are left out: totalPrice (1)\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
}
