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
	serve("reservations.groupReservations", (*Server).groupReservations)
	serve("reservations.currentDiscountCodes", (*Server).currentDiscountCodes)
	serve("reservations.registrationNumberEntries", (*Server).registrationNumberEntries)
	hold(NewGroupReservation)
	hold(NewDiscountCode)
	hold(NewRegistrationNumberEntry)
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
	if _, failed := s.opened(http.StatusBadRequest, p.Reservation, p.ReservationToken); failed != nil {
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

// NewGroupReservation returns a sub reservation of a group (operation 13). Put it with
// [OfReservation] and the ID of the group.
func NewGroupReservation(id int64, changes ...func(*types.GroupReservation)) types.GroupReservation {
	return build(types.GroupReservation{
		ID:                      id,
		Token:                   Token(id),
		Number:                  number(id),
		Name:                    "de Vries",
		DateFrom:                types.NewDate(2026, 11, 20).DateTime(),
		DateTo:                  types.NewDate(2026, 11, 27).DateTime(),
		AccommodationTitle:      "Chalet for six",
		AccommodationUnitNumber: "C1",
		NumOfPersons:            new(2),
	}, changes)
}

// NewDiscountCode returns a discount code of a reservation (operation 16). Put it with
// [OfReservation].
func NewDiscountCode(id int64, changes ...func(*types.ReservationDiscountCode)) types.ReservationDiscountCode {
	return build(types.ReservationDiscountCode{
		ID: id,
		DiscountCodeSpecification: types.DiscountCodeSpecification{
			ID: id, Code: "AUTUMN", OneTimeUse: true, Created: at(1, 9),
		},
	}, changes)
}

// NewRegistrationNumberEntry returns an approved registration number (operation 17). Put
// it with [OfReservation] for the filter by reservation to find it.
func NewRegistrationNumberEntry(id int64, changes ...func(*types.RegistrationNumberEntry)) types.RegistrationNumberEntry {
	return build(types.RegistrationNumberEntry{
		ID:                     id,
		Number:                 fmt.Sprintf("AB-%03d-C", id),
		ValidDuringReservation: true,
		Approved:               true,
	}, changes)
}
