package main

import (
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const demoDays = 35

var demoFrom = types.NewDate(2026, 11, 1)

// startDemo serves an invented park on the loopback interface, and now and then a 429
// as a busy service gives it. About 400 of its reservations stand in the register of
// these five weeks; the others are cancelled or lie outside.
func startDemo() *reservationstest.Server {
	const seed, reservations = 11, 540
	park := reservationstest.Park(seed, reservations, demoFrom, demoDays)
	server := reservationstest.NewServer(reservationstest.WithBookings(park...))
	server.Inject(reservationstest.OpPresence, reservationstest.Every(12), reservationstest.TooManyRequests("1"))
	return server
}

// useDemoPeriod fills in the period of the invented park, unless one was chosen.
func (o *options) useDemoPeriod() {
	if o.from.IsZero() && o.to.IsZero() {
		o.from, o.to = demoFrom.Midnight(), demoFrom.AddDays(demoDays-1).Midnight()
	}
}
