// SPDX-License-Identifier: MIT

// Package demo is the invented park that the program reads with --demo.
package demo

import (
	"fmt"
	"slices"

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

// Start serves the invented park of --demo on the loopback interface.
func Start(first, last types.Date) *reservationstest.Server { return New(Seed, first, last) }

// New returns an invented park, which depends on the seed. Its guests are present from the first to
// the last day, at least in the five weeks up to the last; some are still there although their
// booked stay is over. It also has a record of each kind with the ids 1, 2 and 3, which belong to reservation 1.
func New(seed uint64, first, last types.Date) *reservationstest.Server {
	const reservationsADay = 10
	days := max(35, nights(first, last)+1)
	park := reservationstest.Park(seed, reservationsADay*days, last.AddDays(1-days), days)
	for i := range park {
		checkOutOld(&park[i], last.AddDays(-4))
	}
	server := reservationstest.NewServer(reservationstest.WithBookings(park...))
	for id := range int64(3) {
		records := slices.DeleteFunc(reservationstest.OneOfEach(id+1), func(record any) bool {
			_, isSummary := record.(types.ReservationSummary)
			return isSummary
		})
		server.Put(reservationstest.OfReservation(1, records...))
	}
	putReservations(server, park)
	return server
}

func nights(from, to types.Date) int { return int(to.Midnight().Sub(from.Midnight()).Hours()) / 24 }

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

// categories are the names of the categories of the park, by id.
var categories = map[int64]string{101: "Chalets", 102: "Tents", 103: "Pitches"}

// putReservations gives the park its reservations: those whose guests are in its night register. Guests have
// the ids of their reservations, and every 23rd is an owner. Each id that they name has its record.
func putReservations(server *reservationstest.Server, park []reservationstest.Booking) {
	for id, name := range categories {
		server.Put(reservationstest.NewCategory(id, func(c *types.AccommodationCategory) { c.Name, c.DisplayName = name, name }))
	}
	units := map[string]int64{}
	for i, b := range park {
		if units[b.UnitNumber] == 0 {
			units[b.UnitNumber] = 201 + int64(len(units))
		}
		server.Put(
			reservationstest.NewUnit(units[b.UnitNumber], func(u *types.AccommodationUnit) {
				u.Number, u.Content.Description = b.UnitNumber, b.AccommodationTitle
			}),
			reservationstest.NewGuest(b.ID, func(g *types.Guest) {
				g.Surname, g.DisplayName, g.Locality, g.Country = b.Name, g.FirstName+" "+b.Name, b.Locality, b.Country
			}),
			reservationstest.NewSummary(b.ID, func(r *types.ReservationSummary) { summarize(r, i, b, units[b.UnitNumber]) }))
	}
}

// summarize makes the summary of the i-th reservation.
func summarize(r *types.ReservationSummary, i int, b reservationstest.Booking, unit int64) {
	r.Number, r.Name, r.Guest.ID, r.Guest.Surname = b.Number, b.Name, b.ID, b.Name
	r.DateFrom, r.DateTo = b.DateFrom.DateTime(), b.DateTo.DateTime()
	r.Created, r.Modified = types.NewDateTime(b.Modified), types.NewDateTime(b.Modified)
	r.Accommodation.ID, r.Accommodation.Title = b.AccommodationCategory, b.AccommodationTitle
	r.Accommodation.Category = &types.SummaryAccommodationCategory{
		ID: b.AccommodationCategory, Title: categories[b.AccommodationCategory], Locale: "en",
	}
	r.AccommodationUnit.ID, r.AccommodationUnit.Number = unit, b.UnitNumber
	if i%23 == 5 {
		r.Source = types.ReservationSourceOwner
	}
	r.NumOfDays, r.NumOfPersons = new(nights(b.DateFrom, b.DateTo)), new(int)
	for _, stay := range b.Stays {
		*r.NumOfPersons += stay.Persons
	}
	r.TotalPrice = types.MustNumber(fmt.Sprintf("%.2f", float64(*r.NumOfDays*(8995+i%7*250))/100))
	r.Balance = r.TotalPrice
	if i%2 == 0 {
		r.Balance, r.PaymentStatus = types.NewNumber(0), types.PaymentStatusReceived
	}
	if b.Cancelled {
		r.Cancelled, r.Status = new(true), types.ReservationStatusCancelled
	}
}
