// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// options are the flags.
type options struct {
	from, to         types.Date
	category         int64
	grouped          *bool // nil is not sent, and the service decides
	includeCancelled *bool // likewise
	pageSize         int
	park             string
	lang             string
	order            string
	adults           []string
	semicolon        bool
	xlsx             bool
	out              string
}

// usageError is a mistake in the flags.
type usageError struct{ error }

const helpEnd = `
Without -from it is the last night, and with -from alone that one night. A page of one night
tells who arrived, stays and leaves; one of more than 62 nights goes by months.

The service is set in the environment:
  RESERVATIONS_BASE_URL  address of the service, such as https://api.example.com
  RESERVATIONS_API_KEY   API key for the service
With neither set, the program starts an invented park on this machine and reads that.

The exit code is 0 when all files were written, 2 when the flags are wrong, 130 after Ctrl-C
or SIGTERM, and 1 after every other failure.
`

// parseOptions reads the flags, and prints their meaning to stdout if asked with -h.
func parseOptions(args []string, now time.Time, stdout io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("nightregister", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run reports the error
	flags.Func("from", "first `day`, such as 2026-11-20; days run from midnight to midnight UTC", dayFlag(&o.from))
	flags.Func("to", "last `day`, such as 2026-11-26", dayFlag(&o.to))
	flags.Int64Var(&o.category, "category", 0, "only the accommodation category with this `id`")
	flags.BoolFunc("grouped", "ask for one line per reservation, without age groups", boolFlag(&o.grouped))
	flags.BoolFunc("include-cancelled", "ask for cancelled reservations too", boolFlag(&o.includeCancelled))
	flags.IntVar(&o.pageSize, "page-size", 25, "`reservations` to read at a time")
	flags.StringVar(&o.park, "park", "", "`name` of the park, for the page and for every printed sheet")
	flags.StringVar(&o.lang, "lang", "en", "`language` of the page: "+choices(locales))
	flags.StringVar(&o.order, "order", "unit", "`order` within a night: unit or name")
	flags.Func("adults", "`names` of the age groups of adults, such as Adults,Seniors; "+
		"without it, those whose names say adult or the like in English, Dutch or German", listFlag(&o.adults))
	flags.BoolVar(&o.semicolon, "semicolon", false, "separate the cells of "+csvName+" by semicolons, as Excel expects in most of Europe")
	flags.BoolVar(&o.xlsx, "xlsx", false, "write "+xlsxName+" too: the form for the municipality, with a column of what the register lacks")
	flags.StringVar(&o.out, "out", ".", "`folder` to write "+csvName+" and "+htmlName+" to; it is made if it is not there")

	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(stdout, "Usage: nightregister [flags]")
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		fmt.Fprint(stdout, helpEnd)
		return o, err
	}
	if err != nil {
		return o, usageError{fmt.Errorf("%w; -h lists the flags", err)}
	}
	if flags.NArg() > 0 {
		return o, usageError{fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))}
	}
	if o.from.IsZero() && o.to.IsZero() {
		o.from = types.DateOf(now).AddDays(-1)
	}
	o.to = cmp.Or(o.to, o.from)
	return o, o.check()
}

// check reports the first option that cannot be meant. It is called before anything is read.
func (o options) check() error {
	switch {
	case o.from.IsZero():
		return usageError{errors.New("-to is given without -from: give the first day too, such as -from 2026-11-20")}
	case o.to.Compare(o.from) < 0:
		return usageError{fmt.Errorf("-to must not be before -from, but %s is before %s", o.to, o.from)}
	case o.pageSize < 1:
		return usageError{fmt.Errorf("-page-size must be 1 or more, but is %d", o.pageSize)}
	case o.category < 0:
		return usageError{fmt.Errorf("-category must be the id of a category, but is %d", o.category)}
	case locales[o.lang] == nil:
		return usageError{fmt.Errorf("-lang must be one of %s, but is %q", choices(locales), o.lang)}
	case o.order != "unit" && o.order != "name":
		return usageError{fmt.Errorf("-order must be unit or name, but is %q", o.order)}
	}
	if info, err := os.Stat(o.out); o.out == "" || err == nil && !info.IsDir() {
		return usageError{fmt.Errorf("-out %q is not a folder", o.out)}
	}
	return nil
}

// single reports whether only one night was asked for.
func (o options) single() bool { return o.from.Compare(o.to) == 0 }

// In tells in words what the register was asked for.
func (o options) In(l *locale) string {
	words := []string{l.fullDate(o.from) + " – " + l.fullDate(o.to)}
	if o.single() {
		words[0] = l.fullDate(o.from)
	}
	if o.category != 0 {
		words = append(words, fill(l.Category, strconv.FormatInt(o.category, 10)))
	}
	if o.grouped != nil && *o.grouped {
		words = append(words, l.Grouped)
	}
	if o.includeCancelled != nil {
		if *o.includeCancelled {
			words = append(words, l.WithCancelled)
		} else {
			words = append(words, l.NotCancelled)
		}
	}
	return strings.Join(words, "; ")
}

func choices[T any](all map[string]T) string {
	return strings.Join(slices.Sorted(maps.Keys(all)), ", ")
}

func dayFlag(day *types.Date) func(string) error {
	return func(text string) error {
		t, err := time.Parse(time.DateOnly, text)
		if err != nil {
			return errors.New("want a day such as 2026-11-20")
		}
		*day = types.DateOf(t)
		return nil
	}
}

func listFlag(list *[]string) func(string) error {
	return func(text string) error {
		for name := range strings.SplitSeq(text, ",") {
			if name = strings.TrimSpace(name); name == "" {
				return errors.New("want names that are separated by commas")
			}
			*list = append(*list, name)
		}
		return nil
	}
}

func boolFlag(flag **bool) func(string) error {
	return func(text string) error {
		value, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("want true or false")
		}
		*flag = &value
		return nil
	}
}
