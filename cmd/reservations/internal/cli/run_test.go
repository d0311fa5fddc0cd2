// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// try runs a program whose only command does do. It returns its exit code and what it prints on standard error.
func try(ctx context.Context, do func(*App, *cobra.Command) error, args ...string) (code int, stderr string) {
	var out strings.Builder
	getenv := func(string) string { return "" }
	app := &App{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &out, Getenv: getenv, Now: time.Now}
	code = app.Run(ctx, append([]string{"try"}, args...), func(app *App) *cobra.Command {
		return &cobra.Command{Use: "try", RunE: func(cmd *cobra.Command, _ []string) error { return do(app, cmd) }}
	})
	return code, out.String()
}

func TestInterrupt(t *testing.T) {
	failed := errors.New("the disk is full")
	tests := []struct {
		name        string
		interrupted bool
		err         error
		code        int
		want        string
	}{
		{"interrupted", true, context.Canceled, 130, "reservations: interrupted; nothing was written\n"},
		{"interrupted with another error", true, failed, 130, "reservations: interrupted; nothing was written\n"},
		{"interrupted when done", true, nil, 0, ""},
		{"interrupted with a wrong flag", true, UsageErrorf("%w", failed), 2, "reservations: the disk is full\n"},
		{"another context was cancelled", false, context.Canceled, 1, "reservations: context canceled\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			code, stderr := try(ctx, func(*App, *cobra.Command) error {
				if test.interrupted {
					interrupt()
				}
				return test.err
			})
			if code != test.code || stderr != test.want {
				t.Errorf("got exit code %d and %q, want %d and %q", code, stderr, test.code, test.want)
			}
		})
	}
}

// TestRetries compares what is printed when a service refuses two requests at the same time, and one later.
func TestRetries(t *testing.T) {
	const busy, silent = "429 Too Many Requests: the next attempt is in 2s\n", "no response in time: the next attempt is in 0s\n"
	tests := []struct {
		name, want string
		args       []string
	}{
		{"all", busy + silent, nil},
		{"requests too", "GET /api/guests/1: 429 Too Many Requests, 0s\n" + busy + "GET /api/guests/1: no response in time, 30s\n" + silent +
			"GET /api/guests/1: 200 OK, 0s\n", []string{"--debug"}},
		{"quiet", "", []string{"-q"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewGuest(1)))
				server.Inject("guests.get", reservationstest.Nth(1), reservationstest.TooManyRequests("2"))
				server.Inject("guests.get", reservationstest.Nth(2), reservationstest.Hang())
				code, stderr := try(t.Context(), func(app *App, cmd *cobra.Command) error {
					watched, err := client.With(reservations.WithHooks(app.hooks()),
						reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 3, MinWait: time.Millisecond, MaxWait: time.Millisecond}))
					if err == nil {
						err = guest(cmd.Context(), watched)
					}
					return err
				}, test.args...)
				if code != 0 || stderr != test.want {
					t.Errorf("got exit code %d and %q\nwant %q", code, stderr, test.want)
				}
			})
		})
	}
}

// TestRetriesAtTheSameTime are explained once.
func TestRetriesAtTheSameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, stderr := try(t.Context(), func(app *App, _ *cobra.Command) error {
			hooks := app.hooks()
			for range 3 {
				hooks.AttemptEnd(t.Context(), reservations.Attempt{StatusCode: 503, WillRetry: true, RetryIn: time.Second})
			}
			time.Sleep(time.Second)
			hooks.AttemptEnd(t.Context(), reservations.Attempt{StatusCode: 503, WillRetry: true, RetryIn: 2 * time.Second})
			return nil
		})
		want := "503 Service Unavailable: the next attempt is in 1s\n503 Service Unavailable: the next attempt is in 2s\n"
		if stderr != want {
			t.Errorf("got %q, want %q", stderr, want)
		}
	})
}

func TestStatus(t *testing.T) {
	for _, test := range []struct {
		device, term string
		want         bool
	}{{os.DevNull, "xterm", true}, {os.DevNull, "dumb", false}, {t.TempDir() + "/log", "xterm", false}} {
		device, err := os.Create(test.device)
		if err != nil {
			t.Fatal(err)
		}
		app := &App{Stderr: device, Stdout: io.Discard, Getenv: func(string) string { return test.term }, Now: time.Now}
		if app.Run(t.Context(), []string{"--version"}); app.terminal != test.want {
			t.Errorf("%v: got %t", test, app.terminal)
		}
		device.Close()
	}
	for _, test := range []struct {
		terminal, quiet bool
		want            string
	}{
		{true, false, eraseLine + "1 of 2" + eraseLine + "A page failed\n"},
		{false, false, "A page failed\n"},
		{true, true, ""},
	} {
		var got strings.Builder
		app := &App{Stderr: &got, terminal: test.terminal}
		app.flags.quiet = test.quiet
		app.Status("%d of 2", 1)
		app.Say("A page %s", "failed")
		if got.String() != test.want {
			t.Errorf("%+v: got %q", test, got.String())
		}
	}
}

// TestHarmless prints texts of a service that would change the colours of a terminal or turn its text.
func TestHarmless(t *testing.T) {
	const text, want = "É王\u00a0R7\x1b[31m\u009b\u202e\x7f", "É王\u00a0R7\ufffd[31m\ufffd\ufffd\ufffd"
	code, stderr := try(t.Context(), func(app *App, _ *cobra.Command) error {
		app.Say("Two lines:\n\t%s", text)
		return errors.New(text)
	})
	if want := "Two lines:\n\t" + want + "\nreservations: " + want + "\n"; code != 1 || stderr != want {
		t.Errorf("got exit code %d and %q, want 1 and %q", code, stderr, want)
	}
	var table, value, document strings.Builder
	err := Table{Header: []string{"NAME"}, Rows: [][]string{{"late\n\tarrival\r" + text}}}.Write(&table)
	if want := "NAME\nlate arrival " + strings.ReplaceAll(want, "\u00a0", " ") + "\n"; err != nil || table.String() != want {
		t.Errorf("a table: got %q and error %v, want %q", table.String(), err, want)
	}
	const escaped = "{\n  \"name\": \"É王\u00a0R7\\u001b[31m\\u009b\\u202e\\u007f\"\n}\n"
	if err := WriteJSON(&value, map[string]string{"name": text}); err != nil || value.String() != escaped {
		t.Errorf("a value: got %q and error %v, want %q", value.String(), err, escaped)
	}
	sent := `{"name":"` + strings.ReplaceAll(text, "\x1b", `\u001b`) + `"}`
	if err := WriteJSON(&document, json.RawMessage(sent)); err != nil || document.String() != escaped {
		t.Errorf("a document: got %q and error %v, want %q", document.String(), err, escaped)
	}
}
