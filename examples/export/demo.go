// SPDX-License-Identifier: MIT

package main

import (
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const demoOrganization = 1

var demoFrom, demoTo = types.NewDate(2026, 1, 1), types.NewDate(2026, 12, 31)

// startDemo serves 1,200 invented reservations, three or four of them for each day of the
// year. Some of their names would be formulas to a spreadsheet.
func startDemo() *reservationstest.Server {
	names := []string{"Jansen", "Garnier", "O'Neill", "=HYPERLINK(\"https://example.com\")", "de Wit, Anna"}
	server := reservationstest.NewServer(reservationstest.WithOrganization(demoOrganization))
	for i := range 1200 {
		from := demoFrom.AddDays(i * 358 / 1200)
		server.Put(reservationstest.NewSummary(int64(1001+i), func(r *types.ReservationSummary) {
			r.Name = names[i%len(names)]
			r.DateFrom, r.DateTo = from.DateTime(), from.AddDays(7).DateTime()
			price := decimal.New(int64(19995+37*i), -2)
			r.TotalPrice, r.Balance = types.NewNumber(price), types.NewNumber(price)
			if i%2 == 0 {
				r.Balance, r.PaymentStatus = types.NewNumber(decimal.Zero), types.PaymentStatusReceived
			}
		}))
	}
	return server
}

// useDemoPeriod fills in the year of the invented reservations, unless days were chosen.
func (o *options) useDemoPeriod() {
	if o.from.IsZero() && o.to.IsZero() {
		o.from, o.to = demoFrom, demoTo
	}
}
