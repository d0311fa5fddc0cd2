// SPDX-License-Identifier: MIT

package main

import (
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// startDemo serves an invented park on the loopback interface, and now and then a 429 as a
// busy service gives it. Its guests are present in the range that was asked for, at least in
// the five weeks up to its end; some of them are still there although their booked stay is over.
func startDemo(o options) *reservationstest.Server {
	lastNight, days := o.to, 35
	for lastNight.AddDays(1-days).Compare(o.from) > 0 {
		days++
	}
	const seed, reservationsADay = 11, 10
	park := reservationstest.Park(seed, reservationsADay*days, lastNight.AddDays(1-days), days)
	for i := range park {
		checkOutOld(&park[i], lastNight.AddDays(-4))
	}
	server := reservationstest.NewServer(reservationstest.WithBookings(park...))
	server.Inject(reservationstest.OpPresence, reservationstest.Every(5), reservationstest.TooManyRequests("1"))
	return server
}

// checkOutOld registers the check-outs that were forgotten before a day, as a park does
// in time. Without it the forgotten ones of five weeks would fill the page.
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
