// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("reservations.update", (*Server).updateReservation)
	serve("reservations.updateAdditionalGuest", (*Server).updateAdditionalGuest)
	serve("reservations.additionalGuest", readRecord[types.ReservationAdditionalGuest, nothing])
	hold(NewReservation)
	hold(NewAdditionalGuest)
}

type reservationUpdate = request[reservations.UpdateReservationParams, *types.ReservationUpdate]

// updateReservation changes the fields of the same names in the Reservation and in the ReservationSummary
// of the same id, and what follows from dates, units, lines and equipment.
func (s *Server) updateReservation(r reservationUpdate) (any, *failure) {
	old, failed := s.opened(http.StatusNotFound, r.id, r.params.Token)
	if failed != nil {
		return nil, failed
	}
	s.numberLines(r.changes)
	reservation := merged(old, r.changes)
	asInstants(&reservation.DateFrom, &reservation.DateTo)
	from, _ := reservation.DateFrom.Time()
	if to, ok := reservation.DateTo.Time(); ok && to.Before(from) {
		return nil, refused(http.StatusBadRequest, "dateTo is before dateFrom")
	}
	s.completeReservation(&reservation, r)
	s.put(0, reservation)
	if summary, found := find[types.ReservationSummary](s, r.id); found {
		summary = merged(summary, r.changes)
		s.completeSummary(&summary, r, reservation)
		s.put(0, summary)
	}
	if r.changes["dateFrom"] != nil || r.changes["dateTo"] != nil {
		s.moveStay(reservation)
	}
	return reservation, nil
}

// opened returns the reservation with this id if it has this token, or a response with this status.
func (s *Server) opened(status int, id int64, token types.Secret) (types.Reservation, *failure) {
	reservation, found := find[types.Reservation](s, id)
	if !found || !reservation.Token.Equal(token) {
		return reservation, refused(status, "there is no Reservation with id %d and this token", id)
	}
	return reservation, nil
}

// completeReservation sets the fields that follow from an update but are not in it.
func (s *Server) completeReservation(r *types.Reservation, update reservationUpdate) {
	if !r.DateFrom.IsZero() && !r.DateTo.IsZero() {
		seconds := r.DateTo.Date().Midnight().Unix() - r.DateFrom.Date().Midnight().Unix()
		r.NumOfDays = new(int(seconds / (24 * 60 * 60)))
	}
	if update.has("accommodationUnit") {
		unit, _ := find[types.AccommodationUnit](s, idOf(update.body.AccommodationUnit))
		r.AccommodationUnitNumber = unit.Number
	}
	if update.has("campingEquipmentSpecification") {
		equipment, _ := find[types.CampingEquipmentSpecification](s, idOf(update.body.CampingEquipmentSpecification))
		r.CampingEquipmentDescription = equipment.Description
	}
	if update.has("ageGroupLines") {
		r.NumOfPersons = 0
		for _, line := range r.AgeGroupLines {
			r.NumOfPersons += int(line.Quantity.Decimal().IntPart())
		}
	}
	if update.has("petLines") {
		r.NumOfPets = 0
		for _, line := range r.PetLines {
			r.NumOfPets += int(line.Quantity.Decimal().IntPart())
		}
	}
}

// completeSummary does the same for the summary of the updated reservation.
func (s *Server) completeSummary(summary *types.ReservationSummary, update reservationUpdate, r types.Reservation) {
	summary.NumOfDays = r.NumOfDays
	summary.Modified = now()
	if update.has("accommodationUnit") && summary.AccommodationUnit != nil {
		unit, _ := find[types.AccommodationUnit](s, summary.AccommodationUnit.ID)
		summary.AccommodationUnit.Number, summary.AccommodationUnit.Locale = unit.Number, unit.Locale
	}
	if update.has("ageGroupLines") {
		summary.NumOfPersons = new(r.NumOfPersons)
	}
}

// numberLines gives an id to every new line of an update.
func (s *Server) numberLines(changes map[string]any) {
	for _, name := range []string{"ageGroupLines", "petLines", "supplementOrderLines"} {
		lines, _ := changes[name].([]any)
		for _, line := range lines {
			if line, isObject := line.(map[string]any); isObject && line["id"] == nil {
				line["id"] = s.newID()
			}
		}
	}
}

// idOf returns the id that a reference is set to, or 0 when it is cleared.
func idOf(field types.Nullable[types.RequestRef]) int64 {
	ref, _ := field.Get()
	return ref.ID
}

// moveStay gives the bookings with the id of the reservation its new dates.
func (s *Server) moveStay(r types.Reservation) {
	for i := range s.data.bookings {
		if held := &s.data.bookings[i]; held.ID == r.ID {
			held.DateFrom, held.DateTo = r.DateFrom.Date(), r.DateTo.Date()
		}
	}
}

// Token returns the token of a reservation that a function New… makes.
func Token(reservation int64) types.Secret {
	return types.NewSecret(fmt.Sprintf("token-%d", reservation))
}

func number(reservation int64) string { return fmt.Sprintf("R%06d", reservation) }

// NewReservation returns a confirmed reservation of two persons for a week from 20 November 2026 (operation
// 3). It has no [Booking].
func NewReservation(id int64, changes ...func(*types.Reservation)) types.Reservation {
	return build(types.Reservation{
		ID: id, Token: Token(id), Number: number(id), Name: "de Vries", Locale: "en",
		Status: types.ReservationStatusConfirmed, PaymentStatus: types.PaymentStatusDue, Confirmed: true, Cancelable: true,
		Date: at(1, 9), ReferenceDate: at(1, 9), DateFrom: at(20, 0), DateTo: at(27, 0),
		AccommodationTitle: "Chalet for six", AccommodationUnitNumber: "C1",
		NumOfDays: new(7), NumOfPersons: 2, TotalPrice: types.NewDecimal(700), Balance: types.NewDecimal(700),
		CheckinCheckoutPolicy: &types.ReservationCheckinCheckoutPolicy{
			ID:       id,
			Checkin:  types.ReservationCheckinCheckoutDateTime{Datetime: at(20, 14)},
			Checkout: types.ReservationCheckinCheckoutDateTime{Datetime: at(27, 9)},
		},
		AgeGroupLines: []types.AgeGroupLine{{ID: id, Description: "Adults", Quantity: types.NewNumber(2), AgeGroupSpecification: adults()}},
	}, changes)
}

func adults() *types.AgeGroupSpecification {
	return &types.AgeGroupSpecification{ID: 1, Type: "adult", Description: "Adults", Locale: "en"}
}

type additionalGuestUpdate = request[reservations.UpdateAdditionalGuestParams, *types.ReservationAdditionalGuestUpdate]

func (s *Server) updateAdditionalGuest(r additionalGuestUpdate) (any, *failure) {
	reservation := r.params.Reservation
	if _, failed := s.opened(http.StatusNotFound, reservation, r.params.Token); failed != nil {
		return nil, failed
	}
	guests := listOf[types.ReservationAdditionalGuest](s, reservation)
	i := slices.IndexFunc(guests, func(g types.ReservationAdditionalGuest) bool { return g.ID == r.id })
	if i < 0 {
		return nil, refused(http.StatusNotFound, "reservation %d has no additional guest with id %d", reservation, r.id)
	}
	guest := merged(guests[i], r.changes)
	asInstants(&guest.DateFrom, &guest.DateTo)
	if r.has("birthDate") && !guest.BirthDate.IsZero() { // the service sends a date-time
		guest.BirthDate, _ = types.ParseDate(guest.BirthDate.Midnight().Format(time.RFC3339))
	}
	guest.Name = strings.Join(strings.Fields(guest.FirstName+" "+guest.SurnamePrefix+" "+guest.Surname), " ")
	if r.has("ageGroupSpecification") { // whose description the server does not know
		guest.AgeGroupSpecificationDescription = ""
	}
	guest.Modified = now()
	s.put(reservation, guest)
	return guest, nil
}

// NewAdditionalGuest returns an adult beside the guest (operations 1 and 2).
func NewAdditionalGuest(id int64, changes ...func(*types.ReservationAdditionalGuest)) types.ReservationAdditionalGuest {
	return build(types.ReservationAdditionalGuest{
		ID: id, FirstName: "Bram", Surname: "Visser", Name: "Bram Visser",
		DateFrom: at(20, 0), DateTo: at(27, 0), Created: at(1, 9),
		AgeGroupSpecification: adults(), AgeGroupSpecificationDescription: "Adults",
	}, changes)
}
