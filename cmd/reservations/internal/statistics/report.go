// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
	"github.com/reservationkit/reservations-go/types"
)

// Report is what --format json prints.
type Report struct {
	Demo bool       `json:"demo,omitempty"` // invented, because of --demo
	From types.Date `json:"from"`           // the first night
	To   types.Date `json:"to"`             // the last night
	// Months are those of the period in their order, also those without guests. A month of which only some days are in
	// the period has these alone.
	Months          []Month   `json:"months"`
	Countries       []Country `json:"countries"`       // what each text of the register was taken for
	WithoutCategory []string  `json:"withoutCategory"` // reservations whose category is not known
}

// Month is one month.
type Month struct {
	Month string  `json:"month"` // such as 2026-10
	Rows  []Row   `json:"rows"`
	Total Numbers `json:"total"`
}

// Row is one category and one country.
type Row struct {
	CategoryID int64  `json:"categoryId,omitempty"`
	Category   string `json:"category"` // "unknown" where it is not known, "all" with --no-categories
	Country    string `json:"country"`  // ISO 3166-1 alpha-2, or "unknown"
	Numbers
}

// Numbers are those of one row of the statistics.
type Numbers struct {
	Arrivals   int `json:"arrivals"`
	Departures int `json:"departures"`
	// Nights are the nights that persons spent: two persons in three nights are six.
	Nights int `json:"nights"`
}

// What stands for a category or country that is not known, and for all of them.
const (
	unknown = "unknown"
	all     = "all"
)

// Country is what a text of the register was taken for.
type Country struct {
	Text string `json:"text"` // "" where no country is stated
	// Country is "unknown" where no table has the text, and for the texts of a reservation that has two.
	Country      string       `json:"country"`
	By           countries.By `json:"by,omitempty"` // the table: iso, name or sign
	Reservations int          `json:"reservations"`
}

func (n *Numbers) add(other Numbers) {
	n.Arrivals += other.Arrivals
	n.Departures += other.Departures
	n.Nights += other.Nights
}

func (n Numbers) cells(first ...string) []string {
	return append(first, strconv.Itoa(n.Arrivals), strconv.Itoa(n.Departures), strconv.Itoa(n.Nights))
}

// table is the table of categories and countries. With sums it has that of each month after its rows.
func (r *Report) table(sums bool) cli.Table {
	table := cli.Table{Header: []string{"Month", "Category", "Country", "Arrivals", "Departures", "Nights"}}
	for _, month := range r.Months {
		for _, row := range month.Rows {
			table.Rows = append(table.Rows, row.cells(month.Month, row.Category, row.Country))
		}
		if sums {
			table.Rows = append(table.Rows, month.Total.cells(month.Month, all, all))
		}
	}
	return table
}

// say prints what somebody who sends the numbers on has to know, and one line of summary.
func (r *Report) say(app *cli.App) {
	var taken []string
	for _, c := range r.Countries {
		if c.By != countries.ByISO {
			taken = append(taken, fmt.Sprintf("%q as %s (%d)", c.Text, c.Country, c.Reservations))
		}
	}
	sayList(app, "Countries taken, by reservations", taken)
	sayList(app, "Category unknown, because the list of reservations does not say it", r.WithoutCategory)
	var total Numbers
	for _, month := range r.Months {
		total.add(month.Total)
	}
	if total.Nights == 0 {
		app.Say("Nobody was present: many offices ask for a report of zero.")
	}
	app.Say("Statistics of %s to %s: %s, %s, %s.", r.From, r.To,
		cli.Count(total.Arrivals, "arrival"), cli.Count(total.Departures, "departure"), cli.Count(total.Nights, "night"))
}

// sayList prints the beginning of a list; the JSON has all.
func sayList(app *cli.App, title string, list []string) {
	const most = 10
	more := ""
	if len(list) > most {
		more = fmt.Sprintf(", and %d more (--format json lists all)", len(list)-most)
		list = list[:most]
	}
	if len(list) > 0 {
		app.Say("%s: %s%s.", title, strings.Join(list, ", "), more)
	}
}
