// SPDX-License-Identifier: MIT

package main

import "github.com/reservationkit/reservations-go/reservationstest"

// startDemo serves an invented park whose guests are present in and shortly before the
// period. A few of those who leave at its end are still there after their booked departure.
func startDemo(p period) *reservationstest.Server {
	const seed, reservationsADay, daysBefore = 11, 10, 14
	first, days := p.from.AddDays(-daysBefore), daysBefore
	for first.AddDays(days).Compare(p.to) <= 0 {
		days++
	}
	park := reservationstest.Park(seed, reservationsADay*days, first, days)
	for i := range park {
		b := &park[i]
		for s := range b.Stays {
			if forgotten := &b.Stays[s]; forgotten.CheckOut.IsZero() && !forgotten.CheckIn.IsZero() && b.DateTo.AddDays(4).Compare(p.to) <= 0 {
				forgotten.CheckOut = b.DateTo.AddDays(1).Midnight() // as a park mends it in time
			}
		}
	}
	return reservationstest.NewServer(reservationstest.WithBookings(park...))
}
