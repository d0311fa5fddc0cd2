// SPDX-License-Identifier: MIT

package serve

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reservationkit/reservations-go/reservationstest"
	"github.com/reservationkit/reservations-go/types"
)

// How large the park is in which every question of doctor has an answer.
const (
	bookings     = 900
	absentFrom   = 870 // from here on ten bookings are those of guests who have not come
	absent       = 10
	cancellation = 40 // bookings after the others that are cancelled
	listed       = 1100
	supplied     = 130
	days         = 28
)

// newPark returns a park whose guests were present in the four weeks before today.
func newPark(seed uint64, today types.Date) *reservationstest.Server {
	random := rand.New(rand.NewPCG(seed, 1))
	server := reservationstest.NewServer()
	for i := range bookings + cancellation {
		server.AddBooking(booking(i, random, today))
	}
	for i := range listed {
		server.Put(summary(i, today))
	}
	for i := range supplied {
		server.Put(reservationstest.NewSupplement(int64(i + 1)))
	}
	for id := int64(1); id <= 3; id++ {
		server.Put(
			reservationstest.NewUnit(id), reservationstest.NewGuest(id), reservationstest.NewCategory(id),
			reservationstest.NewTaxProfile(id), reservationstest.NewStaffMember(id), reservationstest.NewReservation(id),
			reservationstest.NewCampingEquipment(id), reservationstest.NewFacilityGroup(id), reservationstest.NewFacilityFilter(id),
			reservationstest.OfReservation(1, reservationstest.NewRegistrationNumberEntry(id)),
		)
	}
	return server
}

func booking(i int, random *rand.Rand, today types.Date) reservationstest.Booking {
	arrival := today.AddDays(i%days - days)
	b := reservationstest.Booking{
		ID: int64(5001 + i), Number: fmt.Sprintf("R%06d", 260001+i), Name: "de Vries",
		AccommodationCategory: 101, AccommodationTitle: "Chalet for six", UnitNumber: fmt.Sprintf("C%d", 1+i/days),
		DateFrom: arrival, DateTo: arrival.AddDays(1), Locality: "Utrecht", Country: "NL", DocumentType: "passport",
		Modified: arrival.Midnight().Add(8 * time.Hour), Cancelled: i >= bookings,
	}
	in, out := arrival.Midnight().Add(14*time.Hour), b.DateTo.Midnight().Add(9*time.Hour)
	if i >= absentFrom && i < absentFrom+absent {
		in, out = time.Time{}, time.Time{}
	}
	b.Stays = []reservationstest.Stay{{AgeGroup: "Adults", Persons: 1 + random.IntN(3), CheckIn: in, CheckOut: out}}
	if i%3 == 0 {
		b.Stays = append(b.Stays, reservationstest.Stay{AgeGroup: "Children", Persons: 1 + random.IntN(2), CheckIn: in, CheckOut: out})
	}
	return b
}

func summary(i int, today types.Date) types.ReservationSummary {
	arrival := today.AddDays(300 - i/2)
	return reservationstest.NewSummary(int64(i+1), func(s *types.ReservationSummary) {
		s.DateFrom, s.DateTo, s.NumOfDays = arrival.DateTime(), arrival.AddDays(4).DateTime(), new(4)
		s.Modified = types.NewDateTime(today.Midnight().Add(-time.Duration(i) * time.Minute))
		s.Guest.ID, s.Guest.Country = int64(1+i%3), "NL"
		s.CancellationInsuranceChargeLines = []types.SummaryCancellationInsuranceChargeLine{
			{ID: int64(i + 1), Percentage: types.NewNumber(6)},
		}
	})
}
