// SPDX-License-Identifier: MIT

// Package export is the command that writes all reservations of a period to a file, one after the other as
// they arrive, so that memory does not grow with their number.
package export

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/csvfile"
)

const help = `Write the reservations of a period, with a row for each, as CSV or as JSON lines.

CSV has the columns of a list, and every text in it stays a text in a spreadsheet. JSON lines have every
field that the program knows. The tokens of reservations, which give access to them, are in neither.
What the service left out is an empty cell: nothing is guessed, least of all an amount. The service does
not document which of its days puts a reservation into a period.

The file takes its name only when it is complete, and only its owner can read it: it holds personal data.
A reservation that is added, removed or moved in the list while it is read may be missing, or be in the
file twice; its id tells.`

// options are the flags.
type options struct {
	period cli.Period
	format *string
	csv    csvfile.Form
	output string
}

// Command returns the command export.
func Command(app *cli.App) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the reservations of a period as CSV or JSON lines",
		Long:  help,
		Example: `  reservations export --from 2026-01-01 --to 2026-12-31 -o reservations.csv --semicolon --bom
  reservations export --format jsonl -o last-month.jsonl`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), app) },
	}
	o.period.AddFlags(cmd, "the first of the last month, and --to its last")
	o.format = cli.FormatFlag(cmd, cli.FormatCSV, cli.FormatJSONLines)
	o.csv.AddFlags(cmd)
	cmd.Flags().StringVarP(&o.output, "output", "o", "-", "`file` to write; one of that name is replaced; - is standard output")
	return cmd
}

func (o options) run(ctx context.Context, app *cli.App) error {
	if err := o.period.Complete(cli.LastMonth(app.Now())); err != nil {
		return err
	}
	if o.csv != (csvfile.Form{}) && *o.format != cli.FormatCSV {
		return cli.UsageErrorf("--semicolon and --bom are for --format csv")
	}
	unreadable := &warnings{fields: map[string]int{}}
	service, err := app.Connect(o.period.From, o.period.To, reservations.WithHooks(reservations.Hooks{Warnings: unreadable.count}))
	if err != nil {
		return err
	}
	defer service.Close()
	app.OnInterrupt("nothing was written, and the next run begins anew")
	rows := 0
	err = app.Output(o.output, func(w io.Writer) (err error) {
		rows, err = o.write(ctx, app, service.Client, w)
		return err
	})
	if err != nil {
		return err
	}
	unreadable.say(app)
	target := o.output
	if target == "" || target == "-" {
		target = "standard output"
	}
	app.Say("%s: %d reservations from %s to %s", target, rows, o.period.From, o.period.To)
	return nil
}

// write reads the list and writes it. It returns the number of reservations.
func (o options) write(ctx context.Context, app *cli.App, client *reservations.Client, w io.Writer) (count int, err error) {
	row, flush, err := o.newWriter(w)
	if err != nil {
		return 0, err
	}
	params := reservations.SummariesParams{DateFrom: o.period.From.Midnight(), DateTo: o.period.To.Midnight(), Limit: 100}
	for summary, err := range client.Reservations.AllSummaries(ctx, params) {
		if err != nil {
			return count, err
		}
		if err := row(summary); err != nil {
			return count, err
		}
		if count++; count%100 == 0 {
			app.Status("%d reservations", count)
		}
	}
	return count, flush()
}
