// SPDX-License-Identifier: MIT

package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

// runCommand runs a program whose only command does do, and returns its exit code and what it prints on
// standard error.
func runCommand(ctx context.Context, do func(*App, *cobra.Command) error, args ...string) (code int, stderr string) {
	var out strings.Builder
	getenv := func(string) string { return "" }
	app := &App{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &out, Getenv: getenv, Now: time.Now}
	code = app.Run(ctx, append([]string{"try"}, args...), func(app *App) *cobra.Command {
		return &cobra.Command{Use: "try", RunE: func(cmd *cobra.Command, _ []string) error { return do(app, cmd) }}
	})
	return code, out.String()
}

func TestExitCodes(t *testing.T) {
	failed := errors.New("the disk is full")
	interrupted := func(goesOn string, err error) func(context.CancelFunc, *App) error {
		return func(interrupt context.CancelFunc, app *App) error {
			if goesOn != "" {
				app.OnInterrupt("the next %s goes on", goesOn)
			}
			interrupt()
			return err
		}
	}
	returns := func(err error) func(context.CancelFunc, *App) error {
		return func(context.CancelFunc, *App) error { return err }
	}
	tests := []struct {
		name string
		do   func(interrupt context.CancelFunc, app *App) error
		code int
		want string
	}{
		{"done", returns(nil), 0, ""},
		{"failed", returns(failed), 1, "reservations: the disk is full\n"},
		{"a wrong setting", returns(UsageErrorf("--from is %w", failed)), 2, "reservations: --from is the disk is full\n"},
		{"findings", returns(CodeError{"2 warnings", ExitFindings}), 6, "reservations: 2 warnings\n"},
		{"interrupted", interrupted("", context.Canceled), 130, "reservations: interrupted before it was complete\n"},
		{"interrupted with another error", interrupted("", failed), 130, "reservations: interrupted before it was complete\n"},
		{"interrupted, goes on", interrupted("sync", context.Canceled), 130, "reservations: interrupted; the next sync goes on\n"},
		{"interrupted when done", interrupted("sync", nil), 0, ""},
		{"another context was cancelled", returns(context.Canceled), 1, "reservations: context canceled\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			defer interrupt()
			code, stderr := runCommand(ctx, func(app *App, _ *cobra.Command) error { return test.do(interrupt, app) })
			if code != test.code || stderr != test.want {
				t.Errorf("got exit code %d and %q, want %d and %q", code, stderr, test.code, test.want)
			}
		})
	}
}

// TestWaits compares what is printed while a service is slow or refuses, in the time of the bubble.
func TestWaits(t *testing.T) {
	const slow = "No response from service.example for 1s: still waiting\n"
	tests := []struct {
		name   string
		fault  reservationstest.Fault
		when   reservationstest.When
		calls  int
		args   []string
		stderr string
	}{
		{"fast", slowBy(900 * time.Millisecond), reservationstest.Always(), 1, nil, ""},
		{"the first response is slow", slowBy(3 * time.Second), reservationstest.Always(), 1, nil, slow},
		{"a later response is slow", slowBy(11 * time.Second), reservationstest.Nth(2), 2, nil,
			"No response from service.example for 10s: still waiting\n"},
		{"only errors", slowBy(3 * time.Second), reservationstest.Always(), 1, []string{"-q"}, ""},
		{"refused", reservationstest.TooManyRequests("2"), reservationstest.Nth(1), 1, nil,
			"429 Too Many Requests: the next attempt is in 2s\n"},
		{"no response at all", reservationstest.Hang(), reservationstest.Always(), 1, nil,
			slow + "no response in time: the next attempt is in 0s\n" + slow +
				"reservations: GET /api/guests/1: no response (after 2 attempts): attempt timed out after 30s; " +
				"it took 1m0s in all; try again later\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server, client := reservationstest.New(t, reservationstest.WithRecords(reservationstest.NewGuest(1)))
				server.Inject("guests.get", test.when, test.fault)
				_, stderr := runCommand(t.Context(), func(app *App, cmd *cobra.Command) error {
					watched, err := client.With(reservations.WithHooks(app.explainWaits("service.example")),
						reservations.WithRetry(reservations.RetryPolicy{MaxAttempts: 2, MinWait: time.Millisecond, MaxWait: time.Millisecond}))
					for range test.calls {
						if err == nil {
							_, err = watched.Guests.Get(cmd.Context(), 1)
						}
					}
					return err
				}, test.args...)
				if stderr != test.stderr {
					t.Errorf("got  %q\nwant %q", stderr, test.stderr)
				}
			})
		})
	}
}

// TestWaitsAreExplainedOnce explains the waits of requests that fail at the same time, as they do where many
// are under way.
func TestWaitsAreExplainedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		w := &waits{app: &App{messages: &messages{out: &got}}}
		for range 3 {
			w.sayRetry("429 Too Many Requests", 2*time.Second)
		}
		w.sayRetry("connection refused", time.Second)
		time.Sleep(time.Second)
		w.sayRetry("connection refused", time.Second)
		want := "429 Too Many Requests: the next attempt is in 2s\n" +
			strings.Repeat("connection refused: the next attempt is in 1s\n", 2)
		if got.String() != want {
			t.Errorf("got %q, want %q", got.String(), want)
		}
	})
}

func slowBy(d time.Duration) reservationstest.Fault {
	return reservationstest.Before(func() { time.Sleep(d) })
}
