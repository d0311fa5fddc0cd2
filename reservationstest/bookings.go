// SPDX-License-Identifier: MIT

package reservationstest

import (
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Booking is a reservation as the night register (operation 10) sees it. The server
// computes the register from its bookings; the other operations return records, see
// [Server.Put]. A field left zero is absent from the register.
type Booking struct {
	ID                 int64  // should be unique, but the server does not check it
	Number             string // of the reservation, such as R7
	Name               string // in which the reservation was made
	AccommodationTitle string // such as Bungalow
	UnitNumber         string // of the unit
	// AccommodationCategory is the id that the filter accommodationCategory compares with.
	AccommodationCategory int64
	DateFrom, DateTo      types.Date // the booked days of arrival and departure
	Cancelled             bool       // is in the register only when the request includes such bookings
	Locality              string     // where the guest lives
	Country               string     // of the guest
	DocumentType          string     // which the guest has shown
	Modified              time.Time  // when the reservation was last edited; the server never changes it
	Stays                 []Stay     // who was present and when; without stays no guest was
}

// Stay is a group of persons of one age group who check in and out together. A booking
// can have several stays of the same age group.
type Stay struct {
	AgeGroup string    // such as Adults
	Persons  int       // how many of this age group
	CheckIn  time.Time // zero means that they never checked in
	CheckOut time.Time // zero means that no check-out was registered, so they are present from CheckIn on
}

// SetBookings replaces all bookings by copies of these, which pages follow in order.
func (s *Server) SetBookings(bookings ...Booking) {
	s.data.Lock()
	defer s.data.Unlock()
	s.data.bookings = deepCopy(bookings)
}

// AddBooking adds a copy of b after the last booking.
func (s *Server) AddBooking(b Booking) {
	s.data.Lock()
	defer s.data.Unlock()
	s.data.bookings = append(s.data.bookings, deepCopy([]Booking{b})...)
}

// Bookings returns copies of all bookings in their order.
func (s *Server) Bookings() []Booking {
	s.data.RLock()
	defer s.data.RUnlock()
	return deepCopy(s.data.bookings)
}

func deepCopy(bookings []Booking) []Booking {
	bookings = slices.Clone(bookings)
	for i := range bookings {
		bookings[i].Stays = slices.Clone(bookings[i].Stays)
	}
	return bookings
}
