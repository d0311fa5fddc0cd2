// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	reservations "github.com/reservationkit/reservations-go"
)

// print prints the lines and their totals for a person.
func (t *result) print(w io.Writer, o options) {
	fmt.Fprintf(w, "Tourist tax of %s, the nights from %s to %s\n", o.period.name, o.period.from, o.period.to)
	fmt.Fprint(w, "A night is one person who was present for one night.\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...string) { fmt.Fprintln(table, strings.Join(cells, "\t")+"\t") }
	total := func(name string, l line) {
		row(name, "", "", integer(l.nights), integer(l.exempt), integer(l.taxed()), "", l.tax.StringFixed(o.digits))
	}
	row("MONTH", "COUNTRY", "AGE GROUP", "NIGHTS", "EXEMPT", "TAXED", "RATE", "TAX")
	for _, l := range t.lines {
		row(l.month, stated(l.country), printable(l.ageGroup), integer(l.nights), integer(l.exempt), integer(l.taxed()),
			l.rate.text(o.digits), l.tax.StringFixed(o.digits))
	}
	for _, part := range []func(key) string{
		func(k key) string { return k.month },
		func(k key) string { return "country " + stated(k.country) },
		func(k key) string { return "age group " + printable(k.ageGroup) },
	} {
		row("\t\t\t\t\t\t")
		names, totals := t.sums(part)
		for _, name := range names {
			total(name, totals[name])
		}
	}
	row("\t\t\t\t\t\t")
	total("all", t.total)
	table.Flush()
	t.printPast(w, o)
}

// printPast tells of the nights that may be none, because a check-out was forgotten.
func (t *result) printPast(w io.Writer, o options) {
	switch {
	case len(t.past) == 0:
		return
	case o.overdue == "skip":
		fmt.Fprintln(w, "\nLeft out, because these nights are after the booked departure:")
	default:
		fmt.Fprintln(w, "\nCounted, although these nights are after the booked departure. "+
			"Where a check-out was only forgotten, register it, or leave these nights out with -overdue skip:")
	}
	t.past.print(w)
}

// writeCSV writes the lines for programs and spreadsheets: without totals, so that a column
// can be added up.
func (t *result) writeCSV(w io.Writer, o options) error {
	out := csv.NewWriter(w)
	amount := func(text string) string { return text }
	if o.semicolon {
		out.Comma = ';'
		amount = func(text string) string { return strings.Replace(text, ".", ",", 1) }
	}
	out.Write([]string{"\ufeffmonth", "country", "ageGroup", "nights", "exemptNights", "taxedNights", "rate", "tax"}) // Excel reads é by the byte order mark
	for _, l := range t.lines {
		out.Write([]string{
			l.month, reservations.EscapeFormula(l.country), reservations.EscapeFormula(l.ageGroup),
			integer(l.nights), integer(l.exempt), integer(l.taxed()), amount(l.rate.text(0)), amount(l.tax.StringFixed(o.digits)),
		})
	}
	out.Flush()
	return out.Error()
}

func integer(n int64) string { return strconv.FormatInt(n, 10) }

// stated returns a country as it can be printed.
func stated(country string) string {
	if country == "" {
		return "not stated"
	}
	return printable(country)
}
