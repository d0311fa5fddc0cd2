// SPDX-License-Identifier: MIT

// Package statistics is the command that counts arrivals, departures and nights by month, accommodation
// category and country of residence, as offices of statistics ask for them.
package statistics

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

const example = `  reservations statistics --demo --home NL
  reservations statistics --home NL --period 2026-10
  reservations statistics --home NL --period 2026-10 --format json -o october.json
  reservations statistics --home NL --period 2026-10 --format csv --semicolon --bom -o october.csv
  reservations statistics --home NL --capacity beds.csv --print occupancy
  reservations statistics --home DE --layout de`

const long = `Count arrivals, departures and nights by month, accommodation category and country of residence.

An arrival is a person in the first night of a stay, or one who joins it later. The night before the
period is read too, so guests who stayed over do not arrive again. Days are days in UTC, as in the
night register. Every day is checked: the persons present are those of the night before, with the
arrivals and without the departures.

Each reservation has one country, that of its guest. One that is not stated or not known stands in a
row "unknown", and is neither resident nor non-resident. What was taken for which country, who was
left out, and who is counted although the booked departure is past, is listed on standard error and
in the JSON.

The file of --countries is CSV: a line text,country, and below it lines such as Holland (NL),NL
The file of --capacity is CSV: a line category,bedPlaces,openDays and below it a line for each
category, with its name as the table of statistics names it, or its id. Without openDays it is open all days. A column month, such as
2026-10, is for what differs from month to month. Occupancy is the part of the places of all days
that was taken, and net occupancy that of the open days, which are the bed nights of the table.

Cells of these files can be separated by semicolons too, as Excel saves them in most of Europe.`

// Command returns the command.
func Command(app *cli.App) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:     "statistics",
		Short:   "Count arrivals and nights by month, category and country of residence",
		Long:    long,
		Example: example,
		Args:    cobra.NoArgs,
	}
	o.addFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), app) }
	return cmd
}

func (o *options) run(ctx context.Context, app *cli.App) error {
	rules, err := o.rules(app.Now())
	if err != nil {
		return err
	}
	before := o.period.From.AddDays(-1)
	service, err := app.Connect(before, o.period.To)
	if err != nil {
		return err
	}
	defer service.Close()
	if !o.noCategories && service.Organization == 0 {
		return cli.UsageErrorf("categories need the organization: set RESERVATIONS_ORGANIZATION or --organization, " +
			"or leave them out with --no-categories")
	}
	app.OnInterrupt("nothing was written, and the next run begins anew")
	r, err := o.readRegister(ctx, app, service.Client)
	if err != nil {
		return err
	}
	if !o.noCategories {
		app.Status("Reading the categories of %d reservations", len(r.stays))
		if rules.bookings, err = readBookings(ctx, service.Client, r); err != nil {
			return err
		}
	}
	report, err := rules.count(r)
	if err != nil {
		return err
	}
	report.Demo = service.Demo
	if err := app.Output(o.output, func(w io.Writer) error { return o.write(w, report) }); err != nil {
		return err
	}
	report.say(app, o)
	return nil
}

// readRegister reads the register from the night before the period on. It asks for the day after the period
// too, because it is not documented whether the last day of a range is included.
func (o *options) readRegister(ctx context.Context, app *cli.App, client *reservations.Client) (*register, error) {
	params := reservations.PresenceParams{
		DateFrom: o.period.From.AddDays(-1),
		DateTo:   o.period.To.AddDays(1),
		Confirm:  true, // others rely on the numbers: read it until two readings agree
		Progress: func(p reservations.PresenceProgress) {
			app.Status("Reading the night register: %d of %d reservations, reading %d", p.Covered, p.Total, p.Walk)
		},
	}
	if o.includeCancelled {
		params.IncludeCancelled = new(true)
	}
	days, err := client.Reports.Presence(ctx, params)
	if err != nil {
		return nil, fmt.Errorf("the night register: %w", err)
	}
	return readStays(days, o.period)
}

// write writes the report in the format that is asked for.
func (o *options) write(w io.Writer, report *Report) error {
	var table cli.Table
	switch {
	case *o.format == cli.FormatJSON:
		return cli.WriteJSON(w, report)
	case o.layout == layoutGerman:
		table = germanTable(report)
	case o.print == printDays:
		table = daysTable(report)
	case o.print == printOccupancy:
		table = occupancyTable(report, o.csv)
	default:
		table = monthsTable(report, *o.format == cli.FormatTable)
	}
	if *o.format == cli.FormatCSV {
		return table.WriteCSV(w, o.csv)
	}
	return table.Write(w)
}
