// SPDX-License-Identifier: MIT

package testclient

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// Server returns a server with a record of every type for each of these ids. A record belongs to the reservation with the
// same id. Server(7) has the records that [Calls] ask for, because their arguments have the id 7.
func Server(ids ...int64) *reservationstest.Server {
	srv := reservationstest.NewServer()
	for _, id := range ids {
		srv.Put(reservationstest.OfReservation(id, reservationstest.OneOfEach(id)...))
	}
	return srv
}

// Present returns n bookings, each of two guests who are present for 30 days from ParkFrom on.
func Present(n int) []reservationstest.Booking {
	bookings := make([]reservationstest.Booking, n)
	for i := range bookings {
		bookings[i] = reservationstest.Booking{
			ID: int64(i + 1), Number: fmt.Sprint("R", i+1), DateFrom: ParkFrom, DateTo: ParkFrom.AddDays(30),
			Stays: []reservationstest.Stay{{AgeGroup: "Adults", Persons: 2, CheckIn: ParkFrom.Midnight()}},
		}
	}
	return bookings
}

// Days returns the params for n days from ParkFrom on.
func Days(n int) reservations.PresenceParams {
	return reservations.PresenceParams{DateFrom: ParkFrom, DateTo: ParkFrom.AddDays(n - 1)}
}

// SameRegister fails the test if two registers differ. Items that are empty differ from Items that are nil.
func SameRegister(t *testing.T, truth, walk []types.PresenceDay) {
	t.Helper()
	if !reflect.DeepEqual(truth, walk) {
		t.Errorf("the walk is not the truth (-truth +walk):\n%.3000s", cmp.Diff(truth, walk))
	}
}
