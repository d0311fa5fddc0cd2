// SPDX-License-Identifier: MIT

package register

import "slices"

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
