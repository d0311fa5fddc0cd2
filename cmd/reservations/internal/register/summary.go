// SPDX-License-Identifier: MIT

package register

import (
	"fmt"
	"strings"

	"github.com/reservationkit/reservations-go/cmd/reservations/internal/cli"
)

// summarize prints what a reader of the files has to know, and as the last line what was written. It
// is in English, as all messages of the program.
func (r *register) summarize(app *cli.App, names []string) {
	l := &english
	for _, notice := range r.notices(l) {
		app.Say("Note: %s", notice)
	}
	if r.PrintsMany() && !r.OnlyOverview() {
		app.Say("Note: printed whole, the page takes about %s sheets of paper; --print overview prints the overview alone.", l.number(r.Sheets))
	}
	app.Say("%s: %s", strings.Join(names, ", "), r.figures(l))
}

// figures are the night or the nights, and how much is in them.
func (r *register) figures(l *locale) string {
	limits := r.Asked.limits(l)
	words := fill(l.Night, l.long(r.Asked.from)) + limits + ", " + l.persons(r.All.Persons)
	if !r.Asked.single() {
		words = fmt.Sprintf("%s – %s%s, %s nights, %s of them with nobody present, %s person-nights",
			l.fullDate(r.Asked.from), l.fullDate(r.Asked.to), limits, l.number(r.Nights), l.number(r.EmptyNights), l.count(r.All.Persons))
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
