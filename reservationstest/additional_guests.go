// SPDX-License-Identifier: MIT

package reservationstest

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("reservations.updateAdditionalGuest", (*Server).updateAdditionalGuest)
	serve("reservations.additionalGuest", readRecord[types.ReservationAdditionalGuest, nothing])
	hold(NewAdditionalGuest)
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

// NewAdditionalGuest returns an adult (operations 1 and 2) for OfReservation.
func NewAdditionalGuest(id int64, changes ...func(*types.ReservationAdditionalGuest)) types.ReservationAdditionalGuest {
	return build(types.ReservationAdditionalGuest{
		ID:                               id,
		FirstName:                        "Bram",
		Surname:                          "Visser",
		Name:                             "Bram Visser",
		DateFrom:                         at(20, 0),
		DateTo:                           at(27, 0),
		Created:                          at(1, 9),
		AgeGroupSpecification:            adults(),
		AgeGroupSpecificationDescription: "Adults",
	}, changes)
}
