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
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/demo"
	"github.com/reservationkit/reservations-go/reservationstest"
)

type flags struct {
	listen string
	seed   uint64
	rate   float64
}

// Command returns the command serve.
func Command(app *cli.App) *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "serve [-- COMMAND [ARGUMENT ...]]",
		Short: "Serve an invented park over HTTP, for tests of programs in any language",
		Long: `serve serves an invented park until Ctrl-C, and prints its address and its API key as lines that a shell
can read with "set -a; . ./FILE". It accepts only requests that are as documented, keeps what is written to it in memory, and forgets
it at its end. The data is the same for the same seed and the same day.

With a COMMAND it runs that command with the address and the key in the environment, and ends with it and with
its exit code.

A request carries the key in the header X-Api-Key, as in

  curl -H "X-Api-Key: $RESERVATIONS_API_KEY" "$RESERVATIONS_BASE_URL/api/guests/1"`,
		Example: `  reservations serve                                   serve until Ctrl-C
  reservations serve -- npm test                       serve while the tests run
  reservations serve --rate 20 -- npm test             refuse more than 20 requests a second`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.ArgsLenAtDash() != 0 && len(args) > 0 {
				return cli.UsageErrorf("put -- before the command to run")
			}
			if !(f.rate >= 0) || math.IsInf(f.rate, 0) {
				return cli.UsageErrorf("--rate must be a number of requests a second, such as 20 or 0.5")
			}
			today := app.Today()
			var park http.Handler = demo.New(f.seed, today.AddDays(-34), today)
			if f.rate > 0 {
				park = limited(park, f.rate)
			}
			return f.serve(cmd.Context(), app, park, args)
		},
	}
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:0", "`address` to listen on; the port 0 is any free one")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "`number` that the invented data depends on")
	cmd.Flags().Float64Var(&f.rate, "rate", 0, "`number` of requests a second; others get a 429 (default: no limit)")
	return cmd
}

// limited refuses requests beyond a rate, and says in how many seconds the next one is served. After a pause it lets
// those of a second pass at once: with a rate of 2 two at a time, and then one each half second.
func limited(park http.Handler, rate float64) http.Handler {
	var mu sync.Mutex
	next := time.Now() // when the next request of a caller that keeps to the rate comes
	interval := time.Duration(min(float64(time.Second)/rate, 1<<62))
	early := time.Duration(float64(interval) * max(0, rate-1))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		now := time.Now()
		ahead := max(0, next.Sub(now))
		wait := ahead - early
		if wait <= 0 {
			next = now.Add(ahead + interval)
		}
		mu.Unlock()
		if wait > 0 {
			seconds := (wait + time.Second - 1) / time.Second
			reservationstest.TooManyRequests(strconv.Itoa(int(seconds)))(w, r, park)
			return
		}
		park.ServeHTTP(w, r)
	})
}

// serve serves until the context ends, or until the command does.
func (f *flags) serve(ctx context.Context, app *cli.App, handler http.Handler, command []string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", f.listen)
	if err != nil {
		return cli.UsageErrorf("--listen: %w", err)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	defer server.Close()
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	address := *listener.Addr().(*net.TCPAddr)
	if address.IP.IsUnspecified() { // it listens on all addresses, of which the program accepts this one
		address.IP = net.IPv4(127, 0, 0, 1)
	}
	environment := []string{
		"RESERVATIONS_BASE_URL=http://" + address.String(),
		"RESERVATIONS_API_KEY=" + reservationstest.Key,
		fmt.Sprintf("RESERVATIONS_ORGANIZATION=%d", demo.Organization),
	}
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
