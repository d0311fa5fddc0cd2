package reservationstest

import (
	"fmt"
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// opened returns the reservation that a guest's token opens, or responds with the status
// refused. What the service does about a wrong token is not documented; here it is as if
// there were no such reservation.
func (s *Server) opened(w http.ResponseWriter, refused int, id int64, token string) (types.Reservation, bool) {
	reservation, found := find[types.Reservation](s, id)
	if !found || reservation.Token.Reveal() != token {
		respondError(w, refused, fmt.Sprintf("there is no Reservation with id %d and this token", id))
		return types.Reservation{}, false
	}
	return reservation, true
}

// updateReservation handles operation 3. The service does not document how the fields of
// the body take effect. Here each changes the field of the same name in the Reservation and
// in the ReservationSummary of the same id: the guest field by field, lists and references
// as a whole, and null clears the field. What follows from dates, units, lines and equipment
// changes with them; prices, packages and features stay as they are.
func (s *Server) updateReservation(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id, token := p.id(), p.requiredText("token")
	p.organization()
	p.ignoreBools("public")
	p.update = true
	update, data := body[types.ReservationUpdate](p, false)
	if p.refuse(w) {
		return
	}
	s.data.Lock()
	defer s.data.Unlock()
	old, open := s.opened(w, http.StatusNotFound, id, token)
	if !open {
		return
	}
	reservation := merged(old, data)
	asInstants(&reservation.DateFrom, &reservation.DateTo)
	from, _ := reservation.DateFrom.Time()
	if to, ok := reservation.DateTo.Time(); ok && to.Before(from) {
		respondError(w, http.StatusBadRequest, "dateTo is before dateFrom")
		return
	}
	changed := fieldNames(data)
	s.completeReservation(&reservation, update, changed)
	s.put(0, reservation)
	if summary, found := find[types.ReservationSummary](s, id); found {
		summary = merged(summary, data)
		s.completeSummary(&summary, changed, reservation)
		s.put(0, summary)
	}
	if !update.DateFrom.IsZero() || !update.DateTo.IsZero() {
		s.moveStay(reservation)
	}
	respond(w, http.StatusOK, reservation)
}

// completeReservation sets what follows from an update and is not in it.
func (s *Server) completeReservation(r *types.Reservation, update types.ReservationUpdate, changed map[string]bool) {
	if !r.DateFrom.IsZero() && !r.DateTo.IsZero() {
		days := dayOf(r.DateTo.Date().Midnight()) - dayOf(r.DateFrom.Date().Midnight())
		r.NumOfDays = types.Ptr(int(days))
	}
	if changed["accommodationUnit"] {
		unit, _ := find[types.AccommodationUnit](s, idOf(update.AccommodationUnit))
		r.AccommodationUnitNumber = unit.Number
	}
	if changed["campingEquipmentSpecification"] {
		equipment, _ := find[types.CampingEquipmentSpecification](s, idOf(update.CampingEquipmentSpecification))
		r.CampingEquipmentDescription = equipment.Description
	}
	if changed["ageGroupLines"] {
		r.NumOfPersons = 0
		for i := range r.AgeGroupLines {
			s.completeAgeGroupLine(&r.AgeGroupLines[i])
			r.NumOfPersons += int(r.AgeGroupLines[i].Quantity.Decimal().IntPart())
		}
	}
	if changed["petLines"] {
		r.NumOfPets = 0
		for i := range r.PetLines {
			r.PetLines[i].ID = s.idOr(r.PetLines[i].ID)
			r.NumOfPets += int(r.PetLines[i].Quantity.Decimal().IntPart())
		}
	}
}

func (s *Server) completeAgeGroupLine(line *types.AgeGroupLine) {
	line.ID = s.idOr(line.ID)
	if line.AgeGroupSpecification == nil {
		return
	}
	if group, found := find[types.AgeGroupSpecification](s, line.AgeGroupSpecification.ID); found {
		line.AgeGroupSpecification, line.Description = &group, group.Description
	}
}

// idOf returns the id of a reference, or 0 when there is none.
func idOf(ref *types.Ref) int64 {
	if ref == nil {
		return 0
	}
	return ref.ID
}

// idOr returns an id, or a new one when there is none.
func (s *Server) idOr(id int64) int64 {
	if id == 0 {
		return s.newID()
	}
	return id
}

// completeSummary sets what follows from an update and is not in it, as it stands in the
// updated reservation where that has it.
func (s *Server) completeSummary(summary *types.ReservationSummary, changed map[string]bool, r types.Reservation) {
	summary.NumOfDays = r.NumOfDays
	summary.Modified = now()
	if changed["accommodationUnit"] && summary.AccommodationUnit != nil {
		unit, _ := find[types.AccommodationUnit](s, summary.AccommodationUnit.ID)
		summary.AccommodationUnit.Number, summary.AccommodationUnit.Locale = unit.Number, unit.Locale
	}
	if changed["ageGroupLines"] {
		summary.NumOfPersons = types.Ptr(r.NumOfPersons)
		for i, line := range r.AgeGroupLines {
			summary.AgeGroupLines[i].ID, summary.AgeGroupLines[i].Description = line.ID, line.Description
		}
	}
	if changed["supplementOrderLines"] {
		for i := range summary.SupplementOrderLines {
			s.completeSupplementLine(&summary.SupplementOrderLines[i])
		}
	}
}

func (s *Server) completeSupplementLine(line *types.SummarySupplementOrderLine) {
	line.ID = s.newID()
	if line.Supplement != nil {
		supplement, _ := find[types.Supplement](s, line.Supplement.ID)
		line.Description = supplement.Description
	}
}

// moveStay gives the reservation of the night register its new dates.
func (s *Server) moveStay(r types.Reservation) {
	for i := range s.data.bookings {
		if held := &s.data.bookings[i]; held.ID == r.ID {
			held.DateFrom, held.DateTo = r.DateFrom.Date(), r.DateTo.Date()
		}
	}
}
