// SPDX-License-Identifier: MIT

// Command reservations reads the reservations of a holiday park or hotel: its night register, its
// statistics, and every other record of the service.
//
//	go install github.com/reservationkit/reservations-go/cmd/reservations@latest
//	reservations register --demo
//	reservations --help
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // Windows and small containers have no time zones

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

func main() { os.Exit(run(time.Now)) }

// run runs the program at the time of now, and returns its exit code.
func run(now func() time.Time) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	app := &cli.App{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Now: now}
	return app.Run(ctx, os.Args[1:], commands...)
}
