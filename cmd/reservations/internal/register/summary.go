// SPDX-License-Identifier: MIT

package register

import (
	"fmt"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// summarize prints what a reader of the files has to know, what was written, and as the last line which file to
// open. It is in English, as all messages of the program.
func (r *register) summarize(app *cli.App) {
	l := english
	for _, notice := range r.notices(l) {
		app.Warn("Note: %s", notice)
	}
	app.Say("%s, %s: %s", r.Asked.file("csv"), r.Asked.file("html"), r.figures(l))
	app.Say("Open %s in a browser.", r.Asked.file("html"))
}

// figures are the night or the nights, and how much is in them.
func (r *register) figures(l *locale) string {
	limits := r.Asked.limits(l)
	words := fill(l.Night, l.long(r.Asked.from)) + limits + ", " + l.persons(r.All.Persons)
	if !r.Asked.single() {
		words = fmt.Sprintf("%s – %s%s, %s, %s of them with nobody present, %s",
			l.fullDate(r.Asked.from), l.fullDate(r.Asked.to), limits, l.Nights.with(r.Nights == 1, l.number(r.Nights)),
			l.number(r.EmptyNights), l.PersonNights.with(r.All.Persons.One(), l.count(r.All.Persons)))
	}
	words = fmt.Sprintf("%s, %s, %s past the booked departure", words, l.reservations(r.All.Reservations), l.number(len(r.Overdue)))
	if !r.Asked.single() {
		words += " in the last night"
	}
	if len(r.Doubles) > 0 {
		words += fmt.Sprintf(", units with two reservations: %s", l.number(len(r.Doubles)))
	}
	return words
}
