// SPDX-License-Identifier: MIT

package tax

import (
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// What --overdue does with nights after the booked departure.
const (
	overdueCount  = "count"
	overdueSkip   = "skip"
	overdueRefuse = "refuse"
)

// mostDigits is the longest fraction of --digits.
const mostDigits = 8

// options are the flags.
type options struct {
	period           calendar.Period
	periodName       string // as it was given
	rates            string // a file; "" for those of the invented park
	ratesExample     bool
	demo             bool
	digits           int32
	overdue          string
	category         int64
	includeCancelled *bool // nil is not sent, and the service decides
	compare          bool
	format           string
	csv              cli.CSVForm
	output           string

	withCancelled bool
	formatFlag    *string
}

func (o *options) addFlags(cmd *cobra.Command, now time.Time) {
	o.period = calendar.LastMonth(now)
	o.periodName = o.period.String()
	f := cmd.Flags()
	f.Func("period", "`month`, quarter or year, such as 2026-10, 2026-Q4 or 2026 (default the last month that is over)", func(text string) (err error) {
		o.periodName = text
		o.period, err = calendar.ParseMonths(text)
		return err
	})
	f.StringVar(&o.rates, "rates", "", "CSV `file` with the rate of each age group")
	f.BoolVar(&o.ratesExample, "rates-example", false, "print an example of the file of --rates, and read nothing")
	f.Int32Var(&o.digits, "digits", 2, "`number` of digits after the point to which the tax of a line is rounded")
	f.StringVar(&o.overdue, "overdue", overdueCount, "what to `do` with nights after the booked departure: count, skip or refuse")
	f.Int64Var(&o.category, "category", 0, "only the accommodation category with this `id`, where rates differ by category")
	f.BoolVar(&o.withCancelled, "include-cancelled", false, "ask for cancelled reservations too, or with =false for none; without it the service decides")
	f.BoolVar(&o.compare, "compare", false, "read the register by reservation too, and refuse where the age groups have other persons")
	o.formatFlag = cli.FormatFlag(cmd, cli.FormatTable, cli.FormatCSV, cli.FormatJSON)
	o.csv.AddFlags(cmd)
	cli.OutputFlag(cmd, &o.output, "-", "`file` to write; - is standard output")
}

// check finishes the options, and refuses those that make no sense together.
func (o *options) check(cmd *cobra.Command, now time.Time) (err error) {
	o.format = *o.formatFlag
	if cmd.Flags().Changed("include-cancelled") {
		o.includeCancelled = types.Ptr(o.withCancelled)
	}
	if o.demo, err = cmd.Flags().GetBool("demo"); err != nil {
		return err
	}
	switch {
	case o.digits < 0 || o.digits > mostDigits:
		return cli.UsageErrorf("--digits must be from 0 to %d, but is %d", mostDigits, o.digits)
	case !slices.Contains([]string{overdueCount, overdueSkip, overdueRefuse}, o.overdue):
		return cli.UsageErrorf("--overdue must be count, skip or refuse, but is %q", o.overdue)
	case o.category < 0:
		return cli.UsageErrorf("--category must be the id of a category, but is %d", o.category)
	case !o.period.IsOver(now):
		return cli.UsageErrorf("the period %s is not over before %s in UTC, so its nights are not known yet", o.periodName, o.period.To.AddDays(1))
	}
	return o.csv.Check(o.format)
}
