// SPDX-License-Identifier: MIT

package register

import "github.com/reservationkit/reservations-go/types"

// month is one month of the calendar, with the nights of the register in it.
type month struct {
	ID      string
	First   types.Date // the first day of the month
	Weeks   [][7]cell  // from Monday
	Persons count      // person-nights
	Count   int        // of the nights of the month in the register
	Nights  []night    // runs of nights with nobody present folded
}

// cell is one place in the calendar. Without a night it is empty.
type cell struct {
	Night *night
	Level int // 0 for nobody up to 4 for the fullest nights
}

// monthsOf puts the nights, which are in order, into their months.
func monthsOf(nights []night, peak int) []month {
	var months []month
	for start := 0; start < len(nights); {
		first := nights[start].Date
		end := start
		for end < len(nights) && nights[end].Date.Year == first.Year && nights[end].Date.Month == first.Month {
			end++
		}
		months = append(months, newMonth(nights[start:end], peak))
		start = end
	}
	return months
}

func newMonth(nights []night, peak int) month {
	first := types.NewDate(nights[0].Date.Year, nights[0].Date.Month, 1)
	m := month{ID: "month-" + first.String()[:7], First: first, Count: len(nights), Nights: folded(nights)}
	for i := range nights {
		n := &nights[i]
		m.Persons.Known += n.Persons.Known
		m.Persons.Unknown += n.Persons.Unknown
		week := (n.Date.Day - 1 + weekday(first)) / 7
		for len(m.Weeks) <= week {
			m.Weeks = append(m.Weeks, [7]cell{})
		}
		m.Weeks[week][weekday(n.Date)] = cell{n, level(n.Persons.Known, peak)}
	}
	return m
}

// Days is how many days the month has.
func (m month) Days() int { return types.NewDate(m.First.Year, m.First.Month+1, 0).Day }

// Partial reports whether the register lacks nights of the month.
func (m month) Partial() bool { return m.Count < m.Days() }

// level is the quarter of the peak in which a number of persons lies.
func level(persons, peak int) int {
	if persons <= 0 || peak <= 0 {
		return 0
	}
	return min((4*persons+peak-1)/peak, 4)
}
