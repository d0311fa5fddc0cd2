// SPDX-License-Identifier: MIT

// Package export is the command that writes all reservations of a period to a file, one after the other as
// they arrive, so that memory does not grow with their number.
package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

const help = `Write the reservations of a period, with a row for each, as CSV or as JSON lines.

CSV has the columns of a list, and every text in it stays a text in a spreadsheet. JSON lines have every
field that the program knows. The tokens of reservations, which give access to them, are in neither.
What the service left out is an empty cell: nothing is guessed, least of all an amount. Reservations that
are closed are there too. The service does not document which of its days puts a reservation into a period.

The file takes its name only when it is complete, and only its owner can read it: it holds personal data.
A reservation that is added, removed or moved in the list while it is read may be missing, or be in the
file twice; its id tells.`

// options are the flags.
type options struct {
	period cli.Period
	format *string
	csv    cli.CSV
	strict bool
	output *string
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
	cmd.Flags().BoolVar(&o.strict, "strict", false, "write nothing if a value cannot be read, rather than an empty cell and a warning")
	o.output = cli.OutputFlag(cmd)
	return cmd
}

func (o options) run(ctx context.Context, app *cli.App) error {
	if err := o.period.Complete(cli.LastMonth(app.Now())); err != nil {
		return err
	}
	if err := o.csv.Check(*o.format); err != nil {
		return err
	}
	unread := &unread{fields: map[string]int{}}
	opts := []reservations.Option{reservations.WithHooks(reservations.Hooks{Warnings: unread.count})}
	if o.strict {
		opts = append(opts, reservations.WithStrict())
	}
	service, err := app.Connect(o.period.From, o.period.To, opts...)
	if err != nil {
		return err
	}
	defer service.Close()
	rows := 0
	err = app.Output(*o.output, func(w io.Writer) (err error) {
		rows, err = o.write(ctx, app, service.Client, w)
		return err
	})
	if err != nil {
		return err
	}
	if len(unread.fields) > 0 {
		app.Warn("Values that cannot be read are left out: %s; with --strict nothing is written then", unread)
	}
	app.Say("%s from %s to %s", cli.Count(rows, "reservation"), o.period.From, o.period.To)
	return nil
}

// unread counts the values that could not be read, by field. It is safe for concurrent use.
type unread struct {
	mu     sync.Mutex
	fields map[string]int
}

// String returns "1 of modified, 2 of totalPrice".
func (u *unread) String() string {
	var counts []string
	for _, field := range slices.Sorted(maps.Keys(u.fields)) {
		counts = append(counts, fmt.Sprintf("%d of %s", u.fields[field], field))
	}
	return strings.Join(counts, ", ")
}

func (u *unread) count(_ context.Context, _ reservations.Call, warnings []reservations.WarningCount) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, w := range warnings {
		if !w.Read {
			u.fields[strings.TrimPrefix(w.Field, "[].")] += w.Count
		}
	}
}

// write reads the list and writes it. It returns the number of reservations.
func (o options) write(ctx context.Context, app *cli.App, client *reservations.Client, w io.Writer) (count int, err error) {
	rows, err := o.csv.NewWriter(w)
	lines, isCSV := json.NewEncoder(w), *o.format == cli.FormatCSV
	if isCSV && err == nil {
		err = rows.Write(header)
	}
	if err != nil {
		return 0, err
	}
	first, last := o.period.Instants(app.Location())
	params := reservations.SummariesParams{DateFrom: first, DateTo: last, IncludeClosed: new(true)}
	for summary, err := range client.Reservations.AllSummaries(ctx, params) {
		switch {
		case err != nil:
		case isCSV:
			err = rows.Write(o.row(summary))
		default:
			err = lines.Encode(withoutTokens(summary))
		}
		if err != nil {
			return count, err
		}
		if count++; count%100 == 0 {
			app.Status("%s", cli.Count(count, "reservation"))
		}
	}
	rows.Flush()
	return count, rows.Error()
}

// header names the columns as the API names the fields. The token of a reservation is not among them, because
// anybody who has it can act for the guest.
var header = []string{"id", "number", "name", "reference", "source", "status", "paymentStatus", "date", "dateFrom", "dateTo",
	"numOfDays", "numOfPersons", "accommodation", "accommodationUnit", "totalPrice", "balance", "advance", "taxTotal", "created", "modified"}

// row is a row of the CSV. What the service left out is an empty cell.
func (o options) row(r types.ReservationSummary) []string {
	var accommodation types.SummaryAccommodation
	var unit types.SummaryAccommodationUnit
	if r.Accommodation != nil {
		accommodation = *r.Accommodation
	}
	if r.AccommodationUnit != nil {
		unit = *r.AccommodationUnit
	}
	id := ""
	if r.ID != 0 {
		id = strconv.FormatInt(r.ID, 10)
	}
	cells := cli.Texts(id, r.Number, r.Name, r.Reference, string(r.Source), string(r.Status), string(r.PaymentStatus),
		r.Date.String(), r.DateFrom.String(), r.DateTo.String(), count(r.NumOfDays), count(r.NumOfPersons), accommodation.Title, unit.Number)
	for _, amount := range []types.Number{r.TotalPrice, r.Balance, r.Advance, r.TaxTotal} {
		cells = append(cells, o.csv.Number(amount.String()))
	}
	return append(cells, cli.Texts(r.Created.String(), r.Modified.String())...)
}

func count(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// withoutTokens leaves out the tokens: JSON would carry them.
func withoutTokens(r types.ReservationSummary) types.ReservationSummary {
	r.Token = types.Secret{}
	if r.GroupReservation != nil {
		group := *r.GroupReservation
		group.Token = types.Secret{}
		r.GroupReservation = &group
	}
	return r
}
