// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("reservations.update", (*Server).updateReservation)
	serve("reservations.updateAdditionalGuest", (*Server).updateAdditionalGuest)
	serve("reservations.additionalGuest", readRecord[types.ReservationAdditionalGuest, nothing])
	serve("reservations.summaries", (*Server).summaries)
	serve("reservations.groupReservations", (*Server).groupReservations)
	serve("reservations.currentDiscountCodes", (*Server).currentDiscountCodes)
	serve("reservations.registrationNumberEntries", (*Server).registrationNumberEntries)
	addKind(NewReservation)
	addKind(NewAdditionalGuest)
	addKind(NewSummary)
	addKind(NewGroupReservation)
	addKind(NewDiscountCode)
	addKind(NewRegistrationNumberEntry)
}

// opened returns the reservation with this id if it has this token, or a response with this status.
func (s *Server) opened(status int, id int64, token types.Secret) (types.Reservation, *errorResponse) {
	reservation, found := find[types.Reservation](s, id)
	if !found || !reservation.Token.Equal(token) {
		return reservation, fail(status, "there is no Reservation with id %d and this token", id)
	}
	return reservation, nil
}

// Token returns the token of a reservation that a function New… makes.
func Token(reservation int64) types.Secret {
	return types.NewSecret(fmt.Sprintf("token-%d", reservation))
}

func number(reservation int64) string { return fmt.Sprintf("R%06d", reservation) }

// NewReservation returns the reservation of a [NewBooking] (operation 3), which is not in the night register.
func NewReservation(id int64, changes ...func(*types.Reservation)) types.Reservation {
	return build(reservationOf(NewSummary(id)), changes)
}

type additionalGuestUpdate = checkedRequest[reservations.UpdateAdditionalGuestParams, *types.ReservationAdditionalGuestUpdate]

func (s *Server) updateAdditionalGuest(r additionalGuestUpdate) (any, *errorResponse) {
	reservation := r.params.Reservation
	if _, failed := s.opened(http.StatusNotFound, reservation, r.params.Token); failed != nil {
		return nil, failed
	}
	guests := listOf[types.ReservationAdditionalGuest](s, reservation)
	i := slices.IndexFunc(guests, func(g types.ReservationAdditionalGuest) bool { return g.ID == r.ID })
	if i < 0 {
		return nil, fail(http.StatusNotFound, "reservation %d has no additional guest with id %d", reservation, r.ID)
	}
	guest := merged(guests[i], r.Changes)
	asInstants(&guest.DateFrom, &guest.DateTo)
	guest.Name = fullName(guest.FirstName, guest.SurnamePrefix, guest.Surname)
	if _, given := r.Changes["ageGroupSpecification"]; given {
		guest.AgeGroupSpecificationDescription = ""
		if group := guest.AgeGroupSpecification; group != nil {
			*group = *ageGroup(group.ID, "")
			guest.AgeGroupSpecificationDescription = group.Description
		}
	}
	guest.Modified = now()
	s.put(guest)
	s.changeReservation(reservation, map[string]any{})
	return guest, nil
}

// NewAdditionalGuest returns an adult beside the guest (operations 1 and 2).
func NewAdditionalGuest(id int64, changes ...func(*types.ReservationAdditionalGuest)) types.ReservationAdditionalGuest {
	return build(types.ReservationAdditionalGuest{
		ID: id, FirstName: "Bram", Surname: "Visser", Name: "Bram Visser",
		DateFrom: at(20, 0), DateTo: at(27, 0), Created: at(1, 9),
		AgeGroupSpecification: ageGroup(1, ""), AgeGroupSpecificationDescription: "Adults",
	}, changes)
}

// summaries also lists a reservation without a date, which cannot be compared.
func (s *Server) summaries(r checkedRequest[reservations.SummariesParams, nothing]) (any, *errorResponse) {
	p := r.params
	found := list(s, func(summary types.ReservationSummary, _ int64) bool {
		return hasFlags(p, summary) && s.touches(p, summary)
	})
	return page(s, found, p.Offset, p.Limit, params.DocumentedLimit), nil
}

func hasFlags(p reservations.SummariesParams, r types.ReservationSummary) bool {
	if p.Accommodation != 0 && (r.Accommodation == nil || r.Accommodation.ID != p.Accommodation) {
		return false
	}
	return (isTrue(p.IncludeClosed) || !isTrue(r.Closed)) && accepts(p.Confirmed, isTrue(r.Confirmed))
}

// touches compares days, or with WithInstants the times of arrival and departure.
func (s *Server) touches(p reservations.SummariesParams, r types.ReservationSummary) bool {
	from, to, first := r.DateFrom.DateAsWritten().Midnight(), r.DateTo.DateAsWritten().Midnight(), dayOf(p.DateFrom)
	if s.instants {
		from, _ = cmp.Or(r.Checkin, r.DateFrom).Time()
		to, _ = cmp.Or(r.Checkout, r.DateTo).Time()
		first = p.DateFrom
	}
	modified, ok := r.Modified.Time()
	return !from.After(p.DateTo) && (to.IsZero() || !to.Before(first)) && (!ok || !modified.Before(p.ModifiedSince))
}

func (s *Server) groupReservations(r checkedRequest[reservations.GroupReservationsParams, nothing]) (any, *errorResponse) {
	if _, failed := s.opened(http.StatusNotFound, r.ID, r.params.Token); failed != nil {
		return nil, failed
	}
	return listOf[types.GroupReservation](s, r.ID), nil
}

// currentDiscountCodes has no response 404, because the operation documents none.
func (s *Server) currentDiscountCodes(r checkedRequest[reservations.CurrentDiscountCodesParams, nothing]) (any, *errorResponse) {
	p := r.params
	if _, failed := s.opened(http.StatusBadRequest, p.Reservation, p.Token); failed != nil {
		return nil, failed
	}
	return listOf[types.ReservationDiscountCode](s, p.Reservation), nil
}

type registrationNumbers = checkedRequest[reservations.RegistrationNumberEntriesParams, nothing]

func (s *Server) registrationNumberEntries(r registrationNumbers) (any, *errorResponse) {
	p, byNumber := r.params, r.HTTP.URL.Query().Has("number")
	found := list(s, func(e types.RegistrationNumberEntry, owner int64) bool {
		return (p.Reservation == 0 || owner == p.Reservation) && (!byNumber || e.Number == p.Number)
	})
	return page(s, found, p.Offset, p.Limit, math.MaxInt), nil
}

// NewGroupReservation returns a [NewReservation] as the list of its group has it (operation 13).
func NewGroupReservation(id int64, changes ...func(*types.GroupReservation)) types.GroupReservation {
	return build(merged(types.GroupReservation{}, inbound.Object(NewReservation(id))), changes)
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

// NewSummary returns the summary of a [NewBooking] (operation 5).
func NewSummary(id int64, changes ...func(*types.ReservationSummary)) types.ReservationSummary {
	return build(summaryOf(NewBooking(id, types.NewDate(2026, 11, 20), types.NewDate(2026, 11, 27)), 1), changes)
}
