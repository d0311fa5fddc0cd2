// SPDX-License-Identifier: MIT

// Package register is the command that writes the night register: as a CSV file for programs and office
// programs, and as a page for the person at the desk.
package register

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
	"github.com/reservationkit/reservations-go/types"
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

The register is read until two passes in a row agree. The files are written only when it is
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
	service, err := app.Connect(o.From, o.To)
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

// read reads the whole register. For a single night it reads the night before as well, which tells
// who arrived and who left. The register of a category that does not exist would be empty, so the category is read first.
func read(ctx context.Context, app *cli.App, client *reservations.Client, o *options) (days []types.PresenceDay, before *types.PresenceDay, err error) {
	if o.category != 0 {
		_, err := client.Accommodations.Category(ctx, o.category, reservations.CategoryParams{})
		if errors.Is(err, reservations.ErrNotFound) || errors.Is(err, reservations.ErrBadRequest) {
			return nil, nil, cli.UsageErrorf("--category %d is no category of the organization: %w", o.category, err)
		} else if err != nil {
			return nil, nil, fmt.Errorf("--category %d cannot be looked up: %w", o.category, err)
		}
	}
	days, err = client.Reports.Presence(ctx, o.params(app))
	if err != nil || !o.single() {
		return days, nil, err
	}
	return days[1:], &days[0], nil
}

// params selects the register, and for a single night the night before it.
func (o *options) params(app *cli.App) reservations.PresenceParams {
	first := o.From
	if o.single() {
		first = first.AddDays(-1)
	}
	return reservations.PresenceParams{
		DateFrom:              first,
		DateTo:                o.To,
		AccommodationCategory: o.category,
		Confirm:               true, // a register is a legal record: read it until two passes in a row agree
		Progress:              progress(app),
	}
}

// progress returns what shows how far the reading is.
func progress(app *cli.App) func(reservations.PresenceProgress) {
	pass := 1
	return func(at reservations.PresenceProgress) {
		if at.Pass > pass && at.Pass > 2 {
			app.Say("Reservations came or went while the register was read, so it is read again.")
		}
		pass = at.Pass
		if at.Pass == 1 {
			app.Status("Reading the register: %d of %s", at.Covered, cli.Count(at.Total, "reservation"))
			return
		}
		app.Status("Reading it again, until two passes agree: %d of %s", at.Covered, cli.Count(at.Total, "reservation"))
	}
}

// summarize prints what a reader of the files has to know, what was written, and as the last line which file to
// open. It is in English, as all messages of the program.
func (r *register) summarize(app *cli.App) {
	l := english
	for _, notice := range r.notices(l) {
		app.Warn("Note: %s", notice)
	}
	app.Say("%s, %s: %s", r.Asked.file("csv"), r.Asked.file("html"), r.figures(l))
	app.Say("Open %s in a browser.", r.Asked.file("html"))
}

// figures are the night or the nights, and how much is in them.
func (r *register) figures(l *locale) string {
	limits := r.Asked.limits(l)
	words := fill(l.Night, l.long(r.Asked.From)) + limits + ", " + l.persons(r.All.Persons)
	if !r.Asked.single() {
		words = fmt.Sprintf("%s – %s%s, %s, %s of them with nobody present, %s",
			l.fullDate(r.Asked.From), l.fullDate(r.Asked.To), limits, l.Nights.with(r.Nights == 1, l.number(r.Nights)),
			l.number(r.EmptyNights), l.PersonNights.with(r.All.Persons.One(), l.count(r.All.Persons)))
	}
	words = fmt.Sprintf("%s, %s, %s past the booked departure", words, l.reservations(r.All.Reservations), l.number(len(r.Overdue)))
	if !r.Asked.single() {
		words += " in the last night"
	}
	if len(r.Doubles) > 0 {
		words += fmt.Sprintf(", units with two reservations: %s", l.number(len(r.Doubles)))
	}
	return words
}
