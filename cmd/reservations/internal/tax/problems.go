// SPDX-License-Identifier: MIT

package tax

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/reservationkit/reservations-go/types"
)

// problem is something that is wrong with a reservation.
type problem struct{ reservation, what string }

// found tells on which nights a problem was found.
type found struct {
	nights      int
	first, last types.Date
}

type problems map[problem]found

// add adds a night to a problem. The nights have to come in their order.
func (p problems) add(reservation, what string, night types.Date) {
	key := problem{reservation, what}
	f, known := p[key]
	if !known {
		f.first = night
	}
	if !known || f.last != night {
		f.nights, f.last = f.nights+1, night
	}
	p[key] = f
}

// inOrder returns the problems in the order in which they begin.
func (p problems) inOrder() []problem {
	return slices.SortedFunc(maps.Keys(p), func(a, b problem) int {
		return cmp.Or(p[a].first.Compare(p[b].first), cmp.Compare(a.reservation, b.reservation), cmp.Compare(a.what, b.what))
	})
}

// lines returns a line for each problem, in the order in which they begin.
func (p problems) lines() (lines []string) {
	for _, key := range p.inOrder() {
		line := fmt.Sprintf("  %s: %s", key.reservation, key.what)
		switch f := p[key]; {
		case f.nights == 1 && !f.first.IsZero():
			line += fmt.Sprintf(", in the night of %s", f.first)
		case !f.first.IsZero():
			line += fmt.Sprintf(", in %d nights from %s to %s", f.nights, f.first, f.last)
		}
		lines = append(lines, line)
	}
	return lines
}

// warn prints a line for people, as App.Warn does.
type warn func(format string, args ...any)

// refuse names the reservations and returns why they are refused.
func (p problems) refuse(warn warn, why string) string {
	for _, line := range p.lines() {
		warn("%s", line)
	}
	return why + "; the lines above name the reservations, and nothing was written"
}

// nameOf names a reservation by its number. It does not name the guest, whose name is in the register.
func nameOf(item types.PresenceItem) string {
	number := item.ReservationNumber
	switch {
	case number != "":
		return printable(number)
	case item.ReservationID != 0:
		return fmt.Sprint("id ", item.ReservationID)
	}
	return "no reservation"
}

// printable replaces what could write to a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}
