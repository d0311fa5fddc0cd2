// SPDX-License-Identifier: MIT

// Command nightregister reads the night register of a holiday park and writes it as
// night-register.csv, for programs, and night-register.html, for the person at the desk. With
// -xlsx it also writes night-register.xlsx, the form for the municipality: a row for each
// reservation and night, and a last column of what the law asks for and the register does
// not say. A second sheet tells what the register does not hold at all.
//
// It reads the service named by RESERVATIONS_BASE_URL with the key in
// RESERVATIONS_API_KEY. With neither set it starts an invented park on this machine:
//
//	go run ./examples/nightregister
//	go run ./examples/nightregister -from 2026-11-01 -to 2026-11-30 -park "Park Example" -lang nl
//
// Without -from it writes the last night: who arrived, who stays and who leaves, and on top
// who should have left. The register is read until two readings in a row agree, and the files
// appear only when it is complete. After a failure the last line on stderr says why, and files
// of an earlier run are as they were unless that line says otherwise. The flag -h lists the
// flags and the exit codes.
//
// A program that is killed leaves each file as it was or complete. The page is replaced last,
// so a new page stands beside the CSV file of the same run. What was half written stays in a
// hidden file, which a run an hour later removes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
)

const (
	csvName  = "night-register.csv"
	htmlName = "night-register.html"
	xlsxName = "night-register.xlsx"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Getenv, time.Now(), os.Stdout, os.Stderr))
}

// run is main with everything it depends on passed in. It returns the exit code.
func run(ctx context.Context, args []string, getenv func(string) string, now time.Time, stdout, stderr io.Writer) int {
	err := export(ctx, args, getenv, now, stdout, stderr)
	var usage usageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "nightregister: stopped before the register was complete; no file was written")
		return 130 // as shells do for Ctrl-C; SIGTERM ends the reading in the same way
	case errors.As(err, &usage):
		fmt.Fprintln(stderr, "nightregister:", err)
		return 2
	}
	fmt.Fprintln(stderr, "nightregister:", err)
	return 1
}

func export(ctx context.Context, args []string, getenv func(string) string, now time.Time, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, now, stdout)
	if err != nil {
		return err
	}
	baseURL, key, err := service(getenv)
	if err != nil {
		return err
	}
	from := origin{Source: baseURL, Demo: baseURL == "", Made: now, Asked: o, Park: o.park, OrderBy: o.order, AdultGroups: o.adults, Locale: locales[o.lang]}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return fmt.Errorf("the folder of -out cannot be made: %w", err)
	}
	if from.Demo {
		park := startDemo(o)
		defer park.Close()
		baseURL, key = park.URL(), reservationstest.Key
		fmt.Fprintf(stdout, "Reading an invented park, served on this machine at %s.\n"+
			"Set RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY to read your own.\n\n", baseURL)
	}
	days, before, err := read(ctx, baseURL, key, o, stderr)
	if err != nil {
		return err
	}
	r := newRegister(days, before, from)
	csv := reservations.PresenceCSVOptions{BOM: true} // Excel reads ß and é by it
	if o.semicolon {
		csv.Comma = ';'
	}
	files := []file{{csvName, func(w io.Writer) error { return reservations.WritePresenceCSV(w, days, csv) }}}
	if o.xlsx {
		files = append(files, file{xlsxName, func(w io.Writer) error { return r.writeForm(w, slices.Values(days)) }})
	}
	if err := writeFiles(o.out, append(files, file{htmlName, r.write})...); err != nil {
		return err
	}
	return printSummary(stdout, r, o)
}

// service returns the service set in the environment; none is no error.
func service(getenv func(string) string) (baseURL, key string, err error) {
	baseURL, key = getenv("RESERVATIONS_BASE_URL"), getenv("RESERVATIONS_API_KEY")
	if (baseURL == "") != (key == "") {
		return "", "", errors.New("set both RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY to read a service, or neither to read an invented park")
	}
	return baseURL, key, nil
}
