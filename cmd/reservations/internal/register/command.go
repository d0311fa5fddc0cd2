// SPDX-License-Identifier: MIT

// Package register is the command that writes the night register: as a CSV file for programs, as a
// page for the person at the desk, and as a workbook for the municipality.
package register

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

const (
	help = `Write the night register: who was checked in on each night.

The command writes night-register.csv, for programs, and night-register.html, for the person at
the desk and for paper. With --workbook it also writes night-register.xlsx, the form for the
municipality: a row for each reservation and night, and a last column that names what the law asks
for and the register does not say.

Without --from it is the last night that is over. A page of one night says who arrived, who stays
and who leaves. A page of more than 62 nights goes by months. The days of the register run from
midnight to midnight UTC. A night is over when its day has ended in UTC and in the time zone of the
park; until then guests come and go, and only --provisional writes it.

The register is read until two readings in a row agree. The files are written when it is complete,
all of them or none, and only their owner can read them: they hold personal data.`

	examples = `  reservations register
  reservations register --from 2026-10 --park "Park Example" --lang nl --timezone Europe/Amsterdam
  reservations register --from 2026-11-09 --to 2026-11-15 --workbook --out registers`
)

// Command returns the command.
func Command(app *cli.App) *cobra.Command {
	var f flagValues
	cmd := &cobra.Command{
		Use:     "register",
		Short:   "Write the night register as a CSV file and as a page",
		Long:    help,
		Example: examples,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.park, f.timezone = app.Park(), app.Settings().Timezone.Value
			o, err := f.parse(cmd.Flags().Changed, app.Now())
			if err != nil {
				return err
			}
			return run(cmd.Context(), app, o)
		},
	}
	f.add(cmd)
	return cmd
}

func run(ctx context.Context, app *cli.App, o options) error {
	app.OnInterrupt("nothing was written; the next run reads the register from its start")
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return cli.UsageErrorf("the folder of --out cannot be made: %w", err)
	}
	service, err := app.Connect(o.from, o.to)
	if err != nil {
		return err
	}
	defer service.Close()
	days, before, err := read(ctx, app, service.Client, o)
	if err != nil {
		return err
	}
	cancelled, err := readCancelled(ctx, app, service.Client, o, days)
	if err != nil {
		return err
	}
	r := newRegister(days, before, origin{
		Source: service.Host, Demo: service.Demo, Made: app.Now().In(o.zone), Asked: o, Park: o.park, Cancelled: cancelled,
		OrderBy: o.order, AdultGroups: o.adults, Locale: locales[o.lang],
	})
	csv := reservations.PresenceCSVOptions{BOM: true} // Excel reads ß and é by it
	if o.semicolon {
		csv.Comma = ';'
	}
	written := []files.File{{Name: o.name("csv"), Write: func(w io.Writer) error { return reservations.WritePresenceCSV(w, days, csv) }}}
	if o.workbook {
		written = append(written, files.File{Name: o.name("xlsx"), Write: func(w io.Writer) error { return r.writeForm(w, slices.Values(days)) }})
	}
	written = append(written, files.File{Name: o.name("html"), Write: r.write})
	if err := files.WriteAll(o.out, written...); err != nil {
		return err
	}
	names := make([]string, len(written))
	for i, file := range written {
		names[i] = filepath.Join(o.out, file.Name)
	}
	r.summarize(app, names)
	return nil
}

// name is the name of the file of a kind.
func (o options) name(kind string) string {
	if o.isProvisional() {
		return "night-register-provisional." + kind
	}
	return "night-register." + kind
}
