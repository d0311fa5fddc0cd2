// Command nightregister reads the night register of a holiday park and writes it as
// night-register.csv, for programs, and night-register.html, for the person at the desk.
//
// It reads the service named by RESERVATIONS_BASE_URL with the key in
// RESERVATIONS_API_KEY. With neither set it starts an invented park on this machine:
//
//	go run ./examples/nightregister
//
// The register is read until two readings in a row agree, and the files appear only
// when it is complete. After a failure the exit code is 1, the last line on stderr says
// why, and files of an earlier run are as they were unless that line says otherwise.
// The flag -h lists the flags.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	csvName  = "night-register.csv"
	htmlName = "night-register.html"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// run is main with everything it depends on passed in. It returns the exit code.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	err := export(ctx, args, getenv, stdout, stderr)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "nightregister: stopped before the register was complete; no file was written")
	default:
		fmt.Fprintln(stderr, "nightregister:", err)
	}
	return 1
}

func export(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stdout)
	if err != nil {
		return err
	}
	baseURL, key, err := service(getenv)
	if err != nil {
		return err
	}
	from := origin{Source: baseURL, Demo: baseURL == "", Made: time.Now()}
	if from.Demo {
		park := startDemo()
		defer park.Close()
		baseURL, key = park.URL(), reservationstest.Key
		from.Source = "an invented park on this machine"
		o.useDemoPeriod()
		fmt.Fprintf(stdout, "Reading an invented park, served on this machine at %s.\n"+
			"Set RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY to read your own.\n\n", baseURL)
	}
	if o.from.IsZero() {
		return errors.New("-from is missing: give the first day, such as -from 2026-11-20")
	}
	from.Request = o.String()

	days, err := read(ctx, baseURL, key, o, stderr)
	if err != nil {
		return err
	}
	t := totalsOf(days)
	err = writeFiles(o.out,
		file{csvName, func(w io.Writer) error { return writeCSV(w, days) }},
		file{htmlName, func(w io.Writer) error { return writeHTML(w, days, t, from) }},
	)
	if err != nil {
		return err
	}
	printSummary(stdout, period(days), t, o.out)
	return nil
}

// service returns the service set in the environment; none is no error.
func service(getenv func(string) string) (baseURL, key string, err error) {
	baseURL, key = getenv("RESERVATIONS_BASE_URL"), getenv("RESERVATIONS_API_KEY")
	if (baseURL == "") != (key == "") {
		return "", "", errors.New("set both RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY to read a service, or neither to read an invented park")
	}
	return baseURL, key, nil
}

// read reads the whole register and shows the progress.
func read(ctx context.Context, baseURL, key string, o options, stderr io.Writer) ([]types.PresenceDay, error) {
	progress := newProgress(stderr)
	defer progress.end()
	client, err := reservations.NewClient(baseURL, key,
		reservations.WithUserAgent("nightregister"),
		reservations.WithHooks(reservations.Hooks{AttemptEnd: progress.attempt}))
	if err != nil {
		return nil, err
	}
	return client.Reports.Presence(ctx, reservations.PresenceParams{
		DateFrom:              dateOf(o.from),
		DateTo:                dateOf(o.to),
		Grouped:               o.grouped,
		IncludeCancelled:      o.includeCancelled,
		AccommodationCategory: o.category,
		Limit:                 o.pageSize,
		Confirm:               true, // a register is a legal record: read it twice
		Progress:              progress.update,
	})
}

func printSummary(w io.Writer, period string, t totals, out string) {
	fmt.Fprintf(w, "Night register, %s\n", period)
	fmt.Fprintf(w, "  Nights         %d, %d with nobody present\n", t.Nights, t.EmptyNights)
	fmt.Fprintf(w, "  Reservations   %d with somebody present\n", t.All.Reservations)
	fmt.Fprintf(w, "  Person-nights  %s\n", t.All.Persons)
	if !t.Peak.IsZero() {
		fmt.Fprintf(w, "  Peak night     %s, %s\n", longDate(t.Peak), t.PeakPersons.Words())
	}
	for _, notice := range t.notices() {
		fmt.Fprintf(w, "  Note: %s\n", notice)
	}
	fmt.Fprintf(w, "\n%s\n  %s; days with nobody present have none\n%s\n  the register to read and to print, without a network\n",
		filepath.Join(out, csvName), amount(t.Lines, "row"), filepath.Join(out, htmlName))
}

// dateOf returns the day of t, and none when there is none.
func dateOf(t time.Time) types.Date {
	if t.IsZero() {
		return types.Date{}
	}
	return types.DateOf(t)
}
