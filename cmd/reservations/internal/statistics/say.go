// SPDX-License-Identifier: MIT

package statistics

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
	"github.com/reservationkit/reservations-go/cmd/reservations/internal/countries"
)

// say prints what somebody who sends the numbers on has to know, and one line of summary.
func (r *Report) say(app *cli.App, o *options) {
	r.sayCountries(app)
	r.sayReservations(app)
	var total Numbers
	for _, month := range r.Months {
		total.add(month.Total)
	}
	if total.Nights == 0 {
		app.Say("Nobody was present: many offices ask for a report of zero.")
	}
	if o.layout == layoutGerman {
		app.Say("This is a worksheet with the rows of the German form, not an official format.")
	}
	written := ""
	if o.output != "" && o.output != "-" {
		written = ", written to " + o.output
	}
	app.Say("Statistics of %s, residents of %s: %s, %s, %s%s.", o.period, r.Home,
		count(total.Arrivals, "arrival"), count(total.Departures, "departure"), count(total.Nights, "night"), written)
}

func (r *Report) sayCountries(app *cli.App) {
	var mapped, unknowns []string
	for _, c := range r.Countries {
		switch {
		case c.Country == unknown && c.Text == "":
			unknowns = append(unknowns, fmt.Sprintf("not stated (%s)", count(c.Reservations, "reservation")))
		case c.Country == unknown:
			unknowns = append(unknowns, fmt.Sprintf("%q (%s)", c.Text, count(c.Reservations, "reservation")))
		case c.By != countries.ByISO:
			mapped = append(mapped, fmt.Sprintf("%q as %s by %s", c.Text, c.Country, c.By))
		}
	}
	sayList(app, "Countries taken", mapped)
	sayList(app, "Countries unknown, which --countries can map", unknowns)
}

func (r *Report) sayReservations(app *cli.App) {
	sayList(app, "Category unknown, because the list of reservations does not say it", r.WithoutCategory)
	var leftOut, owners, long, late []string
	for _, s := range r.Sources {
		text := fmt.Sprintf("%s (%s, %s)", s.Reservation, s.Source, count(s.Nights, "person-night"))
		if s.Excluded {
			leftOut = append(leftOut, text)
		} else {
			owners = append(owners, text)
		}
	}
	for _, s := range r.LongStays {
		text := fmt.Sprintf("%s (%s to %s, %s)", s.Reservation, s.BookedFrom, s.BookedTo, count(s.Nights, "person-night"))
		if s.Excluded {
			leftOut = append(leftOut, text)
		} else {
			long = append(long, text)
		}
	}
	for _, l := range r.AfterBookedDeparture {
		late = append(late, fmt.Sprintf("%s (%s from %s on)", l.Reservation, count(l.Nights, "person-night"), l.BookedTo))
	}
	sayList(app, "Left out", leftOut)
	sayList(app, "Counted, although the source is an owner (see --exclude-source)", owners)
	sayList(app, fmt.Sprintf("Counted, although the stay is over %d months (see --max-months)", longMonths), long)
	sayList(app, "Counted, although the booked departure is past; a check-out may be missing", late)
	sayList(app, "In the file of --capacity, and without a night in the period; is the name right?", unused(r.Months))
}

// unused are the categories of the capacity file in which nobody spent a night.
func unused(months []Month) []string {
	nights := map[string]int{}
	for _, month := range months {
		for _, row := range month.Occupancy {
			nights[row.Category] += row.Nights
		}
	}
	maps.DeleteFunc(nights, func(category string, n int) bool { return n > 0 || category == all })
	return slices.Sorted(maps.Keys(nights))
}

// mostListed is how many of a list are printed; the JSON has all.
const mostListed = 10

func sayList(app *cli.App, title string, list []string) {
	if len(list) == 0 {
		return
	}
	more := ""
	if n := len(list) - mostListed; n > 0 {
		list = slices.Clip(list[:mostListed])
		more = fmt.Sprintf(", and %d more (--format json lists all)", n)
	}
	app.Say("%s: %s%s.", title, strings.Join(list, ", "), more)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
