// SPDX-License-Identifier: MIT

package main

import (
	"cmp"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

const (
	demoOrganization = 1
	demoReservation  = 1001
	demoCompanion    = 2001
)

// startDemo serves one invented reservation with one additional guest.
func startDemo() *reservationstest.Server {
	return reservationstest.NewServer(
		reservationstest.WithOrganization(demoOrganization),
		reservationstest.WithRecords(
			reservationstest.NewReservation(demoReservation),
			reservationstest.OfReservation(demoReservation, reservationstest.NewAdditionalGuest(demoCompanion)),
		),
	)
}

// fillInDemo fills in what the user left open.
func (f *form) fillInDemo() {
	f.reservation = cmp.Or(f.reservation, demoReservation)
	f.companion = cmp.Or(f.companion, demoCompanion)
	f.token = cmp.Or(f.token, reservationstest.Token(demoReservation))
	f.stay.Notes = cmp.Or(f.stay.Notes, types.Set("We arrive around nine in the evening."))
	if f.stay.Guest == nil {
		f.stay.Guest = &types.ReservationGuestUpdate{PhoneNumber: types.Set("+44 1632 960001")}
	}
	f.person.BirthDate = cmp.Or(f.person.BirthDate, types.Set(types.NewDate(1990, 3, 9)))
}
