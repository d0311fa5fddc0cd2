// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"math"
	"net/http"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("reservations.summaries", (*Server).summaries)
	serve("reservations.groupReservations", (*Server).groupReservations)
	serve("reservations.currentDiscountCodes", (*Server).currentDiscountCodes)
	serve("reservations.registrationNumberEntries", (*Server).registrationNumberEntries)
	hold(NewSummary)
	hold(NewGroupReservation)
	hold(NewDiscountCode)
	hold(NewRegistrationNumberEntry)
}

// summaries also lists a reservation without a date, which cannot be compared.
func (s *Server) summaries(r request[reservations.SummariesParams, nothing]) (any, *failure) {
	p := r.params
	found := list(s, func(summary types.ReservationSummary, _ int64) bool {
		return hasFlags(p, summary) && touches(p, summary)
	})
	return page(s, found, p.Offset, p.Limit, 25), nil
}

func hasFlags(p reservations.SummariesParams, r types.ReservationSummary) bool {
	if p.Accommodation != 0 && (r.Accommodation == nil || r.Accommodation.ID != p.Accommodation) {
		return false
	}
	return (isTrue(p.IncludeClosed) || !isTrue(r.Closed)) && accepts(p.Confirmed, isTrue(r.Confirmed))
}

func touches(p reservations.SummariesParams, r types.ReservationSummary) bool {
	if d := r.DateFrom.Date(); !d.IsZero() && d.Midnight().After(p.DateTo) {
		return false
	}
	if d := r.DateTo.Date(); !d.IsZero() && d.Midnight().Before(dayOf(p.DateFrom)) {
		return false
	}
	modified, ok := r.Modified.Time()
	return !ok || !modified.Before(p.ModifiedSince)
}

func (s *Server) groupReservations(r request[reservations.GroupReservationsParams, nothing]) (any, *failure) {
	if _, failed := s.opened(http.StatusNotFound, r.id, r.params.Token); failed != nil {
		return nil, failed
	}
	return listOf[types.GroupReservation](s, r.id), nil
}

// currentDiscountCodes has no response 404, because the operation documents none.
func (s *Server) currentDiscountCodes(r request[reservations.CurrentDiscountCodesParams, nothing]) (any, *failure) {
	p := r.params
	if _, failed := s.opened(http.StatusBadRequest, p.Reservation, p.Token); failed != nil {
		return nil, failed
	}
	return listOf[types.ReservationDiscountCode](s, p.Reservation), nil
}

type registrationNumbers = request[reservations.RegistrationNumberEntriesParams, nothing]

func (s *Server) registrationNumberEntries(r registrationNumbers) (any, *failure) {
	p, byNumber := r.params, r.http.URL.Query().Has("number")
	found := list(s, func(e types.RegistrationNumberEntry, owner int64) bool {
		return (p.Reservation == 0 || owner == p.Reservation) && (!byNumber || e.Number == p.Number)
	})
	return page(s, found, p.Offset, p.Limit, math.MaxInt), nil
}

// NewGroupReservation returns a reservation of a group (operation 13). The group itself is a NewReservation.
func NewGroupReservation(id int64, changes ...func(*types.GroupReservation)) types.GroupReservation {
	return build(types.GroupReservation{
		ID: id, Token: Token(id), Number: number(id), Name: "de Vries", NumOfPersons: new(2),
		DateFrom: types.NewDate(2026, 11, 20).DateTime(), DateTo: types.NewDate(2026, 11, 27).DateTime(),
		AccommodationTitle: "Chalet for six", AccommodationUnitNumber: "C1",
	}, changes)
}

// NewDiscountCode returns a code of a reservation (operation 16).
func NewDiscountCode(id int64, changes ...func(*types.ReservationDiscountCode)) types.ReservationDiscountCode {
	code := types.DiscountCodeSpecification{ID: id, Code: "AUTUMN", OneTimeUse: true, Created: at(1, 9)}
	return build(types.ReservationDiscountCode{ID: id, DiscountCodeSpecification: code}, changes)
}

// NewRegistrationNumberEntry returns an approved number (operation 17).
func NewRegistrationNumberEntry(id int64, changes ...func(*types.RegistrationNumberEntry)) types.RegistrationNumberEntry {
	entry := types.RegistrationNumberEntry{ID: id, Number: fmt.Sprintf("AB-%03d-C", id), ValidDuringReservation: true, Approved: true}
	return build(entry, changes)
}

// NewSummary returns the summary of what [NewReservation] makes (operation 5).
func NewSummary(id int64, changes ...func(*types.ReservationSummary)) types.ReservationSummary {
	return build(types.ReservationSummary{
		ID: id, Token: Token(id), Number: number(id), Name: "de Vries", Locale: "en", Source: types.ReservationSourceWeb,
		Date: at(1, 9), Created: at(1, 9), Modified: at(1, 9),
		DateFrom: types.NewDate(2026, 11, 20).DateTime(), DateTo: types.NewDate(2026, 11, 27).DateTime(),
		NumOfDays: new(7), NumOfPersons: new(2), TotalPrice: types.NewNumber(700), Balance: types.NewNumber(700),
		Closed: new(false), Confirmed: new(true), Cancelled: new(false), Denied: new(false),
		Status: types.ReservationStatusConfirmed, PaymentStatus: types.PaymentStatusDue,
		Accommodation:     &types.SummaryAccommodation{ID: 1, Title: "Chalet for six", Locale: "en"},
		AccommodationUnit: &types.SummaryAccommodationUnit{ID: 1, Number: "C1", Locale: "en"},
		Guest:             &types.GuestContact{ID: id, Email: "anna@example.com", FirstName: "Anna", Surname: "de Vries", Locale: "en"},
		AgeGroupLines: []types.SummaryAgeGroupLine{{
			ID: id, Description: "Adults", Quantity: types.NewNumber(2), AgeGroupSpecification: &types.ResponseRef{ID: 1},
		}},
	}, changes)
}
