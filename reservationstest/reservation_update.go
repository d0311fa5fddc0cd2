package reservationstest

import (
	"fmt"
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// opened returns the reservation that a guest's token opens, or responds with 404. What the
// service does about a wrong token is not documented; here it is as if there were no such
// reservation.
func (s *Server) opened(w http.ResponseWriter, id int64, token string) (types.Reservation, bool) {
	reservation, found := find[types.Reservation](s, id)
	if !found || string(reservation.Token) != token {
		respondError(w, http.StatusNotFound, fmt.Sprintf("there is no Reservation with id %d and this token", id))
		return types.Reservation{}, false
	}
	return reservation, true
}

// updateReservation handles operation 3. The service does not document how the fields of
// the body take effect. Here each changes the field of the same name in the Reservation and
// in the ReservationSummary of the same id: the guest field by field, lists and references
// as a whole. Dates, units, lines and equipment take along what is counted or named by
// them; prices, packages and features stay as they are.
func (s *Server) updateReservation(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id, token := p.id(), p.requiredText("token")
	p.organization()
	p.ignoreBools("public")
	update, data := body[types.ReservationUpdate](p, false)
	if p.refuse(w) {
		return
	}
	s.data.Lock()
	defer s.data.Unlock()
	old, open := s.opened(w, id, token)
	if !open {
		return
	}
	reservation := merged(old, data)
	if !reservation.DateTo.IsZero() && reservation.DateTo.Before(reservation.DateFrom.Time) {
		respondError(w, http.StatusBadRequest, "dateTo is before dateFrom")
		return
	}
	s.completeReservation(&reservation, update)
	s.put(0, reservation)
	if summary, found := find[types.ReservationSummary](s, id); found {
		summary = merged(summary, data)
		s.completeSummary(&summary, update, reservation)
		s.put(0, summary)
	}
	if update.DateFrom != nil || update.DateTo != nil {
		s.moveStay(reservation)
	}
	respond(w, http.StatusOK, reservation)
}

// completeReservation sets what follows from an update and is not in it.
func (s *Server) completeReservation(r *types.Reservation, update types.ReservationUpdate) {
	if !r.DateFrom.IsZero() && !r.DateTo.IsZero() {
		days := dayOf(types.DateOf(r.DateTo.Time).Midnight()) - dayOf(types.DateOf(r.DateFrom.Time).Midnight())
		r.NumOfDays = types.Ptr(int(days))
	}
	if update.AccommodationUnit != nil {
		unit, _ := find[types.AccommodationUnit](s, update.AccommodationUnit.ID)
		r.AccommodationUnitNumber = unit.Number
	}
	if update.CampingEquipmentSpecification != nil {
		equipment, _ := find[types.CampingEquipmentSpecification](s, update.CampingEquipmentSpecification.ID)
		r.CampingEquipmentDescription = equipment.Description
	}
	if update.AgeGroupLines != nil {
		r.NumOfPersons = 0
		for i := range r.AgeGroupLines {
			s.completeAgeGroupLine(&r.AgeGroupLines[i])
			r.NumOfPersons += int(r.AgeGroupLines[i].Quantity.Decimal().IntPart())
		}
	}
	if update.PetLines != nil {
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

// idOr returns an id, or a new one when there is none.
func (s *Server) idOr(id int64) int64 {
	if id == 0 {
		return s.newID()
	}
	return id
}

// completeSummary sets what follows from an update and is not in it, as it stands in the
// updated reservation where that has it.
func (s *Server) completeSummary(summary *types.ReservationSummary, update types.ReservationUpdate, r types.Reservation) {
	summary.NumOfDays = r.NumOfDays
	summary.Modified = now().String()
	if update.AccommodationUnit != nil {
		unit, _ := find[types.AccommodationUnit](s, update.AccommodationUnit.ID)
		summary.AccommodationUnit.Number, summary.AccommodationUnit.Locale = unit.Number, unit.Locale
	}
	if update.AgeGroupLines != nil {
		summary.NumOfPersons = types.Ptr(r.NumOfPersons)
		for i, line := range r.AgeGroupLines {
			summary.AgeGroupLines[i].ID, summary.AgeGroupLines[i].Description = line.ID, line.Description
		}
	}
	if update.SupplementOrderLines != nil {
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
			held.DateFrom, held.DateTo = types.DateOf(r.DateFrom.Time), types.DateOf(r.DateTo.Time)
		}
	}
}
