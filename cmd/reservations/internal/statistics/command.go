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
	"github.com/reservationkit/reservations-go/types"
)

const example = `  reservations statistics
  reservations statistics --from 2026-10-01 --to 2026-10-31 --format json -o october.json
  reservations statistics --from 2026-07-01 --to 2026-09-30 --format csv --semicolon --bom -o summer.csv`

const long = `Count arrivals, departures and nights by month, accommodation category and country of residence.

An arrival is a person in the first night of a stay, or one who joins it later. The night before the
period is read too, so guests who stayed over do not arrive again. Days are days in UTC, as in the
night register. Every day is checked: the persons present are those of the night before, with the
arrivals and without the departures.

Each reservation has one country, that of its guest. One that is not stated or not known stands in a
row "unknown". What was taken for which country is in the JSON; standard error lists the first
ten texts that are no ISO code.`

// options are the flags of the command.
type options struct {
	period       cli.Period
	noCategories bool
	format       *string
	csv          cli.CSV
	output       *string
}

// Command returns the command.
func Command(app *cli.App) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:     "statistics",
		Short:   "Count arrivals and nights by month, category and country of residence",
		Long:    long,
		Example: example,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), app) },
	}
	o.period.AddFlags(cmd, "the first of the last month, and --to its last")
	cmd.Flags().BoolVar(&o.noCategories, "no-categories", false, "do not read the list of reservations, which has the categories")
	o.format = cli.FormatFlag(cmd, cli.FormatTable, cli.FormatCSV, cli.FormatJSON)
	o.csv.AddFlags(cmd)
	o.output = cli.OutputFlag(cmd)
	return cmd
}

func (o *options) check(app *cli.App) error {
	if err := o.period.Complete(cli.LastMonth(app.Now())); err != nil {
		return err
	}
	if types.DateOf(app.Now().UTC()).Compare(o.period.To) <= 0 {
		return cli.UsageErrorf("the night of %s is not over: it ends on %s (UTC), and later check-ins and check-outs would change the numbers",
			o.period.To, o.period.To.AddDays(1))
	}
	return o.csv.Check(*o.format)
}

func (o *options) run(ctx context.Context, app *cli.App) error {
	if err := o.check(app); err != nil {
		return err
	}
	service, err := app.Connect(o.period.From.AddDays(-1), o.period.To)
	if err != nil {
		return err
	}
	defer service.Close()
	if !o.noCategories && service.Organization == 0 {
		return cli.UsageErrorf("categories need the organization: set RESERVATIONS_ORGANIZATION or --organization, " +
			"or leave them out with --no-categories")
	}
	r, err := o.readRegister(ctx, app, service.Client)
	if err != nil {
		return err
	}
	var b *bookings
	if !o.noCategories {
		app.Status("Reading the categories of %s", cli.Count(len(r.stays), "reservation"))
		if b, err = readBookings(ctx, service.Client, r); err != nil {
			return err
		}
	}
	report, err := count(r, b)
	if err != nil {
		return err
	}
	report.Demo = service.Demo
	if err := app.Output(*o.output, func(w io.Writer) error { return o.write(w, report) }); err != nil {
		return err
	}
	report.say(app)
	return nil
}

// readRegister reads the register from the night before the period on.
func (o *options) readRegister(ctx context.Context, app *cli.App, client *reservations.Client) (*register, error) {
	days, err := client.Reports.Presence(ctx, reservations.PresenceParams{
		DateFrom: o.period.From.AddDays(-1),
		DateTo:   o.period.To,
		Confirm:  true, // others rely on the numbers: read it until two passes in a row agree
		Progress: func(p reservations.PresenceProgress) {
			app.Status("Reading the night register: %d of %s, pass %d", p.Covered, cli.Count(p.Total, "reservation"), p.Pass)
		},
	})
	if err != nil {
		return nil, fmt.Errorf("the night register: %w", err)
	}
	return readStays(days, o.period)
}

// write writes the report in the format that is asked for.
func (o *options) write(w io.Writer, report *Report) error {
	switch *o.format {
	case cli.FormatJSON:
		return cli.WriteJSON(w, report)
	case cli.FormatTable:
		return report.table(true).Write(w)
	}
	rows, err := o.csv.NewWriter(w)
	if err != nil {
		return err
	}
	table := report.table(false)
	for _, row := range append([][]string{table.Header}, table.Rows...) {
		if err := rows.Write(cli.Texts(row...)); err != nil {
			return err
		}
	}
	rows.Flush()
	return rows.Error()
}
