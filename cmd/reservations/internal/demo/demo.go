// SPDX-License-Identifier: MIT

// Package demo is the invented park that the program reads with --demo, and that it serves.
package demo

import (
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// What the demo is called by. It accepts any organization.
const (
	Organization = 1
	Key          = reservationstest.Key
)

// Seed is that of the park of --demo.
const Seed = 11

// New returns an invented park, which depends on the seed. Its guests are present from the first to
// the last day, at least in the five weeks up to the last; some are still there although their
// booked stay is over.
func New(seed uint64, first, last types.Date) *reservationstest.Server {
	days := 35
	for last.AddDays(1-days).Compare(first) > 0 {
		days++
	}
	const reservationsADay = 10
	park := reservationstest.Park(seed, reservationsADay*days, last.AddDays(1-days), days)
	for i := range park {
		checkOutOld(&park[i], last.AddDays(-4))
	}
	server := reservationstest.NewServer(reservationstest.WithBookings(park...))
	putRecords(server)
	putReservations(server, park)
	return server
}

// checkOutOld registers the forgotten check-outs of stays that were booked until a day before the
// given one, as a real park does after some time. Otherwise those of five weeks would fill the page.
func checkOutOld(b *reservationstest.Booking, before types.Date) {
	if b.DateTo.Compare(before) >= 0 {
		return
	}
	for i := range b.Stays {
		if b.Stays[i].CheckOut.IsZero() && !b.Stays[i].CheckIn.IsZero() {
			b.Stays[i].CheckOut = b.DateTo.AddDays(1).Midnight()
		}
	}
}
