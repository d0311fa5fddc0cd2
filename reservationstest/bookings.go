// SPDX-License-Identifier: MIT

package reservationstest

import (
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Booking is a reservation: the server makes from it all that the API shows of one, under the ids that the comment of
// the package lists. A field that is zero is missing there. Without an ID only the night register (operation 10) has it.
type Booking struct {
	ID                    int64                              `json:"id"`                                // should be unique, but the server does not check it
	Number                string                             `json:"number,omitempty"`                  // of the reservation, such as R7
	Name                  string                             `json:"name,omitempty"`                    // in which the reservation was made
	Group                 int64                              `json:"group,omitempty"`                   // the ID of the booking that leads its group
	AccommodationTitle    string                             `json:"accommodationTitle,omitempty"`      // such as Bungalow
	UnitNumber            string                             `json:"accommodationUnitNumber,omitempty"` // of the unit
	AccommodationCategory int64                              `json:"accommodationCategory,omitempty"`   // the id of the accommodation and of its category
	DateFrom              types.Date                         `json:"dateFrom,omitzero"`                 // the booked day of arrival
	DateTo                types.Date                         `json:"dateTo,omitzero"`                   // the booked day of departure
	Cancelled             bool                               `json:"cancelled"`                         // in the register only with IncludeCancelled
	Locality              string                             `json:"guestLocality,omitempty"`           // where the guest lives
	Country               string                             `json:"guestCountry,omitempty"`            // of the guest
	DocumentType          string                             `json:"guestDocumentType,omitempty"`       // that the guest has shown
	Modified              time.Time                          `json:"modified,omitzero"`                 // when the reservation was last changed
	Stays                 []Stay                             `json:"stays"`                             // who was present, and when; without stays nobody was
	OrderLines            []types.SummaryOrderLine           `json:"orderLines,omitempty"`              // NumOfDays: new(0) is all nights, new(3) three, nil once
	SupplementOrderLines  []types.SummarySupplementOrderLine `json:"supplementOrderLines,omitempty"`    // what is missing comes from the supplement
	Paid                  types.Decimal                      `json:"paid,omitzero"`                     // by the guest
	DiscountCode          string                             `json:"discountCode,omitempty"`            // such as AUTUMN
}

// Stay is some persons of one age group. A booking can have several stays.
type Stay struct {
	AgeGroup string    // such as Adults
	Persons  int       // how many of this age group
	CheckIn  time.Time // zero means that they never checked in
	CheckOut time.Time // zero means that no check-out was registered, so they are present from CheckIn on
}

// The usual hours of check-in and check-out, in UTC.
const checkin, checkout = 14 * time.Hour, 9 * time.Hour

// NewBooking returns a booking of two adults at 100.00 a night for both, who check in and out on the booked days. What
// NewSummary, NewReservation and NewGroupReservation return is made from it.
func NewBooking(id int64, from, to types.Date, changes ...func(*Booking)) Booking {
	return build(Booking{
		ID: id, Number: number(id), Name: "de Vries", AccommodationTitle: "Chalet for six", UnitNumber: "C1", AccommodationCategory: 1,
		DateFrom: from, DateTo: to, Locality: "Utrecht", Country: "NL", DiscountCode: "AUTUMN",
		Modified:   from.AddDays(-19).Midnight().Add(checkout),
		Stays:      []Stay{{"Adults", 2, from.Midnight().Add(checkin), to.Midnight().Add(checkout)}},
		OrderLines: []types.SummaryOrderLine{nightly("Chalet for six", 100_00)},
	}, changes)
}

// WithBookings sets the bookings, as [Server.SetBookings] does.
func WithBookings(bookings ...Booking) Option { return func(s *Server) { s.SetBookings(bookings...) } }

// SetBookings replaces all bookings by copies of these, in this order, and what was made from them. Records that were
// put stay as they are.
func (s *Server) SetBookings(bookings ...Booking) {
	s.data.Lock()
	defer s.data.Unlock()
	s.data.bookings, s.data.unmade = nil, nil
	s.remove(func(e entry) bool { return e.made })
	s.book(bookings...)
}

// AddBooking adds a copy of b after the last booking.
func (s *Server) AddBooking(b Booking) {
	s.data.Lock()
	defer s.data.Unlock()
	s.book(b)
}

func (s *Server) book(bookings ...Booking) {
	for _, b := range bookings {
		b.Stays = slices.Clone(b.Stays)
		s.data.bookings, s.data.unmade = append(s.data.bookings, b), append(s.data.unmade, b)
	}
}
