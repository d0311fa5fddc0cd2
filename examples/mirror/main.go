// SPDX-License-Identifier: MIT

// Command mirror copies all reservations and the night register into a database, and then
// only what has changed. It shows the turnover per month and the nights for the tourist tax.
//
// It reads the organization RESERVATIONS_ORGANIZATION of the service at
// RESERVATIONS_BASE_URL with the key in RESERVATIONS_API_KEY. With neither URL nor key
// it starts an invented service in this process:
//
//	go run ./examples/mirror
//	go run ./examples/mirror -dsn postgres://user:password@localhost/park -watch 1h
//	go run ./examples/mirror -dsn park.db -redact
//
// The database is an SQLite file, or PostgreSQL. A program that is killed goes on where it
// stopped when it is started again. With -forget it reads nothing, and erases the personal
// data of guests from the copy. After a failure the exit code is 1 and the last line on
// stderr says why.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "mirror:", strings.TrimPrefix(err.Error(), "mirror: ")) // the package begins in the same way
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stdout)
	if err != nil {
		return err
	}
	client, err := reservations.NewClientFromEnv()
	config := mirror.Config{Redact: o.redact, Full: o.full, Progress: progress(stderr)}
	if os.Getenv("RESERVATIONS_BASE_URL") == "" && os.Getenv("RESERVATIONS_API_KEY") == "" {
		server := startDemo()
		defer server.Close()
		fmt.Fprintf(stdout, "RESERVATIONS_BASE_URL and RESERVATIONS_API_KEY are not set: reading an invented service in this process, at %s.\n", server.URL())
		client, err = reservations.NewClient(server.URL(), reservationstest.Key)
		o.useDemo(&config)
	} else if err == nil {
		config.Organization, err = organization()
	}
	if err != nil {
		return err
	}
	m, err := mirror.Open(ctx, o.dsn, config)
	if err != nil {
		return err
	}
	defer m.Close()
	switch {
	case len(o.forget) > 0:
		return forget(ctx, m, o.forget, stdout)
	case o.watch > 0:
		return watch(ctx, m, client, o.watch, stdout, stderr)
	}
	result, err := m.Sync(ctx, client)
	if err != nil {
		return fmt.Errorf("the copy is not complete, and the next run goes on from here: %w", err)
	}
	fmt.Fprintf(stdout, "%s\n", result)
	return printViews(ctx, m.DB(), stdout)
}

// organization is set, so that a database of one organization is not filled with another.
func organization() (int64, error) {
	id, err := strconv.ParseInt(os.Getenv("RESERVATIONS_ORGANIZATION"), 10, 64)
	if err != nil || id <= 0 {
		return 0, errors.New("RESERVATIONS_ORGANIZATION must be the id of an organization")
	}
	return id, nil
}

func forget(ctx context.Context, m *mirror.Mirror, guests []int64, stdout io.Writer) error {
	erased, err := m.ForgetGuests(ctx, guests...)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "Personal data was erased from %d reservations and %d items of the register.\n", erased.Reservations, erased.Items)
	return nil
}

// watch reads again and again until the program is stopped, which is no failure.
func watch(ctx context.Context, m *mirror.Mirror, client *reservations.Client, interval time.Duration, stdout, stderr io.Writer) error {
	err := m.Watch(ctx, client, interval, func(result mirror.SyncResult, err error) {
		at := time.Now().Format(time.DateTime)
		if err != nil {
			fmt.Fprintf(stderr, "%s mirror: the copy is not complete: %v\n", at, err)
			return
		}
		fmt.Fprintf(stdout, "%s %s\n", at, result)
	})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// progress writes a line now and then, because a first copy takes a while.
func progress(stderr io.Writer) func(mirror.SyncResult) {
	const every = 5000
	shown := 0
	return func(s mirror.SyncResult) {
		if read := s.New + s.Changed + s.Unchanged; read/every > shown {
			shown = read / every
			fmt.Fprintf(stderr, "%d reservations\n", read)
		}
	}
}
