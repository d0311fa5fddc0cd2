// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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

// print prints a line for each problem, in the order in which they begin.
func (p problems) print(w io.Writer) {
	inOrder := slices.SortedFunc(maps.Keys(p), func(a, b problem) int {
		return cmp.Or(p[a].first.Compare(p[b].first), cmp.Compare(a.reservation, b.reservation), cmp.Compare(a.what, b.what))
	})
	for _, key := range inOrder {
		fmt.Fprintf(w, "  %s: %s", key.reservation, key.what)
		if f := p[key]; f.first.IsZero() {
			fmt.Fprintln(w)
		} else if f.nights == 1 {
			fmt.Fprintf(w, ", in the night of %s\n", f.first)
		} else {
			fmt.Fprintf(w, ", in %d nights from %s to %s\n", f.nights, f.first, f.last)
		}
	}
}

// refuse names the reservations and returns why they are refused.
func (p problems) refuse(stderr io.Writer, why string) error {
	p.print(stderr)
	return errors.New(why + "; the lines above name the reservations, and nothing was written")
}

// nameOf names a reservation by its number and its guest.
func nameOf(item types.PresenceItem) string {
	number := item.ReservationNumber
	switch {
	case number != "":
	case item.ReservationID != 0:
		number = fmt.Sprint("id ", item.ReservationID)
	default:
		number = "no reservation"
	}
	return fmt.Sprintf("%s %q", printable(number), item.ReservationName)
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
