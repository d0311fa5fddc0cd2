// SPDX-License-Identifier: MIT

package export

import (
	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// options are the flags.
type options struct {
	from, to types.Date
	format   *string
	csv      cli.CSVForm
	resume   bool
	output   string

	fromDays, toDays calendar.Period
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	const want = "want a day such as 2026-11-20, a month such as 2026-11, or a year"
	f.Func("from", "first `day`, month or year, such as 2026-11-20, 2026-11 or 2026",
		calendar.Flag(&o.fromDays, want, calendar.Day, calendar.Month, calendar.Year))
	f.Func("to", "last `day`, month or year (default the end of --from)",
		calendar.Flag(&o.toDays, want, calendar.Day, calendar.Month, calendar.Year))
	o.format = cli.FormatFlag(cmd, cli.FormatCSV, cli.FormatJSONLines)
	o.csv.AddFlags(cmd)
	f.BoolVar(&o.resume, "resume", false, "keep what an interrupted run has read, and go on after it")
	cli.OutputFlag(cmd, &o.output, "-", "`file` to write; one of that name is replaced; - is standard output")
}

// check finishes the options, and refuses those that make no sense together.
func (o *options) check() error {
	if o.output == "" {
		o.output = "-"
	}
	if o.toDays == (calendar.Period{}) {
		o.toDays = o.fromDays
	}
	o.from, o.to = o.fromDays.From, o.toDays.To
	switch {
	case o.from.IsZero():
		return cli.UsageErrorf("--from is needed: give the first day, month or year, such as --from 2026")
	case o.to.Compare(o.from) < 0:
		return cli.UsageErrorf("--to must not be before --from, but %s is before %s", o.to, o.from)
	case o.resume && o.output == "-":
		return cli.UsageErrorf("--resume needs a file: give its name with --output")
	}
	return o.csv.Check(*o.format)
}

// target is where the reservations go, for people.
func (o options) target() string {
	if o.output == "-" {
		return "standard output"
	}
	return o.output
}
