// SPDX-License-Identifier: MIT

// Command export writes the summaries of all reservations to a CSV file, row by row as
// they arrive, so that memory does not grow with the number of reservations.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at
// RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither URL nor key
// it starts an invented service in this process:
//
//	go run ./examples/export
//
// The file takes its name only when it is complete. After a failure the exit code is 1,
// the last line on stderr says why, and a file of an earlier run is as it was. A program that
// is killed leaves a hidden file with the rows that it had, which a run an hour later removes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// variables is the end of the help.
const variables = `
The service is set in the environment:
  RESERVATIONS_BASE_URL      address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY       API key for the service
  RESERVATIONS_ORGANIZATION  id of the organization
With neither address nor key set, the program starts an invented service in this process.
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "export:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	from, to types.Date
	out      string
}

func parseOptions(args []string, stdout io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	flags.TextVar(&o.from, "from", types.Date{}, "first `day`, such as 2026-01-01")
	flags.TextVar(&o.to, "to", types.Date{}, "last `day`, such as 2026-12-31")
	flags.StringVar(&o.out, "out", "reservations.csv", "`file` to write; one of that name is replaced")
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
	return o, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stdout)
	if err != nil {
		return err
	}
	progress := newProgress(stderr)
	// The log tells of waits, and of values that cannot be read and so are empty cells.
	log := reservations.WithLogger(slog.New(slog.NewTextHandler(progress, nil)))
	client, err := reservations.NewClientFromEnv(log)
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server := startDemo()
		defer server.Close()
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key, reservations.WithOrganization(demoOrganization), log)
		o.useDemoPeriod()
	}
	if err != nil {
		return err
	}
	if o.from.IsZero() || o.to.IsZero() {
		return errors.New("-from and -to are needed: give the first and the last day, such as -from 2026-01-01 -to 2026-12-31")
	}
	rows, err := export(ctx, client, o, progress)
	progress.end()
	if err != nil {
		return fmt.Errorf("%s was not written: %w", o.out, err)
	}
	fmt.Fprintf(stdout, "%s: %d reservations from %s to %s\n", o.out, rows, o.from, o.to)
	return nil
}

// export writes the file and returns how many reservations are in it.
func export(ctx context.Context, client *reservations.Client, o options, p *progress) (rows int, err error) {
	summaries := client.Reservations.AllSummaries(ctx, reservations.SummariesParams{
		DateFrom: o.from.Midnight(),
		DateTo:   o.to.Midnight(),
		Limit:    100,
	})
	err = writeFile(o.out, func(w io.Writer) error {
		rows, err = writeCSV(w, summaries, p.row)
		return err
	})
	return rows, err
}
