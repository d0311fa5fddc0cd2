// SPDX-License-Identifier: MIT

// Package register is the command that writes the night register: as a CSV file for programs and office
// programs, and as a page for the person at the desk.
package register

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

const (
	help = `Write the night register: who was checked in on each night.

The command writes a CSV file, which office programs open, and an HTML page for the person at the desk
and for paper. Their names have the night or the nights, such as night-register-2026-11-20.csv, so a run
every day replaces no other night; those of --demo have demo in their names.

Without --from it is the last night that is over. A page of one night says who arrived, who stays
and who leaves. The days of the register run from midnight to midnight UTC. A night is over when its
day has ended in UTC and in the time zone of the park; until then guests come and go, and only
--provisional writes it.

The register is read until two readings in a row agree. The files are written only when it is
complete, never in part, and only their owner can read them: they hold personal data.`

	examples = `  reservations register
  reservations register --from 2026-10-01 --to 2026-10-31 --park "Park Example" --lang nl --timezone Europe/Amsterdam
  reservations register --out registers`
)

// Command returns the command.
func Command(app *cli.App) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "register",
		Short:   "Write the night register as a CSV file and as a page",
		Long:    help,
		Example: examples,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.park, o.demo = app.Park(), app.Demo()
			if err := o.complete(app.Now(), app.Location()); err != nil {
				return err
			}
			return run(cmd.Context(), app, &o)
		},
	}
	o.addFlags(cmd)
	return cmd
}

func run(ctx context.Context, app *cli.App, o *options) error {
	service, err := app.Connect(o.from, o.to)
	if err != nil {
		return err
	}
	defer service.Close()
	days, before, err := read(ctx, app, service.Client, o)
	if err != nil {
		return err
	}
	r := newRegister(days, before, origin{
		Source: service.Host, Demo: service.Demo, Made: app.Now().In(o.zone), Asked: *o, Park: o.park, Locale: locales[o.lang],
	})
	csv := reservations.PresenceCSVOptions{BOM: true} // Excel reads ß and é by it
	if o.semicolon {
		csv.Comma = ';'
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	err = files.WriteAll(
		files.File{Name: o.file("csv"), Write: func(w io.Writer) error { return reservations.WritePresenceCSV(w, days, csv) }},
		files.File{Name: o.file("html"), Write: r.write})
	if err != nil {
		return err
	}
	r.summarize(app)
	return nil
}
