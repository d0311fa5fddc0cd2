// SPDX-License-Identifier: MIT

package register

import (
	"cmp"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/calendar"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// options are what the flags ask for.
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
	workbook         bool
	print            string         // "nights" or "overview"
	provisional      bool           // whether nights that are not over may be written
	over             types.Date     // the last night that is over
	zone             *time.Location // of the park
	out              string
}

// flagValues are the flags as they were given.
type flagValues struct {
	options
	fromDays, toDays         calendar.Period
	timezone                 string
	groupedIs, withCancelled bool
}

func (f *flagValues) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	const want = "want a day such as 2026-11-20, or a month such as 2026-10"
	flags.Func("from", "first `day`, such as 2026-11-20, or month, such as 2026-10",
		calendar.Flag(&f.fromDays, want, calendar.Day, calendar.Month))
	flags.Func("to", "last `day` or month; without it that of --from",
		calendar.Flag(&f.toDays, want, calendar.Day, calendar.Month))
	flags.Int64Var(&f.category, "category", 0, "only the accommodation category with this `id`")
	flags.BoolVar(&f.withCancelled, "include-cancelled", false, "ask for cancelled reservations too, or with =false for none; without it the service decides")
	flags.BoolVar(&f.groupedIs, "grouped", false, "ask for one line per reservation, without age groups; without it the service decides")
	flags.IntVar(&f.pageSize, "page-size", 25, "`reservations` to read at a time")
	flags.StringVar(&f.lang, "lang", "en", "`language` of the page: "+choices(locales))
	flags.StringVar(&f.order, "order", "unit", "`order` within a night: unit or name")
	flags.StringSliceVar(&f.adults, "adults", nil, "`names` of the age groups of adults, such as Adults,Seniors; "+
		"without it, those whose names say adult or the like in English, Dutch or German")
	flags.BoolVar(&f.semicolon, "semicolon", false, "separate the cells of the CSV file by semicolons, as Excel expects in most of Europe")
	flags.BoolVar(&f.workbook, "workbook", false, "write the form for the municipality too")
	flags.StringVar(&f.print, "print", "nights", "`part` of the page that goes on paper: nights (all of it) "+
		"or overview (without the nights and the names, which the file still has)")
	flags.BoolVar(&f.provisional, "provisional", false, "write nights that are not over too; the page, the names of the files and the summary say so")
	flags.StringVar(&f.out, "out", ".", "`folder` to write the files to; it is made if it is not there")
	cli.Complete(cmd, "lang", slices.Sorted(maps.Keys(locales))...)
	cli.Complete(cmd, "order", "unit", "name")
	cli.Complete(cmd, "print", "nights", "overview")
}

// parse returns what the flags ask for, or an error about the first flag that cannot be used.
func (f *flagValues) parse(set func(flag string) bool, now time.Time) (options, error) {
	o := f.options
	if set("grouped") {
		o.grouped = &f.groupedIs
	}
	if set("include-cancelled") {
		o.includeCancelled = &f.withCancelled
	}
	for i, name := range o.adults {
		o.adults[i] = strings.TrimSpace(name)
	}
	o.zone = now.Location()
	if f.timezone != "" {
		zone, err := time.LoadLocation(f.timezone)
		if err != nil {
			return o, cli.UsageErrorf("--timezone: %q is not a time zone such as Europe/Amsterdam", f.timezone)
		}
		o.zone = zone
	}
	o.over = lastOver(now, o.zone)
	if !set("from") && !set("to") {
		f.fromDays = calendar.Period{From: o.over, To: o.over}
	}
	o.from, o.to = f.fromDays.From, cmp.Or(f.toDays, f.fromDays).To
	return o, o.check()
}

// lastOver returns the last day that is over at the time now, both in UTC, in which the register
// counts days, and in the time zone of the park.
func lastOver(now time.Time, zone *time.Location) types.Date {
	utc, local := types.DateOf(now.UTC()), types.DateOf(now.In(zone))
	if local.Compare(utc) < 0 {
		return local.AddDays(-1)
	}
	return utc.AddDays(-1)
}

// check reports the first option that cannot be used. It is called before anything is read.
func (o options) check() error {
	switch {
	case o.pageSize < 1:
		return cli.UsageErrorf("--page-size must be 1 or more, but is %d", o.pageSize)
	case o.category < 0:
		return cli.UsageErrorf("--category must be the id of a category, but is %d", o.category)
	case locales[o.lang] == nil:
		return cli.UsageErrorf("--lang must be one of %s, but is %q", choices(locales), o.lang)
	case o.order != "unit" && o.order != "name":
		return cli.UsageErrorf("--order must be unit or name, but is %q", o.order)
	case o.print != "nights" && o.print != "overview":
		return cli.UsageErrorf("--print must be nights or overview, but is %q", o.print)
	case slices.Contains(o.adults, ""):
		return cli.UsageErrorf("--adults must be names that are separated by commas")
	case o.workbook && !hasWorkbook:
		return cli.UsageErrorf("this build has no workbook; build without -tags small")
	}
	if info, err := os.Stat(o.out); o.out == "" || err == nil && !info.IsDir() {
		return cli.UsageErrorf("--out %q is not a folder", o.out)
	}
	return o.checkNights()
}

func (o options) checkNights() error {
	switch {
	case o.from.IsZero():
		return cli.UsageErrorf("--to is given without --from: give the first day too, such as --from 2026-11-20")
	case o.to.Compare(o.from) < 0:
		return cli.UsageErrorf("--to must not be before --from, but %s is before %s", o.to, o.from)
	case o.isProvisional() && !o.provisional:
		return cli.UsageErrorf("the night of %s is not over, and guests still come and go; "+
			"the last night that is over is %s; --provisional writes a register that says it is provisional", o.firstOpen(), o.over)
	}
	return nil
}

// isProvisional reports whether a night was asked for that is not over.
func (o options) isProvisional() bool { return o.to.Compare(o.over) > 0 }

// firstOpen is the first night that was asked for and is not over.
func (o options) firstOpen() types.Date {
	if next := o.over.AddDays(1); o.from.Compare(next) < 0 {
		return next
	}
	return o.from
}

// single reports whether only one night was asked for.
func (o options) single() bool { return o.from.Compare(o.to) == 0 }

// limits says in words how the register differs from the usual one: by a category, by cancelled reservations, or
// because it is provisional. The words stand after the period.
func (o options) limits(l *locale) string {
	var words string
	if o.category != 0 {
		words += ", " + fill(l.OnlyCategory, strconv.FormatInt(o.category, 10))
	}
	if o.includeCancelled != nil && *o.includeCancelled {
		words += ", " + l.WithCancelled
	}
	if o.isProvisional() {
		words += " (" + l.Provisional + ")"
	}
	return words
}

// In says in words for which period and with which options the register was read.
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
