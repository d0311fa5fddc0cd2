// SPDX-License-Identifier: MIT

package register

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/files"
	"github.com/reservationkit/reservations-go/types"
)

// options are what the flags ask for.
type options struct {
	cli.Period
	category    int64
	park        string
	lang        string
	semicolon   bool
	provisional bool           // whether nights that are not over may be written
	over        types.Date     // the last night that is over
	zone        *time.Location // of the park
	out         string
	demo        bool
}

func (o *options) addFlags(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.AddFlags(cmd, "the last night that is over")
	flags.Func("category", "only the accommodation category with this `id`", o.setCategory)
	flags.StringVar(&o.lang, "lang", "en", "`language` of the page: "+strings.Join(languages(), ", "))
	flags.BoolVar(&o.semicolon, "semicolon", false, "separate the cells of the CSV file by semicolons, as Excel expects in most of Europe")
	flags.BoolVar(&o.provisional, "provisional", false, "write nights that are not over too; the page, the names of the files and the summary say so")
	flags.StringVar(&o.out, "out", ".", "`folder` to write the files to; it is made if it is not there")
	cli.Complete(cmd, "lang", languages()...)
}

func (o *options) setCategory(text string) (err error) {
	if o.category, err = strconv.ParseInt(text, 10, 64); err != nil || o.category <= 0 {
		return errors.New("want the id of a category, such as 101")
	}
	return nil
}

// complete sets what depends on the time, and returns an error about the first flag that cannot be used.
func (o *options) complete(now time.Time, zone *time.Location) error {
	o.zone, o.over = zone, lastOver(now, zone)
	if err := o.Complete(cli.Period{From: o.over, To: o.over}); err != nil {
		return err
	}
	switch {
	case locales[o.lang] == nil:
		return cli.UsageErrorf("--lang must be one of %s, but is %q", strings.Join(languages(), ", "), o.lang)
	case o.isProvisional() && !o.provisional:
		return cli.UsageErrorf("the night of %s is not over, and guests still come and go; "+
			"the last night that is over is %s; --provisional writes a register that says it is provisional", o.firstOpen(), o.over)
	}
	for _, kind := range []string{"csv", "html"} {
		if err := files.Check(o.file(kind), true); err != nil {
			return cli.UsageErrorf("--out: %w", err)
		}
	}
	return nil
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

// file is the file of a kind. Its name has the nights and what makes the register another one, so that no run
// replaces the file of another register.
func (o *options) file(kind string) string {
	name := "night-register-"
	if o.demo {
		name += "demo-"
	}
	name += strings.ReplaceAll(o.String(), " ", "-")
	if o.category != 0 {
		name += fmt.Sprintf("-category-%d", o.category)
	}
	if o.isProvisional() {
		name += "-provisional"
	}
	return filepath.Join(o.out, name+"."+kind)
}

// isProvisional reports whether a night was asked for that is not over.
func (o *options) isProvisional() bool { return o.To.Compare(o.over) > 0 }

// firstOpen is the first night that was asked for and is not over.
func (o *options) firstOpen() types.Date {
	if next := o.over.AddDays(1); o.From.Compare(next) < 0 {
		return next
	}
	return o.From
}

// single reports whether only one night was asked for.
func (o *options) single() bool { return o.From == o.To }

// limits says in words how the register differs from the usual one: by a category, or because it is
// provisional. The words stand after the period.
func (o *options) limits(l *locale) string {
	var words string
	if o.category != 0 {
		words += ", " + fill(l.OnlyCategory, strconv.FormatInt(o.category, 10))
	}
	if o.isProvisional() {
		words += " (" + l.Provisional + ")"
	}
	return words
}

// In says in words for which period and with which options the register was read.
func (o *options) In(l *locale) string {
	words := l.fullDate(o.From)
	if !o.single() {
		words += " – " + l.fullDate(o.To)
	}
	return words + o.limits(l)
}

func languages() []string { return slices.Sorted(maps.Keys(locales)) }
