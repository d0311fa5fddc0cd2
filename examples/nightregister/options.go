package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// options are the flags. What was not given is not sent to the service.
type options struct {
	from, to         time.Time
	category         int64
	grouped          *bool
	includeCancelled *bool
	pageSize         int
	out              string
}

// parseOptions reads the flags, and prints their meaning to stdout if asked with -h.
func parseOptions(args []string, stdout io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("nightregister", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // run reports the error
	flags.Func("from", "first `day`, such as 2026-11-20; days run from midnight to midnight UTC", dayFlag(&o.from))
	flags.Func("to", "last `day`; without it the service decides", dayFlag(&o.to))
	flags.Int64Var(&o.category, "category", 0, "only the accommodation category with this `id`")
	flags.BoolFunc("grouped", "ask for the register by reservation, without age groups", boolFlag(&o.grouped))
	flags.BoolFunc("include-cancelled", "ask for cancelled reservations too", boolFlag(&o.includeCancelled))
	flags.IntVar(&o.pageSize, "page-size", 25, "`reservations` to read at a time")
	flags.StringVar(&o.out, "out", ".", "`folder` to write "+csvName+" and "+htmlName+" to")

	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(stdout, "Usage: nightregister [flags]")
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return o, err
	}
	if err != nil {
		return o, fmt.Errorf("%w; -h lists the flags", err)
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("%q is not a flag; -h lists the flags", flags.Arg(0))
	}
	if info, err := os.Stat(o.out); err != nil || !info.IsDir() {
		return o, fmt.Errorf("-out %q is not a folder that can be used", o.out)
	}
	return o, nil
}

func dayFlag(day *time.Time) func(string) error {
	return func(text string) (err error) {
		if *day, err = time.Parse(time.DateOnly, text); err != nil {
			return errors.New("want a day such as 2026-11-20")
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

// String tells in words what the register was asked for.
func (o options) String() string {
	words := []string{"from " + o.from.Format(time.DateOnly)}
	if o.to.IsZero() {
		words[0] += ", the end left to the service"
	} else {
		words[0] += " to " + o.to.Format(time.DateOnly)
	}
	if o.category != 0 {
		words = append(words, fmt.Sprintf("accommodation category %d", o.category))
	}
	if o.grouped != nil {
		words = append(words, fmt.Sprintf("grouped by reservation: %t", *o.grouped))
	}
	if o.includeCancelled != nil {
		words = append(words, fmt.Sprintf("cancelled reservations included: %t", *o.includeCancelled))
	}
	return strings.Join(words, "; ")
}
