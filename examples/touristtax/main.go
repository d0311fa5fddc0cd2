// SPDX-License-Identifier: MIT

// Command touristtax computes the tourist tax of a month, a quarter or a year from the night
// register: the nights per month, country and age group, times the rates in a CSV file.
//
// It reads the service at RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With
// neither set it starts an invented service in this process:
//
//	go run ./examples/touristtax
//	go run ./examples/touristtax -period 2026-Q3 -rates rates.csv -out tax.csv
//
// A night is one person who was present for one night, and is counted as the register counts
// it: on the day of the check-in and every day after it, but not on the day of the registered
// check-out. Guests whose check-out was not registered count on every later night; the
// program names them, and -overdue leaves them out.
//
// Where the register does not say how many persons of which age group there were, the tax is
// not known. The program then names the reservations, by their numbers and the names of the
// guests, and writes nothing. It also writes nothing for a period that is not over, and for
// an age group without a rate. After a failure the exit code is 1 and the last line on stderr
// says why.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], time.Now(), os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "touristtax:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, now time.Time, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, now, stdout)
	if err != nil {
		return err
	}
	client, err := reservations.NewClientFromEnv(reservations.WithUserAgent("touristtax"))
	demo := os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == ""
	if err != nil && !demo {
		return err
	}
	rates, err := o.readRates(demo)
	if err != nil {
		return err
	}
	if demo {
		server := startDemo(o.period)
		defer server.Close()
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process, at %s.\n\n", server.URL())
		if client, err = reservations.NewClient(server.URL(), reservationstest.Key); err != nil {
			return err
		}
	}
	days, err := readRegister(ctx, client, o, rates.longest(), stderr)
	if err != nil {
		return err
	}
	nights, err := count(days, o, rates, stderr)
	if err != nil {
		return err
	}
	if o.compare {
		if err := compareGrouped(ctx, client, o, days, stderr); err != nil {
			return err
		}
	}
	t := nights.tax(o, rates)
	if err := writeFile(o.out, func(w io.Writer) error { return t.writeCSV(w, o) }); err != nil {
		return fmt.Errorf("%s was not written: %w", o.out, err)
	}
	t.print(stdout, o)
	fmt.Fprintf(stdout, "\nThe lines without the totals: %s\n", o.out)
	return nil
}
