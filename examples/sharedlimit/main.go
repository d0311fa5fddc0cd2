// SPDX-License-Identifier: MIT

// Command sharedlimit starts three processes that share the rate limit of one API key, and
// counts what each of them sends.
//
// It reads facility groups from the service at RESERVATIONS_BASE_URL with the key in
// RESERVATIONS_API_KEY, and shares the limit through the Redis at REDIS_URL. What is not set
// it starts in this process: an invented service that accepts ten requests per second, and a
// small stand-in for Redis:
//
//	go run ./examples/sharedlimit
//	REDIS_URL=redis://localhost:6379/0 go run ./examples/sharedlimit -processes 5 -for 10s
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"text/tabwriter"
	"time"
)

// variables is the end of the help.
const variables = `
The service and Redis are set in the environment:
  RESERVATIONS_BASE_URL  address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY   API key for the service
  REDIS_URL              address of Redis, such as redis://localhost:6379/0
With neither address nor key set, the program starts an invented service in this process, and
without REDIS_URL a small stand-in for Redis.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "sharedlimit:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	processes int
	rate      float64
	duration  time.Duration
	worker    bool // this is one of the processes
}

func parseOptions(args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("sharedlimit", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	flags.IntVar(&o.processes, "processes", 3, "`number` of processes")
	flags.Float64Var(&o.rate, "rate", 9.7, "`requests` per second of all processes together")
	flags.DurationVar(&o.duration, "for", 3*time.Second, "`time` during which they send")
	flags.BoolVar(&o.worker, "worker", false, "be one of the processes, and print what it sent as JSON")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, variables)
		}
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	if o.rate <= 0 || o.rate > 1000 {
		return o, errors.New("-rate must be above 0 and at most 1000")
	}
	if o.processes < 1 || o.duration <= 0 {
		return o, errors.New("-processes and -for must be positive")
	}
	return o, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stdout)
	if err != nil {
		return err
	}
	if o.worker {
		return work(ctx, o, stdout)
	}
	env, stop, err := prepare(o, stdout)
	if err != nil {
		return err
	}
	defer stop()
	counts, err := startWorkers(ctx, o, env, stderr)
	if err != nil {
		return err
	}
	return printTable(stdout, counts)
}

// startWorkers runs the processes, and returns what each of them has sent.
func startWorkers(ctx context.Context, o options, env []string, stderr io.Writer) ([]count, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	counts, errs := make([]count, o.processes), make([]error, o.processes)
	var all sync.WaitGroup
	for i := range o.processes {
		all.Go(func() {
			cmd := exec.CommandContext(ctx, program, "-worker", "-for", o.duration.String(), "-rate", fmt.Sprint(o.rate)) //nolint:gosec // it starts itself
			cmd.Env, cmd.Stderr = append(os.Environ(), env...), stderr
			output, err := cmd.Output()
			if err == nil {
				err = json.Unmarshal(output, &counts[i])
			}
			if err != nil {
				errs[i] = fmt.Errorf("process %d failed: %w", i+1, err)
			}
		})
	}
	all.Wait()
	return counts, errors.Join(errs...)
}

func printTable(stdout io.Writer, counts []count) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "process\trequests\tper second\t429s\t\n")
	var total count
	for i, c := range counts {
		fmt.Fprintf(table, "%d\t%d\t%s\t%d\t\n", i+1, c.Requests, c.perSecond(), c.Refused)
		total.add(c)
	}
	fmt.Fprintf(table, "all\t%d\t%s\t%d\t\n", total.Requests, total.perSecond(), total.Refused)
	return table.Flush()
}
