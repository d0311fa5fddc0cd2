// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
)

// The values of --print and --layout.
const (
	printMonths    = "months"
	printDays      = "days"
	printOccupancy = "occupancy"

	layoutPlain  = "plain"
	layoutGerman = "de"
)

// options are the flags of the command.
type options struct {
	home             string
	periodText       string
	period           calendar.Period
	basis            string
	countriesFile    string
	capacityFile     string
	maxMonths        int
	excludeSources   []string
	includeCancelled bool
	noCategories     bool
	print            string
	layout           string
	format           *string
	csv              cli.CSVForm
	output           string
}

func (o *options) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.home, "home", "", "`country` whose inhabitants are residents, such as NL; required")
	f.StringVar(&o.periodText, "period", "", "`months` that are over: 2026-10, 2026-Q3 or 2026 (default the last month)")
	f.StringVar(&o.basis, "basis", basisArrival, "`what` counts the guests of a month: arrival or departure")
	f.StringVar(&o.countriesFile, "countries", "", "`file` that says which country a text means")
	f.StringVar(&o.capacityFile, "capacity", "", "`file` with the bed places and open days of each category")
	f.IntVar(&o.maxMonths, "max-months", 0, "leave out stays of more than so many `months`")
	f.StringSliceVar(&o.excludeSources, "exclude-source", nil,
		"leave out reservations from these `sources`, such as owner,owner-for-guest,owner-invite")
	f.BoolVar(&o.includeCancelled, "include-cancelled", false, "count guests who checked in although the reservation is cancelled")
	f.BoolVar(&o.noCategories, "no-categories", false, "do not read the list of reservations: no categories, no sources")
	f.StringVar(&o.print, "print", printMonths, "`what` a table or CSV has: months, days or occupancy; JSON has all")
	f.StringVar(&o.layout, "layout", layoutPlain, "`layout`: plain, or de for a table or CSV with the rows of the German form")
	o.format = cli.FormatFlag(cmd, cli.FormatTable, cli.FormatCSV, cli.FormatJSON)
	o.csv.AddFlags(cmd)
	cli.OutputFlag(cmd, &o.output, "", "`file` to write, instead of standard output")
	cli.Complete(cmd, "basis", basisArrival, basisDeparture)
	cli.Complete(cmd, "print", printMonths, printDays, printOccupancy)
	cli.Complete(cmd, "layout", layoutPlain, layoutGerman)
}

// rules checks the flags and reads the files that they name.
func (o *options) rules(now time.Time) (*rules, error) {
	if err := o.checkPeriod(now); err != nil {
		return nil, err
	}
	if err := o.checkValues(); err != nil {
		return nil, err
	}
	r := &rules{basis: o.basis, maxMonths: o.maxMonths, excludeSources: o.excludeSources}
	r.home, _ = countries.Find(o.home)
	switch {
	case o.home == "":
		return nil, cli.UsageErrorf("--home is missing: the country whose inhabitants are residents, such as --home NL")
	case r.home == "":
		return nil, cli.UsageErrorf("--home: %q is no country; use an ISO code such as NL", o.home)
	case o.layout == layoutGerman && r.home != "DE":
		return nil, cli.UsageErrorf("--layout de is for --home DE")
	}
	var err error
	if r.countries, err = readFile("--countries", o.countriesFile, countries.ReadFinder); err != nil {
		return nil, err
	}
	r.capacity, err = readFile("--capacity", o.capacityFile, readCapacity)
	return r, err
}

func (o *options) checkPeriod(now time.Time) (err error) {
	o.period = calendar.LastMonth(now)
	if o.periodText == "" {
		return nil
	}
	if o.period, err = calendar.ParseMonths(o.periodText); err != nil {
		return cli.UsageErrorf("--period %q: %w", o.periodText, err)
	}
	if !o.period.IsOver(now) {
		return cli.UsageErrorf("--period %s is not over: its last night ends on %s (UTC), and later check-ins and "+
			"check-outs would change the numbers", o.periodText, o.period.To.AddDays(1))
	}
	return nil
}

func (o *options) checkValues() error {
	values := []struct {
		flag, value string
		known       []string
	}{
		{"basis", o.basis, []string{basisArrival, basisDeparture}},
		{"print", o.print, []string{printMonths, printDays, printOccupancy}},
		{"layout", o.layout, []string{layoutPlain, layoutGerman}},
	}
	for _, v := range values {
		if !slices.Contains(v.known, v.value) {
			return cli.UsageErrorf("--%s is %q, want one of %s", v.flag, v.value, strings.Join(v.known, ", "))
		}
	}
	switch {
	case o.maxMonths < 0:
		return cli.UsageErrorf("--max-months is %d, want at least 1", o.maxMonths)
	case o.print == printOccupancy && o.capacityFile == "":
		return cli.UsageErrorf("--print occupancy needs --capacity")
	case o.layout == layoutGerman && (o.print != printMonths || *o.format == cli.FormatJSON):
		return cli.UsageErrorf("--layout de is a table or CSV of months")
	case slices.Contains(o.excludeSources, ""):
		return cli.UsageErrorf("--exclude-source must be sources that are separated by commas")
	case o.noCategories && len(o.excludeSources) > 0:
		return cli.UsageErrorf("--exclude-source and --no-categories exclude each other: the sources are in the list of reservations")
	}
	return o.csv.Check(*o.format)
}

// readFile reads the file of a flag. When name is "", it returns the zero value.
func readFile[T any](flag, name string, read func(io.Reader) (T, error)) (value T, err error) {
	if name == "" {
		return value, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return value, cli.UsageErrorf("%s: %w", flag, err)
	}
	defer f.Close()
	if value, err = read(f); err != nil {
		return value, cli.UsageErrorf("%s: %w", flag, fmt.Errorf("%s: %w", name, err))
	}
	return value, nil
}
