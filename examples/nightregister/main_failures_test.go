// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

func TestRunFails(t *testing.T) {
	t.Parallel()
	everyCall := func(fault reservationstest.Fault) func(*reservationstest.Server) {
		return func(s *reservationstest.Server) {
			s.Inject(reservationstest.OpPresence, reservationstest.Always(), fault)
		}
	}
	tests := map[string]struct {
		spoil func(*reservationstest.Server)
		args  []string
		says  string
	}{
		"a refusal":         {everyCall(reservationstest.Status(403)), []string{"-from", "2026-11-01"}, "403 Forbidden"},
		"no total":          {everyCall(reservationstest.NoTotalCount()), []string{"-from", "2026-11-01"}, "incomplete"},
		"no page of ours":   {everyCall(reservationstest.HTML(200)), []string{"-from", "2026-11-01"}, "cannot read the response"},
		"a broken register": {everyCall(reservationstest.Body(200, "application/json", `{"days":1}`)), []string{"-from", "2026-11-01"}, "cannot read the response"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, env := park(t, reservationstest.Park(1, 30, november(1), 3)...)
			if tt.spoil != nil {
				tt.spoil(server)
			}
			dir := t.TempDir()
			put(t, dir, csvName, "of yesterday")
			var stdout, stderr bytes.Buffer
			code := run(t.Context(), append(tt.args, "-out", dir), env, now, &stdout, &stderr)
			checkFailure(t, code, stderr.String(), tt.says)
			if diff := cmp.Diff(map[string]string{csvName: "of yesterday"}, contents(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if stdout.Len() > 0 {
				t.Errorf("a failure has a summary:\n%s", &stdout)
			}
		})
	}
}

// checkFailure checks that the exit code is 1 and the last line says why. Lines before it are progress.
func checkFailure(t *testing.T, code int, stderr, says string) {
	t.Helper()
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "nightregister: ") || !strings.Contains(last, says) {
		t.Errorf("the last line must begin with nightregister: and say %q:\n%s", says, stderr)
	}
	if got := strings.Count(stderr, "nightregister: "); got != 1 {
		t.Errorf("%d sentences, want 1:\n%s", got, stderr)
	}
}

// Wrong usage has an exit code of its own, and is found before anything is read.
func TestRunWrongUsage(t *testing.T) {
	t.Parallel()
	server, env := park(t)
	dir := filepath.Join(t.TempDir(), "new")
	for _, args := range [][]string{{"-grouped=maybe"}, {"-from", "2026-11-02", "-to", "2026-11-01"}, {"-page-size", "-1"}, {"now"}} {
		var stdout, stderr bytes.Buffer
		code := run(t.Context(), append([]string{"-out", dir}, args...), env, now, &stdout, &stderr)
		if code != 2 || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "nightregister: ") || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%v: exit code %d, output %q and %q; want 2, none and one sentence", args, code, &stdout, &stderr)
		}
	}
	if _, err := os.Stat(dir); len(server.Calls()) > 0 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%d calls and a folder (%v) for usage that is wrong", len(server.Calls()), err)
	}
}

// A service that does not serve the last day of a range must not give a page without it.
func TestRunWithoutTheNight(t *testing.T) {
	t.Parallel()
	server, env := park(t)
	server.Inject(reservationstest.OpPresence, reservationstest.Always(), func(w http.ResponseWriter, _ *http.Request, _ http.Handler) {
		w.Header().Set("X-Total-Count", "0")
		io.WriteString(w, `[{"date":"2026-11-18","items":[]}]`)
	})
	var stderr bytes.Buffer
	code := run(t.Context(), []string{"-out", t.TempDir()}, env, now, &bytes.Buffer{}, &stderr)
	checkFailure(t, code, stderr.String(), "no night of 2026-11-19")
}

func TestRunTellsWhyItRetries(t *testing.T) {
	t.Parallel()
	server, env := park(t)
	server.Inject(reservationstest.OpPresence, reservationstest.Nth(1), reservationstest.Reset())
	var stderr bytes.Buffer
	if code := run(t.Context(), []string{"-out", t.TempDir()}, env, now, &bytes.Buffer{}, &stderr); code != 0 {
		t.Fatalf("exit code %d, stderr:\n%s", code, &stderr)
	}
	if !strings.Contains(stderr.String(), "connection reset by peer: retry in") {
		t.Errorf("the cause is not told:\n%s", &stderr)
	}
}

func TestRunNeedsBothOrNeither(t *testing.T) {
	t.Parallel()
	for _, env := range []func(string) string{environment("https://api.example.com", ""), environment("", "key")} {
		var stderr bytes.Buffer
		code := run(t.Context(), nil, env, now, &bytes.Buffer{}, &stderr)
		checkFailure(t, code, stderr.String(), "set both RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY")
	}
}

func TestRunWithAWrongKey(t *testing.T) {
	t.Parallel()
	server, _ := park(t)
	var stderr bytes.Buffer
	code := run(t.Context(), []string{"-from", "2026-11-01", "-out", t.TempDir()}, environment(server.URL(), "canary"), now, &bytes.Buffer{}, &stderr)
	checkFailure(t, code, stderr.String(), "check the API key")
	if strings.Contains(stderr.String(), "canary") {
		t.Errorf("the key is shown:\n%s", &stderr)
	}
}

func TestRunStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server, env := park(t, reservationstest.Park(1, 60, november(1), 3)...)
	server.Inject(reservationstest.OpPresence, reservationstest.Nth(2), reservationstest.Before(cancel)) // Ctrl-C on the second page
	dir := t.TempDir()
	var stderr bytes.Buffer
	code := run(ctx, []string{"-from", "2026-11-01", "-to", "2026-11-03", "-out", dir}, env, now, &bytes.Buffer{}, &stderr)
	if code != 130 || !strings.HasSuffix(stderr.String(), "nightregister: stopped before the register was complete; no file was written\n") {
		t.Errorf("exit code %d, want 130, stderr:\n%s", code, &stderr)
	}
	if files := contents(t, dir); len(files) != 0 {
		t.Errorf("files were left: %v", files)
	}
}
