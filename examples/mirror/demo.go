// SPDX-License-Identifier: MIT

package main

import (
	"time"

	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/mirror"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// demoOrganization is an id that no organization has, so that the invented data cannot get into
// a copy of a real one: the database refuses another organization.
const demoOrganization = 999_999_999_999

const demoNights = 14

// startDemo serves 1,200 invented reservations of this year and the last nights of a park.
func startDemo() *reservationstest.Server {
	first := types.DateOf(time.Now().UTC()).AddDays(-demoNights)
	server := reservationstest.NewServer(
		reservationstest.WithOrganization(demoOrganization),
		reservationstest.WithBookings(reservationstest.Park(3, 200, first, demoNights)...))
	for i := range 1200 {
		from := types.NewDate(first.Year, 1, 1).AddDays(i * 358 / 1200)
		server.Put(reservationstest.NewSummary(int64(1001+i), func(r *types.ReservationSummary) {
			r.DateFrom, r.DateTo = from.DateTime(), from.AddDays(7).DateTime()
			price := types.NewNumber(decimal.New(int64(19995+37*i), -2))
			r.TotalPrice, r.Balance = price, price
			if i%2 == 0 {
				r.Balance, r.PaymentStatus = types.NewNumber(decimal.Zero), types.PaymentStatusReceived
			}
		}))
	}
	return server
}

// useDemo fills in what the invented service needs.
func (o *options) useDemo(config *mirror.Config) {
	config.Organization = demoOrganization
	config.RegisterFrom = types.DateOf(time.Now().UTC()).AddDays(-demoNights)
	if o.dsn == "reservations.db" {
		o.dsn = "invented.db"
	}
}
