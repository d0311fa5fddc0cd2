package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

var (
	//go:embed register.html.tmpl
	pageSource string
	//go:embed register.css
	pageStyle string
)

var pageTemplate = template.Must(template.New("register").Funcs(template.FuncMap{
	"amount": amount,
	"long":   longDate,
	"share":  share,
}).Parse(pageSource))

// origin tells where a register came from and how it was asked for.
type origin struct {
	Source  string // the base URL of the service
	Demo    bool
	Made    time.Time
	Request string // the period and the options asked for, in words
}

// page is what the template shows.
type page struct {
	origin
	totals
	Style      template.CSS
	Period     string
	Notices    []string
	Chart      template.HTML
	Breakdowns []breakdown
	Days       []night
}

// breakdown is one table of totals.
type breakdown struct {
	Title  string
	Column string
	Groups []group
	Whole  int // the person-nights of the whole register
}

// night is one day of the register, ready to show.
type night struct {
	group
	ID    string // names the day within the page
	Date  types.Date
	Peak  bool
	Stays []stay
}

// Column is the place of the night in a calendar week: 1 for Monday, 7 for Sunday.
func (n night) Column() int { return (int(n.Date.Midnight().Weekday())+6)%7 + 1 }

// stay is one reservation on one night: the lines that differ in nothing that the page
// shows but the age group and its number of persons.
type stay struct {
	types.PresenceItem
	AgeGroups []group
	Persons   count
}

// writeHTML writes the register as one page that needs nothing else to be read.
func writeHTML(w io.Writer, days []types.PresenceDay, t totals, from origin) error {
	p := page{
		origin: from, totals: t, Style: template.CSS(pageStyle), Period: period(days), Notices: t.notices(),
		Breakdowns: []breakdown{
			{"Totals by country", "Country", t.ByCountry, t.All.Persons.Known},
			{"Totals by age group", "Age group", t.ByAgeGroup, t.All.Persons.Known},
		},
	}
	var dated []night
	for i, day := range days {
		n := newNight("night-"+strconv.Itoa(i+1), day, t)
		p.Days = append(p.Days, n)
		if !n.Date.IsZero() {
			dated = append(dated, n)
		}
	}
	var err error
	if p.Chart, err = chart(dated); err != nil {
		return fmt.Errorf("the chart could not be drawn: %w", err)
	}
	return pageTemplate.Execute(w, p)
}

func newNight(id string, day types.PresenceDay, t totals) night {
	return night{
		group: newGroup("", day.Items...),
		ID:    id,
		Date:  day.Date,
		Peak:  !day.Date.IsZero() && day.Date == t.Peak,
		Stays: staysOf(day.Items),
	}
}

// staysOf puts the age groups of a reservation together, in the order of the service.
// Lines that name no reservation stay apart: they may be of different ones.
func staysOf(items []types.PresenceItem) []stay {
	var stays []stay
	index := map[string]int{} // by the JSON of what is shown
	for _, item := range items {
		same := item
		same.AgeGroupSpecificationDescription, same.NumOfPersons = "", nil
		same.Modified = types.DateTime{} // not shown
		data, _ := json.Marshal(same)    // a register that was decoded can be written
		i, found := index[string(data)]
		if !found || keyOf(item) == (reservationKey{}) {
			i = len(stays)
			index[string(data)] = i
			stays = append(stays, stay{PresenceItem: same})
		}
		stays[i].AgeGroups = append(stays[i].AgeGroups, newGroup(item.AgeGroupSpecificationDescription, item))
		stays[i].Persons.add(item)
	}
	return stays
}

// period returns the first and the last night in words.
func period(days []types.PresenceDay) string {
	var first, last types.Date
	for _, day := range days {
		if day.Date.IsZero() {
			continue
		}
		if first.IsZero() {
			first = day.Date
		}
		last = day.Date
	}
	switch {
	case first.IsZero():
		return "no nights"
	case first == last:
		return longDate(first)
	}
	return longDate(first) + " – " + longDate(last)
}

// longDate returns a date as "Monday 2 November 2026".
func longDate(d types.Date) string { return d.Midnight().Format("Monday 2 January 2006") }

// amount returns "1 person" or "12 persons".
func amount(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// share returns what part of the whole is, in percent.
func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
