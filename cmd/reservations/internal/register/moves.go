// SPDX-License-Identifier: MIT

package register

import "github.com/reservationkit/reservations-go/types"

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
