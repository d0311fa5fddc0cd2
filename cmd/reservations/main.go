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

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/doctor"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/export"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/get"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/register"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/serve"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/statistics"
)

// commands are the commands of the program in the order of its help. Package cobra adds help and completion.
var commands = []func(*cli.App) *cobra.Command{
	register.Command, statistics.Command, export.Command, doctor.Command, serve.Command, get.Command,
	cli.ConfigCommand, cli.VersionCommand,
}

func main() { os.Exit(run(time.Now)) }

// run runs the program at the time of now, and returns its exit code.
func run(now func() time.Time) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	app := &cli.App{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Now: now}
	return app.Run(ctx, os.Args[1:], commands...)
}
