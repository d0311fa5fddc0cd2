// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

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
	s.complete(r)
	reservation := merged(old, r.changes)
	asInstants(&reservation.DateFrom, &reservation.DateTo)
	from, _ := reservation.DateFrom.Time()
	if to, ok := reservation.DateTo.Time(); ok && to.Before(from) {
		return nil, refused(http.StatusBadRequest, "dateTo is before dateFrom")
	}
	if from, to := reservation.DateFrom, reservation.DateTo; !from.IsZero() && !to.IsZero() {
		reservation.NumOfDays = new(int(to.Date().Midnight().Sub(from.Date().Midnight()).Hours()) / 24)
	}
	s.put(0, reservation)
	if summary, found := find[types.ReservationSummary](s, r.id); found {
		summary = merged(summary, r.changes)
		summary.NumOfDays, summary.Modified = reservation.NumOfDays, now()
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

// complete adds to an update what follows from it: the ids of new lines, how many persons and pets the
// lines have, and what a reservation and its summary show of the unit and the equipment.
func (s *Server) complete(r reservationUpdate) {
	if ref, given := r.changes["accommodationUnit"]; given {
		unit, _ := find[types.AccommodationUnit](s, idOf(ref))
		r.changes["accommodationUnitNumber"] = unit.Number
		if ref, isSet := ref.(map[string]any); isSet {
			ref["number"], ref["locale"] = unit.Number, unit.Locale
		}
	}
	if ref, given := r.changes["campingEquipmentSpecification"]; given {
		equipment, _ := find[types.CampingEquipmentSpecification](s, idOf(ref))
		r.changes["campingEquipmentDescription"] = equipment.Description
	}
	s.completeLines(r, "ageGroupLines", "numOfPersons")
	s.completeLines(r, "petLines", "numOfPets")
	s.completeLines(r, "supplementOrderLines", "") // no field counts these
}

// completeLines gives new lines their ids, and sets the field count to the sum of all quantities.
func (s *Server) completeLines(r reservationUpdate, name, count string) {
	if !r.has(name) {
		return
	}
	lines, _ := r.changes[name].([]any)
	sum := int64(0)
	for _, line := range lines {
		if line, isObject := line.(map[string]any); isObject {
			if line["id"] == nil {
				line["id"] = s.newID()
			}
			quantity, _ := types.ParseDecimal(fmt.Sprint(line["quantity"]))
			sum += quantity.Decimal().IntPart()
		}
	}
	if count != "" {
		r.changes[count] = sum
	}
}

// idOf returns the id of a reference, and what no record has as its id when it is cleared.
func idOf(ref any) string {
	object, _ := ref.(map[string]any)
	return fmt.Sprint(object["id"])
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
