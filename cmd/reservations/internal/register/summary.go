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
	app.Say("%s: %s", strings.Join(names, ", "), r.figures(l))
}

// figures are the night or the nights, and how much is in them.
func (r *register) figures(l *locale) string {
	words := fill(l.Night, l.long(r.Asked.from))
	if !r.Asked.single() {
		words = fmt.Sprintf("%s – %s, %s nights, %s of them with nobody present, %s person-nights",
			l.fullDate(r.Asked.from), l.fullDate(r.Asked.to), l.number(r.Nights), l.number(r.EmptyNights), l.count(r.All.Persons))
	} else {
		words += ", " + l.persons(r.All.Persons)
	}
	return fmt.Sprintf("%s, %s, %s past the booked departure", words, l.reservations(r.All.Reservations), l.number(len(r.Overdue)))
}
