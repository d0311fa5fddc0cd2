// SPDX-License-Identifier: MIT

package register

import (
	"slices"
	"strconv"

	"github.com/reservationkit/reservations-go/types"
)

// night is one day of the register, ready to show.
type night struct {
	ID           string     // names the night within the page
	Date         types.Date // zero for an entry that came without one
	Persons      count
	Reservations int
	Peak         bool
	Provisional  bool // the night is not over
	Stays        []stay

	Previous, Next string // ids of the nights beside it, or ""
	// A run of nights with nobody present is shown once: Until is its last night, and
	// Others are the ids of the nights after the first.
	Until  types.Date
	Others []string
}

// weekday counts from 0 for Monday to 6 for Sunday.
func weekday(d types.Date) int { return (int(d.Midnight().Weekday()) + 6) % 7 }

// Weekend reports whether the night is one before a Saturday or a Sunday.
func (n night) Weekend() bool { return weekday(n.Date) == 4 || weekday(n.Date) == 5 }

// nightsOf returns the nights that have a date, and the entries that have none.
func (r *register) nightsOf(days []types.PresenceDay) (dated, undated []night) {
	for i, day := range days {
		all := groupOf(day.Items)
		n := night{
			ID: "night-" + strconv.Itoa(i+1), Date: day.Date, Until: day.Date,
			Persons: all.Persons, Reservations: all.Reservations,
			Stays: r.stays(day),
		}
		n.Peak = !n.Date.IsZero() && n.Date == r.totals.Peak
		n.Provisional = r.Asked.isProvisional() && day.Date.Compare(r.Asked.over) > 0
		for s := range n.Stays {
			n.Stays[s].Anchor = n.ID + "-" + strconv.Itoa(s+1)
		}
		if n.Date.IsZero() {
			undated = append(undated, n)
			continue
		}
		if last := len(dated) - 1; last >= 0 {
			n.Previous, dated[last].Next = dated[last].ID, n.ID
		}
		dated = append(dated, n)
	}
	return dated, undated
}

// folded puts each run of nights with nobody present into one.
func folded(nights []night) []night {
	var list []night
	for _, n := range nights {
		if last := len(list) - 1; last >= 0 && len(n.Stays) == 0 && len(list[last].Stays) == 0 {
			list[last].Until, list[last].Next = n.Date, n.Next
			list[last].Others = append(list[last].Others, n.ID)
			continue
		}
		list = append(list, n)
	}
	return list
}

// unit is a unit in which guests of more than one reservation were present in one night.
type unit struct {
	Unit, Title string
	Stays       []stay // those that should have left come first
}

// findAlarms lists what the desk has to act on: it is about the last night alone.
func (r *register) findAlarms() {
	for _, s := range r.Last.Stays {
		if s.Overdue {
			r.Overdue = append(r.Overdue, s)
		}
		if !s.Double {
			continue
		}
		i := slices.IndexFunc(r.Doubles, func(u unit) bool { return u.Unit == s.Unit && u.Title == s.Title })
		if i < 0 {
			i = len(r.Doubles)
			r.Doubles = append(r.Doubles, unit{Unit: s.Unit, Title: s.Title})
		}
		at := len(r.Doubles[i].Stays)
		if s.Overdue {
			at = 0
		}
		r.Doubles[i].Stays = slices.Insert(r.Doubles[i].Stays, at, s)
	}
}

// markDoubles marks the stays of a night in whose unit guests of another reservation are present too.
// A unit is known by its number and its title, because two kinds of accommodation may use the same numbers.
func markDoubles(stays []stay) {
	type place struct{ unit, title string }
	guests := map[place]map[any]bool{}
	for _, s := range stays {
		at := place{s.Unit, s.Title}
		if guests[at] == nil {
			guests[at] = map[any]bool{}
		}
		guests[at][s.identity()] = true
	}
	for i, s := range stays {
		stays[i].Double = s.Unit != "" && len(guests[place{s.Unit, s.Title}]) > 1
	}
}

// moves tell for a single night who came, who stays and who leaves. The register knows who was present in a night and
// in the night before; who is to leave after it is known from the bookings alone.
type moves struct {
	Parts []part
	Next  types.Date // the day after the night
	Left  []stay     // present the night before, but not in this one
}

// part is the stays of a night that have the same thing ahead.
type part struct {
	Title, Note string
	Alarm       bool
	Stays       []stay
	Persons     count
}

// movesOf compares a night with the one before it.
func movesOf(l *locale, before []stay, n *night) moves {
	m := moves{Next: n.Date.AddDays(1)}
	was, is := map[any]bool{}, map[any]bool{}
	for _, s := range before {
		was[s.identity()] = true
	}
	late := part{Title: l.OverdueTitle, Alarm: true}
	arrived := part{Title: l.Arrived, Note: l.ArrivedNote}
	staying := part{Title: l.Staying, Note: l.StayingNote}
	leaving := part{Title: l.Leaving, Note: fill(l.LeavingNote, l.long(m.Next))}
	for i := range n.Stays {
		s := &n.Stays[i]
		is[s.identity()] = true
		s.New = !was[s.identity()]
		s.Leaves = s.To == m.Next
		s.Double = false // the box above the register says it
		switch {
		case s.Overdue:
			late.add(*s)
		case s.New:
			arrived.add(*s)
		case s.Leaves:
			leaving.add(*s)
		default:
			staying.add(*s)
		}
	}
	for _, s := range before {
		if !is[s.identity()] {
			m.Left = append(m.Left, s)
		}
	}
	m.Parts = []part{late, arrived, staying, leaving}
	return m
}

func (p *part) add(s stay) {
	p.Stays = append(p.Stays, s)
	p.Persons.Known += s.Persons.Known
	p.Persons.Unknown += s.Persons.Unknown
}
