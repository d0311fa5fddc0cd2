package reservationstest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// additionalGuest handles operation 2.
func (s *Server) additionalGuest(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := p.recordID()
	if p.refuse(w) {
		return
	}
	respondRecord[types.ReservationAdditionalGuest](s, w, id)
}

// updateAdditionalGuest handles operation 1. The name is put together anew from its
// parts, and an age group that the server holds comes with its descriptions.
func (s *Server) updateAdditionalGuest(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id, reservation, token := p.id(), p.requiredID("reservation"), p.requiredText("token")
	p.update = true
	update, data := body[types.ReservationAdditionalGuestUpdate](p, false)
	if p.refuse(w) {
		return
	}
	s.data.Lock()
	defer s.data.Unlock()
	if _, open := s.opened(w, http.StatusNotFound, reservation, token); !open {
		return
	}
	guests := listOf[types.ReservationAdditionalGuest](s, reservation)
	i := slices.IndexFunc(guests, func(g types.ReservationAdditionalGuest) bool { return g.ID == id })
	if i < 0 {
		respondError(w, http.StatusNotFound, fmt.Sprintf("reservation %d has no additional guest with id %d", reservation, id))
		return
	}
	guest := merged(guests[i], data)
	asInstants(&guest.DateFrom, &guest.DateTo)
	if !update.BirthDate.IsZero() { // the service sends a date-time
		guest.BirthDate, _ = types.ParseDate(guest.BirthDate.Midnight().Format(time.RFC3339))
	}
	guest.Name = strings.Join(strings.Fields(guest.FirstName+" "+guest.SurnamePrefix+" "+guest.Surname), " ")
	if fieldNames(data)["ageGroupSpecification"] {
		group, _ := find[types.AgeGroupSpecification](s, idOf(update.AgeGroupSpecification))
		guest.AgeGroupSpecificationDescription = group.Description
		if guest.AgeGroupSpecification != nil {
			group.ID = guest.AgeGroupSpecification.ID
			guest.AgeGroupSpecification = &group
		}
	}
	guest.Modified = now()
	s.put(reservation, guest)
	respond(w, http.StatusOK, guest)
}
