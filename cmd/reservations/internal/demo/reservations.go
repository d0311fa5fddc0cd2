// SPDX-License-Identifier: MIT

package demo

import (
	"fmt"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// categories are the names of the categories of the park, by id.
var categories = map[int64]string{101: "Chalets", 102: "Tents", 103: "Pitches"}

// firstUnit is the id of the unit that has the first reservation.
const firstUnit = 201

// putReservations gives the park its reservations: those whose guests are in its night register. Guests have
// the ids of their reservations, and every 23rd is an owner. Each id that they name has its record.
func putReservations(server *reservationstest.Server, park []reservationstest.Booking) {
	for id, name := range categories {
		server.Put(reservationstest.NewCategory(id, func(c *types.AccommodationCategory) { c.Name, c.DisplayName = name, name }))
	}
	units := map[string]int64{}
	for i, b := range park {
		if units[b.UnitNumber] == 0 {
			units[b.UnitNumber] = firstUnit + int64(len(units))
			server.Put(unitOf(b, units[b.UnitNumber]))
		}
		server.Put(guestOf(b), reservationstest.NewSummary(b.ID, func(r *types.ReservationSummary) {
			r.Number, r.Name, r.Guest.ID, r.Guest.Surname = b.Number, b.Name, b.ID, b.Name
			r.DateFrom, r.DateTo = b.DateFrom.DateTime(), b.DateTo.DateTime()
			r.Created, r.Modified = types.NewDateTime(b.Modified), types.NewDateTime(b.Modified)
			r.Accommodation.ID, r.Accommodation.Title = b.AccommodationCategory, b.AccommodationTitle
			r.Accommodation.Category = &types.SummaryAccommodationCategory{
				ID: b.AccommodationCategory, Title: categories[b.AccommodationCategory], Locale: "en",
			}
			r.AccommodationUnit.ID, r.AccommodationUnit.Number = units[b.UnitNumber], b.UnitNumber
			if i%23 == 5 {
				r.Source = types.ReservationSourceOwner
			}
			days, persons := daysOf(b), personsOf(b)
			r.NumOfDays, r.NumOfPersons = &days, &persons
			price := types.MustNumber(fmt.Sprintf("%.2f", float64(days*(8995+i%7*250))/100))
			r.TotalPrice, r.Balance = price, price
			if i%2 == 0 {
				r.Balance, r.PaymentStatus = types.NewNumber(0), types.PaymentStatusReceived
			}
			if b.Cancelled {
				r.Cancelled, r.Status = new(true), types.ReservationStatusCancelled
			}
		}))
	}
}

func guestOf(b reservationstest.Booking) types.Guest {
	return reservationstest.NewGuest(b.ID, func(g *types.Guest) {
		g.Surname, g.DisplayName = b.Name, g.FirstName+" "+b.Name
		g.Locality, g.Country = b.Locality, b.Country
	})
}

func unitOf(b reservationstest.Booking, id int64) types.AccommodationUnit {
	return reservationstest.NewUnit(id, func(u *types.AccommodationUnit) {
		u.Number, u.Content.Description = b.UnitNumber, b.AccommodationTitle
	})
}

func daysOf(b reservationstest.Booking) int {
	return int(b.DateTo.Midnight().Sub(b.DateFrom.Midnight()).Hours()) / 24
}

func personsOf(b reservationstest.Booking) (persons int) {
	for _, stay := range b.Stays {
		persons += stay.Persons
	}
	return persons
}
