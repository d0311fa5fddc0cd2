// SPDX-License-Identifier: MIT

package demo

import (
	"github.com/shopspring/decimal"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// categories are the names of the categories of the park, by id.
var categories = map[int64]string{101: "Chalets", 102: "Tents", 103: "Pitches"}

// putReservations gives the park its reservations: those whose guests are in its night register. Guests have
// the ids of their reservations, and every 23rd is an owner.
func putReservations(server *reservationstest.Server, park []reservationstest.Booking) {
	for i, b := range park {
		server.Put(reservationstest.NewSummary(b.ID, func(r *types.ReservationSummary) {
			r.Number, r.Name, r.Guest.Surname = b.Number, b.Name, b.Name
			r.DateFrom, r.DateTo = b.DateFrom.DateTime(), b.DateTo.DateTime()
			r.Created, r.Modified = types.NewDateTime(b.Modified), types.NewDateTime(b.Modified)
			r.Accommodation.ID, r.Accommodation.Title = b.AccommodationCategory, b.AccommodationTitle
			r.Accommodation.Category = &types.SummaryAccommodationCategory{
				ID: b.AccommodationCategory, Title: categories[b.AccommodationCategory], Locale: "en",
			}
			r.AccommodationUnit.Number = b.UnitNumber
			if i%23 == 5 {
				r.Source = types.ReservationSourceOwner
			}
			days, persons := daysOf(b), personsOf(b)
			r.NumOfDays, r.NumOfPersons = &days, &persons
			price := decimal.New(int64(days)*int64(8995+i%7*250), -2)
			r.TotalPrice, r.Balance = types.NewNumber(price), types.NewNumber(price)
			if i%2 == 0 {
				r.Balance, r.PaymentStatus = types.NewNumber(decimal.Zero), types.PaymentStatusReceived
			}
			if b.Cancelled {
				r.Cancelled, r.Status = types.Ptr(true), types.ReservationStatusCancelled
			}
		}))
	}
}

func daysOf(b reservationstest.Booking) (days int) {
	for b.DateFrom.AddDays(days).Compare(b.DateTo) < 0 {
		days++
	}
	return days
}

func personsOf(b reservationstest.Booking) (persons int) {
	for _, stay := range b.Stays {
		persons += stay.Persons
	}
	return persons
}
