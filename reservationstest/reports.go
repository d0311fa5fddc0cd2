// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("reports.presence", (*Server).presence)
	serve("reports.createUtilityMeterReport", (*Server).createUtilityMeterReport)
	addKind(inbound.Example[types.UtilityMeterReport])
}

// presence returns the register of one page of reservations, and in X-Total-Count how many there are on all pages.
func (s *Server) presence(r checkedRequest[reservations.PresenceParams, nothing]) (any, *errorResponse) {
	if s.beforeDateTo && !r.params.DateTo.IsZero() {
		r.params.DateTo = r.params.DateTo.AddDays(-1)
	}
	selected := s.selection(r.params)
	r.header.Set("X-Total-Count", strconv.Itoa(len(selected)))
	days := register(r.params, page(s, selected, r.params.Offset, r.params.Limit, params.DocumentedLimit))
	if s.noEmptyDays {
		days = slices.DeleteFunc(days, func(day types.PresenceDay) bool { return len(day.Items) == 0 })
	}
	return days, nil
}

func (s *Server) createUtilityMeterReport(r checkedRequest[nothing, *types.UtilityMeterReportCreate]) (any, *errorResponse) {
	report := types.UtilityMeterReport{ID: s.newID(), Type: types.UtilityTypeElectricity, Datetime: now()}
	report = merged(report, r.Changes)
	asInstants(&report.Datetime)
	s.put(report)
	return report, nil
}

// Register returns the night register (operation 10) of the bookings held now, without pages: an entry
// per day, in order, whose Items are never nil. Without a DateTo it has the day of DateFrom only.
func (s *Server) Register(p reservations.PresenceParams) []types.PresenceDay {
	s.data.Lock()
	defer s.data.Unlock()
	return register(p, s.selection(p))
}

// dayOf returns the start of the day of an instant. Days run from midnight UTC (rule 4). The tests in
// register_test.go have the numbers of the rules.
func dayOf(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// daysOf returns the first and the last day of a report.
func daysOf(p reservations.PresenceParams) (first, last time.Time) {
	return p.DateFrom.Midnight(), cmp.Or(p.DateTo, p.DateFrom).Midnight()
}

// selection returns the reservations that are divided into pages and that X-Total-Count counts
// (rule 5), in the order held: those booked or present on a day of the range. A reservation without
// a check-in is one of them, although it has no item in the register.
func (s *Server) selection(p reservations.PresenceParams) (selected []*Booking) {
	first, last := daysOf(p)
	if last.Before(first) {
		return nil
	}
	for i := range s.data.bookings {
		r := &s.data.bookings[i]
		wanted := (!r.Cancelled || isTrue(p.IncludeCancelled)) &&
			(p.AccommodationCategory == 0 || p.AccommodationCategory == r.AccommodationCategory)
		booked := !r.DateFrom.Midnight().After(last) && !r.DateTo.Midnight().Before(first) // the day of departure counts too
		if wanted && (booked || r.presentWithin(first, last)) {
			selected = append(selected, r)
		}
	}
	return selected
}

func (r *Booking) presentWithin(first, last time.Time) bool {
	return slices.ContainsFunc(r.Stays, func(s Stay) bool {
		from := dayOf(s.CheckIn)
		if from.Before(first) {
			from = first
		}
		return !from.After(last) && s.presentOn(from)
	})
}

// presentOn reports whether a stay counts on a day. It counts from the day of the check-in on (rule 1) and
// until the day before the check-out (rule 2). Without a check-out it never ends (rule 3).
func (s Stay) presentOn(day time.Time) bool {
	next := day.AddDate(0, 0, 1)
	checkedIn := !s.CheckIn.IsZero() && s.CheckIn.Before(next)
	return checkedIn && (s.CheckOut.IsZero() || !s.CheckOut.Before(next))
}

// register fills every day of the range with the given reservations only (rule 6). A
// day without a guest has empty items (rule 8).
func register(p reservations.PresenceParams, selected []*Booking) []types.PresenceDay {
	days := []types.PresenceDay{}
	first, last := daysOf(p)
	for d := first; !d.After(last); d = d.AddDate(0, 0, 1) {
		items := []types.PresenceItem{}
		for _, r := range selected {
			items = append(items, r.items(d, isTrue(p.Grouped))...)
		}
		days = append(days, types.PresenceDay{Date: types.DateOf(d), Items: items})
	}
	return days
}

// items returns one item per age group present on a day, or one for all (rule 1).
func (r *Booking) items(d time.Time, grouped bool) []types.PresenceItem {
	var items []types.PresenceItem
	for _, stay := range r.Stays {
		if !stay.presentOn(d) {
			continue
		}
		group := stay.AgeGroup
		if grouped {
			group = ""
		}
		i := slices.IndexFunc(items, func(item types.PresenceItem) bool { return item.AgeGroupSpecificationDescription == group })
		if i < 0 {
			i = len(items)
			items = append(items, r.item(group))
		}
		*items[i].NumOfPersons += stay.Persons
	}
	return items
}

// item returns an item with 0 persons.
func (r *Booking) item(ageGroup string) types.PresenceItem {
	return types.PresenceItem{
		ReservationID: r.ID, ReservationNumber: r.Number, ReservationName: r.Name,
		ReservationAccommodationTitle: r.AccommodationTitle, ReservationAccommodationUnitNumber: r.UnitNumber,
		ReservationDateFrom: r.DateFrom, ReservationDateTo: r.DateTo,
		AgeGroupSpecificationDescription: ageGroup, NumOfPersons: new(0),
		GuestLocality: r.Locality, GuestCountry: r.Country, GuestDocumentType: r.DocumentType, Modified: types.NewDateTime(r.Modified),
	}
}
