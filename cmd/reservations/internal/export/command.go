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
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
)

const help = `Write the reservations of a period, with a row for each, as CSV or as JSON lines.

CSV has the columns of a list, and every text in it stays a text in a spreadsheet. JSON lines have every
field that the program knows. The tokens of reservations, which give access to them, are in neither.
What the service left out is an empty cell: nothing is guessed, least of all an amount. The service does
not document which of its days puts a reservation into a period.

The file takes its name only when it is complete, and only its owner can read it: it holds personal data.
With --resume a run that is stopped or fails keeps what it has beside the file, in FILE.part and
FILE.part.json, and the same command goes on there. It begins by showing that the list is still the same
where it stopped, and refuses to go on otherwise. A complete run, with --resume or without, leaves
nothing but the file.

A reservation that is added, removed or moved in the list while it is read may be missing, or be in the
file twice; its id tells.`

// Command returns the command export.
func Command(app *cli.App) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the reservations of a period as CSV or JSON lines",
		Long:  help,
		Example: `  reservations export --from 2026 -o reservations.csv --semicolon --bom
  reservations export --from 2026-10 --to 2026-12 --format jsonl -o reservations.jsonl --resume`,
	}
	o.addFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := o.check(); err != nil {
			return err
		}
		return o.run(cmd.Context(), app)
	}
	return cmd
}

func (o options) run(ctx context.Context, app *cli.App) error {
	var unreadable warnings
	service, err := app.Connect(o.from, o.to, reservations.WithHooks(reservations.Hooks{Warnings: unreadable.count}))
	if err != nil {
		return err
	}
	defer service.Close()
	e := &exporter{app: app, client: service.Client, options: o}
	if o.resume {
		err = e.resume(ctx, service)
	} else {
		err = e.writeWhole(ctx)
	}
	if err != nil {
		return err
	}
	unreadable.say(app)
	app.Say("%s: %d reservations from %s to %s", o.target(), e.rows, o.from, o.to)
	return nil
}

// exporter is one run of the command.
type exporter struct {
	options
	app    *cli.App
	client *reservations.Client
	rows   int // in the file
}

func (e *exporter) params() reservations.SummariesParams {
	return reservations.SummariesParams{DateFrom: e.from.Midnight(), DateTo: e.to.Midnight(), Limit: 100}
}

// writeWhole writes the file in this run.
func (e *exporter) writeWhole(ctx context.Context) error {
	e.app.OnInterrupt("nothing was written; with --resume an interrupted run is kept, and the next one goes on")
	err := e.app.Output(e.output, func(w io.Writer) error {
		rows := e.newWriter(w)
		if err := rows.begin(); err != nil {
			return err
		}
		for summary, err := range e.client.Reservations.AllSummaries(ctx, e.params()) {
			if err != nil {
				return err
			}
			if err := rows.write(summary); err != nil {
				return err
			}
			e.wrote()
		}
		return rows.flush()
	})
	if err != nil || e.output == "-" {
		return err
	}
	return explainBusy(files.RemovePart(e.output))
}

// wrote counts a reservation, and shows how many there are.
func (e *exporter) wrote() {
	const every = 100
	if e.rows++; e.rows%every == 0 {
		e.app.Status("%d reservations", e.rows)
	}
}
