// SPDX-License-Identifier: MIT

package register

import (
	"html/template"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// origin tells where a register came from, how it was asked for and how it is to be shown.
type origin struct {
	Source string // the host of the service
	Demo   bool
	Made   time.Time
	Park   string // "" when it was not named
	Asked  options
	Locale *locale
}

// register is a register ready to show: what the template sees.
type register struct {
	origin
	totals
	Period  string // and how the register differs from the usual one, as options.limits says
	Notices []string
	Last    *night  // the last night
	Overdue []stay  // of the last night, as the desk has to act on them
	Doubles []unit  // likewise
	Moves   *moves  // of a single night; nil for several
	Undated []night // entries without a date
	Dated   []night // the others; runs of nights with nobody present are folded
	Chart   chart
	Style   template.CSS
	Policy  string // of the browser: this style and nothing else
	Tables  []table
}

// table is one table of totals.
type table struct {
	Title, Column string
	Groups        []group
}

// newRegister makes the days ready to show. before is the night before a single night, and nil for several nights.
func newRegister(days []types.PresenceDay, before *types.PresenceDay, from origin) *register {
	l := from.Locale
	r := &register{origin: from}
	r.totals = totalsOf(days, l.country)
	dated, undated := r.nightsOf(days)
	r.Undated = undated
	r.Period = periodOf(l, dated) + from.Asked.limits(l)
	r.Last = &dated[len(dated)-1]
	r.findAlarms()
	r.Notices = r.notices(l)
	r.Style, r.Policy = style(l.Title, from.Park, r.Period, l.Moment(from.Made))
	if before != nil {
		m := movesOf(l, r.stays(*before), r.Last)
		r.Moves = &m
		return r
	}
	r.Dated = folded(dated)
	if r.All.Persons.Known > 0 { // without persons a chart shows nothing
		r.Chart = nightChart(l, dated, r.PeakPersons.Known)
	}
	r.Tables = []table{{l.CountryTable, l.Country, r.ByCountry}, {l.AgeGroupTable, l.AgeGroups, r.ByAgeGroup}}
	return r
}

// Year is the year in which the register lies, whose dates need not name it; 0 for several.
func (r *register) Year() int {
	if r.Dated[0].Date.Year != r.Last.Date.Year {
		return 0
	}
	return r.Last.Date.Year
}

// IsProvisional reports whether a night is not over. The first notice says so then.
func (r *register) IsProvisional() bool { return r.Asked.isProvisional() }

// stays returns the stays of a day in their order.
func (r *register) stays(day types.PresenceDay) []stay {
	stays := staysOf(day.Date, day.Items, r.Locale.country)
	sortStays(stays)
	markDoubles(stays)
	return stays
}

// periodOf returns the first and the last night in words.
func periodOf(l *locale, nights []night) string {
	first, last := nights[0].Date, nights[len(nights)-1].Date
	if len(nights) == 1 {
		return fill(l.Night, l.long(first))
	}
	return l.long(first) + " – " + l.long(last)
}

// notices are the sentences a reader of the figures has to know, if any.
func (r *register) notices(l *locale) []string {
	var notices []string
	add := func(words string, n int) {
		if n > 0 {
			notices = append(notices, fill(words, l.number(n)))
		}
	}
	if from, note := r.Asked.firstOpen(), l.ProvisionalNight; r.Asked.isProvisional() {
		if from.Compare(r.Asked.To) < 0 {
			note = l.ProvisionalNights
		}
		notices = append(notices, fill(note, l.long(from)))
	}
	add(l.UnknownPersons, r.All.Persons.Unknown)
	add(l.Anonymous, r.Anonymous)
	add(l.UndatedEntries, r.totals.Undated)
	return notices
}
