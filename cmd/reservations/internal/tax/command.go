// SPDX-License-Identifier: MIT

// Package tax is the command that computes the tourist tax of a period from the night register.
package tax

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

const help = `Compute the tourist tax of a month, a quarter or a year from the night register: the nights of each month,
country and age group, times the rates in a file.

A night is one person who was present for one night. It is named after the day on which it begins, and
counts from the day of the check-in up to but not including the day of the registered check-out: a guest
who comes and leaves on one day has no night. Days run from midnight to midnight UTC, so a check-in or
check-out just after local midnight can count for the night before. Guests whose check-out was not
registered count on every later night; the table names these reservations, and --overdue leaves them out.

The file of --rates has a row for each age group, named as the register names it:

  ageGroup,rate,maxNights
  Adults,2.45,21
  Children,1.10,
  Infants,exempt,

The rate is that of one person for one night. With maxNights a person is exempt after so many nights in a
row. The register does not tell persons apart, so as many are exempt as were certainly there in all of
these nights. Cells can be separated by semicolons too, and a rate then has a decimal point or a decimal
comma. Lines that begin with # are skipped. --rates-example prints such a file to begin with.

A line of the result is one month, country and age group. Its tax is exact and then rounded half up to
--digits; the totals are the sums of what was rounded.

Nothing is written when the period is not over, when an age group has no rate, and when the register does
not say how many persons of which age group there were; the reservations that lack it are then named by
their numbers. No guest is named.`

// Command returns the command tax.
func Command(app *cli.App) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "tax",
		Short: "Compute the tourist tax of a month, a quarter or a year by a file of rates",
		Long:  help,
		Example: `  reservations tax --rates-example > rates.csv
  reservations tax --rates rates.csv --period 2026-10
  reservations tax --rates rates.csv --period 2026-Q3 --format csv -o tourist-tax.csv`,
	}
	o.addFlags(cmd, app.Now())
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if o.ratesExample {
			_, err := io.WriteString(app.Stdout, exampleRates)
			return err
		}
		if err := o.check(cmd, app.Now()); err != nil {
			return err
		}
		return o.run(cmd.Context(), app)
	}
	return cmd
}

func (o options) run(ctx context.Context, app *cli.App) error {
	rates, err := o.readRates()
	if err != nil {
		return err
	}
	const demoBefore = 14 // nights of the invented park, so that some guests are exempt
	before := rates.longest()
	service, err := app.Connect(o.period.From.AddDays(-max(before, demoBefore)), o.period.To)
	if err != nil {
		return err
	}
	defer service.Close()
	days, err := readRegister(ctx, app, service.Client, o, before)
	if err != nil {
		return err
	}
	nights, err := count(days, o, rates, app.Warn)
	if err != nil {
		return err
	}
	if o.compare {
		if err := compareGrouped(ctx, app, service.Client, o, days); err != nil {
			return err
		}
	}
	t := nights.tax(o, rates)
	if err := app.Output(o.output, func(w io.Writer) error { return t.write(w, o) }); err != nil {
		return err
	}
	t.summarize(app, o)
	return nil
}

// write writes the result in the format of --format.
func (t *result) write(w io.Writer, o options) error {
	switch o.format {
	case cli.FormatCSV:
		return t.writeCSV(w, o)
	case cli.FormatJSON:
		return t.writeJSON(w, o)
	}
	t.print(w, o)
	return nil
}

// summarize prints the one line that ends the command, and what a CSV file cannot say.
func (t *result) summarize(app *cli.App, o options) {
	if o.format == cli.FormatCSV && len(t.past) > 0 {
		was := "counted"
		if o.overdue == overdueSkip {
			was = "left out"
		}
		app.Say("Nights after the booked departure were %s; the table names the reservations.", was)
	}
	app.Say("Tourist tax of %s: %s for %d nights, %d of them exempt", o.periodName, t.total.tax.StringFixed(o.digits), t.total.nights, t.total.exempt)
}
