// SPDX-License-Identifier: MIT

package main

import (
	"cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
)

const demoReservation = 1001

// startDemo serves the reservation of an invented caller.
func startDemo() *reservationstest.Server {
	return reservationstest.NewServer(reservationstest.WithRecords(reservationstest.NewReservation(demoReservation)))
}

// fillInDemo fills in what the user left open.
func (c *call) fillInDemo() {
	c.from = cmp.Or(c.from, "+441632960001")
	c.to = cmp.Or(c.to, "+441632960100")
	c.reservation = cmp.Or(c.reservation, demoReservation)
	c.note = cmp.Or(c.note, "Asked for a late check-out.")
}
