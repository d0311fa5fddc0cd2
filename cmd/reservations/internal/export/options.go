// SPDX-License-Identifier: MIT

package export

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

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

	fromDays, toDays days
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Func("from", "first `day`, month or year, such as 2026-11-20, 2026-11 or 2026", o.fromDays.set)
	f.Func("to", "last `day`, month or year (default the end of --from)", o.toDays.set)
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
	if o.toDays == (days{}) {
		o.toDays = o.fromDays
	}
	o.from, o.to = o.fromDays.first, o.toDays.last
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

// days are those of a day, a month or a year.
type days struct{ first, last types.Date }

func (d *days) set(text string) error {
	for layout, years := range map[string][3]int{"2006-01-02": {0, 0, 1}, "2006-01": {0, 1, 0}, "2006": {1, 0, 0}} {
		if first, err := time.Parse(layout, text); err == nil {
			d.first = types.DateOf(first)
			d.last = types.DateOf(first.AddDate(years[0], years[1], years[2])).AddDays(-1)
			return nil
		}
	}
	return errors.New("want a day such as 2026-11-20, a month such as 2026-11, or a year")
}
