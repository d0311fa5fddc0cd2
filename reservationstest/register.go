// SPDX-License-Identifier: MIT

package reservationstest

import (
	"math"
	"slices"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// PresenceQuery says what [Server.Register] covers, with the parameters of operation 10.
type PresenceQuery struct {
	// DateFrom and DateTo are the first and the last day, both included. A zero DateTo means
	// the one day of DateFrom. The documentation does not say what the service does in that
	// case.
	DateFrom, DateTo types.Date
	// Grouped gives one item per reservation and day instead of one per age group.
	Grouped bool
	// IncludeCancelled includes cancelled bookings.
	IncludeCancelled bool
	// AccommodationCategory limits the register to the bookings of one category; 0 means all.
	AccommodationCategory int64
}

// Register returns the night register (operation 10) of the bookings that the server holds
// now, without pages. Compare it with what a client has read page by page. There is one
// entry per day, in order. The Items of a day on which nobody was present are empty but not
// nil.
func (s *Server) Register(q PresenceQuery) []types.PresenceDay {
	s.data.RLock()
	defer s.data.RUnlock()
	return q.register(q.selection(s.data.bookings))
}

// day counts the days since 1 January 1970. Days run from midnight UTC (rule 4).
type day int64

// forever is the day after every other day.
const forever day = math.MaxInt64

func dayOf(t time.Time) day {
	const seconds = 24 * 60 * 60
	unix := t.Unix()
	return day((unix - (unix%seconds+seconds)%seconds) / seconds)
}

func (d day) date() types.Date { return types.NewDate(1970, time.January, 1).AddDays(int(d)) }

// days returns the first day of the report and the day after the last one.
func (q PresenceQuery) days() (first, end day) {
	first = dayOf(q.DateFrom.Midnight())
	if q.DateTo.IsZero() {
		return first, first + 1
	}
	return first, dayOf(q.DateTo.Midnight()) + 1
}

// selection returns the reservations that the report pages over, in the order held, and
// that X-Total-Count counts (rule 5): those booked or present on a day of the range.
// A reservation nobody checked in for is among them although it leaves no item.
func (q PresenceQuery) selection(held []Booking) []*Booking {
	first, end := q.days()
	var selected []*Booking
	for i := range held {
		r := &held[i]
		if r.Cancelled && !q.IncludeCancelled {
			continue
		}
		if q.AccommodationCategory != 0 && q.AccommodationCategory != r.AccommodationCategory {
			continue
		}
		if r.bookedWithin(first, end) || r.presentWithin(first, end) {
			selected = append(selected, r)
		}
	}
	return selected
}

// bookedWithin counts the booked day of departure too.
func (r *Booking) bookedWithin(first, end day) bool {
	return dayOf(r.DateFrom.Midnight()) < end && dayOf(r.DateTo.Midnight()) >= first
}

func (r *Booking) presentWithin(first, end day) bool {
	return slices.ContainsFunc(r.Stays, func(s Stay) bool {
		from, until := s.nights()
		return max(from, first) < min(until, end)
	})
}

// register fills every day of the range with the given reservations only (rule 6). A
// day with nobody present keeps empty items (rule 8).
func (q PresenceQuery) register(reservations []*Booking) []types.PresenceDay {
	first, end := q.days()
	var days []types.PresenceDay
	for d := first; d < end; d++ {
		items := []types.PresenceItem{}
		for _, r := range reservations {
			items = append(items, r.items(d, q.Grouped)...)
		}
		days = append(days, types.PresenceDay{Date: d.date(), Items: items})
	}
	return days
}

// items returns one item per age group present on a day, or one for all (rule 1).
func (r *Booking) items(d day, grouped bool) []types.PresenceItem {
	var items []types.PresenceItem
	for _, stay := range r.Stays {
		if from, until := stay.nights(); d < from || d >= until {
			continue
		}
		group := stay.AgeGroup
		if grouped {
			group = ""
		}
		i := slices.IndexFunc(items, func(item types.PresenceItem) bool {
			return item.AgeGroupSpecificationDescription == group
		})
		if i < 0 {
			i = len(items)
			items = append(items, r.item(group))
		}
		*items[i].NumOfPersons += stay.Persons
	}
	return items
}

// nights returns the first day on which a stay counts and the day from which on it does
// not any more.
func (s Stay) nights() (from, until day) {
	switch {
	case s.CheckIn.IsZero():
		return 0, 0 // rule 1: only who is checked in
	case s.CheckOut.IsZero():
		return dayOf(s.CheckIn), forever // rule 3: no check-out, every later night
	default:
		return dayOf(s.CheckIn), dayOf(s.CheckOut) // rule 2: not the check-out day
	}
}

// item returns an item for nobody yet.
func (r *Booking) item(ageGroup string) types.PresenceItem {
	return types.PresenceItem{
		ReservationID:                      r.ID,
		ReservationNumber:                  r.Number,
		ReservationName:                    r.Name,
		ReservationAccommodationTitle:      r.AccommodationTitle,
		ReservationAccommodationUnitNumber: r.UnitNumber,
		ReservationDateFrom:                r.DateFrom,
		ReservationDateTo:                  r.DateTo,
		AgeGroupSpecificationDescription:   ageGroup,
		NumOfPersons:                       types.Ptr(0),
		GuestLocality:                      r.Locality,
		GuestCountry:                       r.Country,
		GuestDocumentType:                  r.DocumentType,
		Modified:                           types.NewDateTime(r.Modified),
	}
}
