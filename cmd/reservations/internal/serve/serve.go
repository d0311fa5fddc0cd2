// SPDX-License-Identifier: MIT

// Package serve is an invented service for the tests of programs in any language.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

type flags struct {
	listen        string
	seed          uint64
	rate          float64
	organizations int
}

// Command returns the command serve.
func Command(app *cli.App) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "serve [-- COMMAND [ARGUMENT ...]]",
		Short: "Serve an invented park over HTTP, for tests of programs in any language",
		Long: `serve serves an invented park until Ctrl-C, and prints its address, its API key and its organization as lines that a shell
can read with "set -a; . ./FILE". It accepts only requests that are as documented, keeps what is written to it in memory, and
forgets it at its end. The data is the same for the same seed and the same day.

With a COMMAND it runs that command with the same lines in the environment, and ends with it and with its exit code.

A request carries the key in the header X-Api-Key, as in

  curl -H "X-Api-Key: $RESERVATIONS_API_KEY" "$RESERVATIONS_BASE_URL/api/guests/5001"

The reservations are 1 to 3, and 5001, 5002 and so on; 5001 is opened by token-5001. There are also the units, categories
and supplements 1 to 3, and with the same ids three of each kind that no reservation has, such as tasks and webhooks.
Two paths are none of the service:

  DELETE /test/reservations/5001   removes a reservation from all lists
  GET /test/requests               lists the requests that have arrived, with their times

Other organizations, with --organizations, have keys of their own: RESERVATIONS_API_KEY_2 is that of the organization 2.
Each key opens the data of its organization alone.`,
		Example: `  reservations serve                                   serve until Ctrl-C
  reservations serve -- npm test                       serve while the tests run
  reservations serve --rate 20 -- npm test             refuse more than 20 requests a second
  reservations serve --organizations 2                 serve two organizations, each with its key`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() != 0 && len(args) > 0 {
				return cli.UsageErrorf("put -- before the command to run")
			}
			if err := f.check(cmd); err != nil {
				return err
			}
			return f.serve(cmd.Context(), app, f.open(app.Today()), args)
		},
	}
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:0", "`address` to listen on; the port 0 is any free one")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "`number` that the invented data depends on")
	cmd.Flags().Float64Var(&f.rate, "rate", 0, "`number` of requests a second for each key; others get a 429 (default: no limit)")
	cmd.Flags().IntVar(&f.organizations, "organizations", 1, "`number` of organizations: 1, 2 and so on")
	return cmd
}

// check refuses flags that cannot be used, among them those of all commands that name a service of the user's own.
func (f *flags) check(cmd *cobra.Command) error {
	for _, name := range []string{"base-url", "api-key-file", "organization", "profile", "config", "park", "plain-http"} {
		if cmd.Flags().Changed(name) {
			return cli.UsageErrorf("serve takes no --%s: it serves organizations of its own, and prints their keys; --organizations says how many", name)
		}
	}
	if !(f.rate >= 0) || math.IsInf(f.rate, 0) {
		return cli.UsageErrorf("--rate must be a number of requests a second, such as 20 or 0.5")
	}
	if f.organizations < 1 || f.organizations > 100 {
		return cli.UsageErrorf("--organizations must be 1 to 100")
	}
	return nil
}

// serve serves until the context ends, or until the command does.
func (f *flags) serve(ctx context.Context, app *cli.App, all parks, command []string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", f.listen)
	if err != nil {
		return cli.UsageErrorf("--listen: %w", err)
	}
	server := &http.Server{Handler: traced(all, app.Trace), ReadHeaderTimeout: 10 * time.Second}
	defer server.Close()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	address := *listener.Addr().(*net.TCPAddr)
	if address.IP.IsUnspecified() { // it listens on all addresses, of which the program accepts this one
		address.IP = net.IPv4(127, 0, 0, 1)
	}
	environment := append([]string{"RESERVATIONS_BASE_URL=http://" + address.String()}, all.environment()...)
	if len(command) > 0 {
		return run(ctx, app, command, environment)
	}
	if _, err := fmt.Fprintln(app.Stdout, strings.Join(environment, "\n")); err != nil {
		return err
	}
	app.Say("Serving invented data; Ctrl-C ends it.")
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
		return nil
	}
}

// run runs a command that reads the service from its environment. The settings of the user's own service
// do not reach it. It ends with the exit code that a shell gives: 127 without such a command, and 128 and the number
// of the signal that has ended it.
func run(ctx context.Context, app *cli.App, command, environment []string) error {
	c := exec.CommandContext(ctx, command[0], command[1:]...) //nolint:gosec // the user has written it
	c.Env = append(append(c.Environ(), environment...), "RESERVATIONS_API_KEY_FILE=", "RESERVATIONS_PROFILE=")
	c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
	c.WaitDelay = 5 * time.Second // then it is killed
	c.Stdin, c.Stdout, c.Stderr = app.Stdin, app.Stdout, app.Stderr
	err := c.Run()
	if err == nil || ctx.Err() != nil {
		return err
	}
	code := 126 // it is there, and cannot be run
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		code = failed.ExitCode()
		if status, ok := failed.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			code = 128 + int(status.Signal())
		}
	} else if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		code = 127
	}
	return cli.ExitErrorf(code, "%s failed: %v", command[0], err)
}
