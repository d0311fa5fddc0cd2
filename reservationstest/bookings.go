package reservationstest

import (
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// Booking is a booking from which the server computes the night register (operation
// 10); what the other operations answer from is set with [Server.Put]. What has no comment
// of its own is reported as it stands; a field left zero is absent from the answers.
type Booking struct {
	ID                 int64 // should be unique; the server does not insist
	Number             string
	Name               string
	AccommodationTitle string
	UnitNumber         string
	// AccommodationCategory is the id that the accommodationCategory filter compares.
	AccommodationCategory int64
	// DateFrom and DateTo are the booked days of arrival and departure.
	DateFrom, DateTo types.Date
	// Cancelled reservations are reported only when asked for.
	Cancelled    bool
	Locality     string
	Country      string
	DocumentType string
	// Modified is when the reservation was last edited. Changing the data does not set it.
	Modified time.Time
	// Stays tells who was there and when; see [Stay].
	Stays []Stay
}

// Stay is a group of persons of one age group who check in and out together. A
// reservation can hold several stays of the same age group.
type Stay struct {
	AgeGroup string // such as Adults
	Persons  int
	// CheckIn is when they checked in; zero when they never did.
	CheckIn time.Time
	// CheckOut is when they checked out; zero when no check-out was registered.
	CheckOut time.Time
}

// SetBookings replaces all bookings. The order given is the order of the pages.
func (s *Server) SetBookings(rs ...Booking) {
	s.data.Lock()
	defer s.data.Unlock()
	s.data.bookings = deepCopy(rs)
}

// AddBooking adds r as the last booking.
func (s *Server) AddBooking(r Booking) {
	s.data.Lock()
	defer s.data.Unlock()
	s.data.bookings = append(s.data.bookings, deepCopy([]Booking{r})...)
}

// InsertBooking puts r before the booking at index at, so that every later one
// moves up and the pages of a walk under way shift. It panics when at is negative or
// greater than the number of bookings.
func (s *Server) InsertBooking(at int, r Booking) {
	s.data.Lock()
	defer s.data.Unlock()
	s.data.bookings = slices.Insert(s.data.bookings, at, deepCopy([]Booking{r})...)
}

// RemoveBooking removes every booking with this id and reports whether there was
// one.
func (s *Server) RemoveBooking(id int64) bool {
	s.data.Lock()
	defer s.data.Unlock()
	before := len(s.data.bookings)
	s.data.bookings = slices.DeleteFunc(s.data.bookings, func(r Booking) bool { return r.ID == id })
	return len(s.data.bookings) < before
}

// Bookings returns a copy of all bookings in their order.
func (s *Server) Bookings() []Booking {
	s.data.RLock()
	defer s.data.RUnlock()
	return deepCopy(s.data.bookings)
}

func deepCopy(rs []Booking) []Booking {
	rs = slices.Clone(rs)
	for i := range rs {
		rs[i].Stays = slices.Clone(rs[i].Stays)
	}
	return rs
}
