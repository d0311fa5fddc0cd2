// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"time"
)

// options are the flags.
type options struct {
	period           period
	rates            string // a file; "" for the rates of the demonstration
	digits           int32
	overdue          string // what becomes of nights after the booked departure
	category         int64
	includeCancelled *bool // nil is not sent, and the service decides
	compare          bool
	semicolon        bool
	out              string
}

const helpEnd = `
A night is one person who was present for one night. It is named after the day on which it
begins, and counts from the day of the check-in up to but not including the day of the
registered check-out: a guest who comes and leaves on one day has no night. Days run from midnight
to midnight UTC, so a check-in or check-out just after local midnight can count for the
night before. Guests whose check-out was not registered count on every later night.

The file of -rates has a row for each age group, named as the register names it:

  ageGroup,rate,maxNights
  Adults,2.45,21
  Children,1.10,
  Infants,exempt,

The rate is that of one person for one night. With maxNights a person is exempt after so
many nights in a row. The register does not tell persons apart, so as many are exempt as
were certainly there in all of these nights. Cells can be separated by semicolons too,
and a rate then has a decimal point or a decimal comma. Lines that begin with # are skipped.

A line of the result is one month, country and age group. Its tax is exact and then rounded
half up to -digits; the totals are the sums of what was rounded.

When persons, age groups, dates or reservations are missing in the register, the program
writes no file and names the reservations on stderr, with the names of the guests.

The service is set in the environment:
  RESERVATIONS_BASE_URL  address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY   API key for the service
With neither set, the program starts an invented service in this process, with invented rates.
`

func parseOptions(args []string, now time.Time, stdout io.Writer) (o options, err error) {
	o.period = lastMonth(now)
	digits := 2
	flags := flag.NewFlagSet("touristtax", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // main reports the error
	flags.Func("period", "`month`, quarter or year, such as 2026-10, 2026-Q4 or 2026; the last month that is over, if not given", func(text string) (err error) {
		o.period, err = parsePeriod(text)
		return err
	})
	flags.StringVar(&o.rates, "rates", "", "CSV `file` with the rate of each age group")
	flags.IntVar(&digits, "digits", digits, "`number` of digits after the point to which the tax of a line is rounded")
	flags.StringVar(&o.overdue, "overdue", "count", "what to `do` with nights after the booked departure: count, skip or refuse")
	flags.Int64Var(&o.category, "category", 0, "only the accommodation category with this `id`, where rates differ by category")
	flags.BoolFunc("include-cancelled", "ask for cancelled reservations too, or with =false for none; if not given, the service decides", func(text string) error {
		value, err := strconv.ParseBool(text)
		o.includeCancelled = &value
		return err
	})
	flags.BoolVar(&o.compare, "compare", false, "read the register by reservation too, and refuse where the age groups have other persons")
	flags.BoolVar(&o.semicolon, "semicolon", false, "separate the cells by semicolons and write decimal commas, as Excel expects in most of Europe")
	flags.StringVar(&o.out, "out", "tourist-tax.csv", "`file` to write; one of that name is replaced")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(stdout)
			flags.Usage()
			fmt.Fprint(stdout, helpEnd)
		}
		return o, err
	}
	const mostDigits = 8
	switch {
	case flags.NArg() > 0:
		return o, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	case digits < 0 || digits > mostDigits:
		return o, fmt.Errorf("-digits must be from 0 to %d, but is %d", mostDigits, digits)
	case o.overdue != "count" && o.overdue != "skip" && o.overdue != "refuse":
		return o, fmt.Errorf("-overdue must be count, skip or refuse, but is %q", o.overdue)
	case o.category < 0:
		return o, fmt.Errorf("-category must be the id of a category, but is %d", o.category)
	case !o.period.isOver(now):
		return o, fmt.Errorf("the period %s is not over before %s in UTC, so its nights are not known yet", o.period.name, o.period.to.AddDays(1))
	}
	o.digits = int32(digits)
	return o, nil
}
