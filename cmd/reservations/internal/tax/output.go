// SPDX-License-Identifier: MIT

package tax

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	reservations "github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/types"
)

// print prints the lines and their totals for a person.
func (t *result) print(w io.Writer, o options) {
	fmt.Fprintf(w, "Tourist tax of %s, the nights from %s to %s\n", o.periodName, o.period.From, o.period.To)
	fmt.Fprint(w, "A night is one person who was present for one night.\n\n")
	var aligned strings.Builder
	table := tabwriter.NewWriter(&aligned, 0, 0, 2, ' ', tabwriter.AlignRight)
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
	for line := range strings.Lines(aligned.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	t.printPast(w, o)
}

// printPast prints the nights after the booked departure: the guests may have left without a check-out.
func (t *result) printPast(w io.Writer, o options) {
	switch {
	case len(t.past) == 0:
		return
	case o.overdue == overdueSkip:
		fmt.Fprintln(w, "\nLeft out, because these nights are after the booked departure:")
	default:
		fmt.Fprintln(w, "\nCounted, although these nights are after the booked departure. "+
			"Where a check-out was only forgotten, register it, or leave these nights out with --overdue skip:")
	}
	fmt.Fprintln(w, strings.Join(t.past.lines(), "\n"))
}

// writeCSV writes the lines for programs and spreadsheets: without totals, so that a column
// can be added up.
func (t *result) writeCSV(w io.Writer, o options) error {
	if err := o.csv.Begin(w); err != nil {
		return err
	}
	out := o.csv.NewWriter(w)
	out.Write([]string{"month", "country", "ageGroup", "nights", "exemptNights", "taxedNights", "rate", "tax"})
	for _, l := range t.lines {
		out.Write([]string{
			l.month, reservations.EscapeFormula(l.country), reservations.EscapeFormula(l.ageGroup),
			integer(l.nights), integer(l.exempt), integer(l.taxed()), o.csv.Decimal(l.rate.text(0)), o.csv.Decimal(l.tax.StringFixed(o.digits)),
		})
	}
	out.Flush()
	return out.Error()
}

// lineJSON is a line or a total as JSON. Amounts are texts, because they are exact.
type lineJSON struct {
	Month        string `json:"month,omitempty"`
	Country      string `json:"country,omitempty"`
	AgeGroup     string `json:"ageGroup,omitempty"`
	Nights       int64  `json:"nights"`
	ExemptNights int64  `json:"exemptNights"`
	TaxedNights  int64  `json:"taxedNights"`
	Rate         string `json:"rate,omitempty"`
	Tax          string `json:"tax"`
}

func (l line) json(o options) lineJSON {
	return lineJSON{Month: l.month, Country: l.country, AgeGroup: l.ageGroup,
		Nights: l.nights, ExemptNights: l.exempt, TaxedNights: l.taxed(), Tax: l.tax.StringFixed(o.digits)}
}

// overdueJSON are the nights of a reservation after its booked departure.
type overdueJSON struct {
	Reservation string     `json:"reservation"`
	Nights      int        `json:"nights"`
	First       types.Date `json:"first"`
	Last        types.Date `json:"last"`
}

func (t *result) writeJSON(w io.Writer, o options) error {
	lines := make([]lineJSON, len(t.lines))
	for i, l := range t.lines {
		lines[i] = l.json(o)
		lines[i].Rate = l.rate.text(0)
	}
	overdue := []overdueJSON{}
	for _, p := range t.past.inOrder() {
		overdue = append(overdue, overdueJSON{p.reservation, t.past[p].nights, t.past[p].first, t.past[p].last})
	}
	return cli.WriteJSON(w, struct {
		Period         string        `json:"period"`
		From           types.Date    `json:"from"`
		To             types.Date    `json:"to"`
		Lines          []lineJSON    `json:"lines"`
		Total          lineJSON      `json:"total"`
		OverdueCounted bool          `json:"overdueCounted"` // whether the nights below are in the lines
		Overdue        []overdueJSON `json:"overdue"`
	}{o.periodName, o.period.From, o.period.To, lines, t.total.json(o), o.overdue == overdueCount, overdue})
}

func integer(n int64) string { return strconv.FormatInt(n, 10) }

// stated returns a country as it can be printed.
func stated(country string) string {
	if country == "" {
		return "not stated"
	}
	return printable(country)
}
