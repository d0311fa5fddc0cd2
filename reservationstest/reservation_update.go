// SPDX-License-Identifier: MIT

package reservationstest

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"reflect"

	"github.com/reservationkit/reservations-go"
	"github.com/reservationkit/reservations-go/internal/inbound"
	"github.com/reservationkit/reservations-go/types"
)

type reservationUpdate = checkedRequest[reservations.UpdateReservationParams, *types.ReservationUpdate]

// updateReservation changes the summary of a reservation, and what that changes is changed in all other records too.
func (s *Server) updateReservation(r reservationUpdate) (any, *errorResponse) {
	reservation, failed := s.opened(http.StatusNotFound, r.ID, r.params.Token)
	if failed != nil {
		return nil, failed
	}
	held, found := find[types.ReservationSummary](s, r.ID)
	if !found {
		held = merged(types.ReservationSummary{}, inbound.Object(reservation))
	}
	before, after := merged(held, nil), merged(held, r.Changes)
	from, _ := after.DateFrom.Time()
	if to, ok := after.DateTo.Time(); ok && to.Before(from) {
		return nil, fail(http.StatusBadRequest, "dateTo is before dateFrom")
	}
	for _, summary := range []*types.ReservationSummary{&before, &after} { // before too, because records put by hand may differ
		s.lookUp(summary)
		settle(summary, paidFor(held))
	}
	s.changeReservation(r.ID, s.changesOf(r.Changes, before, after))
	if guest, given := r.Changes["guest"].(map[string]any); given {
		change(s, after.Guest.ID, func(g *types.Guest) {
			*g = merged(*g, guest)
			g.DisplayName, g.Modified = fullName(g.FirstName, g.SurnamePrefix, g.Surname), now()
		})
	}
	reservation, _ = find[types.Reservation](s, r.ID)
	return reservation, nil
}

// lookUp completes the references of a summary, and gives new lines their ids.
func (s *Server) lookUp(r *types.ReservationSummary) {
	for _, known := range list(s, func(other types.ReservationSummary, _ int64) bool {
		return r.Accommodation != nil && other.Accommodation != nil && other.Accommodation.ID == r.Accommodation.ID
	}) {
		r.Accommodation = known.Accommodation
	}
	if r.AccommodationUnit != nil {
		unit, _ := find[types.AccommodationUnit](s, r.AccommodationUnit.ID)
		r.AccommodationUnit.Number, r.AccommodationUnit.Locale = unit.Number, unit.Locale
	}
	for i := range r.AgeGroupLines {
		s.identify(&r.AgeGroupLines[i].ID)
	}
	s.lookUpSupplements(r)
}

func (s *Server) lookUpSupplements(r *types.ReservationSummary) {
	for i := range r.SupplementOrderLines {
		l := &r.SupplementOrderLines[i]
		s.identify(&l.ID)
		if l.Supplement != nil && !l.UnitPrice.Given() {
			supplement, _ := find[types.Supplement](s, l.Supplement.ID)
			l.Description, l.TaxRate = supplement.Description, supplement.TaxRate
			if supplement.UnitPrice.Given() {
				l.UnitPrice = cents(supplement.UnitPrice.Decimal())
			}
		}
	}
}

// identify gives a new line its id.
func (s *Server) identify(id *int64) {
	if *id == 0 {
		*id = s.newID()
	}
}

// changesOf returns the changes of an update with all that follows from them, by the names of all records.
func (s *Server) changesOf(sent map[string]any, before, after types.ReservationSummary) map[string]any {
	changes, old, current := map[string]any{}, inbound.Object(before), inbound.Object(after)
	maps.Copy(changes, sent)
	for _, fields := range []map[string]any{old, current} {
		for name := range fields {
			if _, given := sent[name]; given || !reflect.DeepEqual(old[name], current[name]) {
				changes[name] = current[name]
			}
		}
	}
	if _, changed := changes["accommodation"]; changed {
		accommodation := cmp.Or(after.Accommodation, &types.SummaryAccommodation{})
		changes["accommodationTitle"], changes["accommodationCategory"] = accommodation.Title, accommodation.ID
	}
	if _, changed := changes["accommodationUnit"]; changed {
		changes["accommodationUnitNumber"] = cmp.Or(after.AccommodationUnit, &types.SummaryAccommodationUnit{}).Number
	}
	if sent["guest"] != nil {
		changes["guestLocality"], changes["guestCountry"] = after.Guest.Locality, after.Guest.Country
	}
	if _, moved := changes["checkin"]; moved {
		changes["checkinCheckoutPolicy"] = policyOf(after)
	}
	if _, given := sent["petLines"]; given {
		lines, pets := merged(types.Reservation{}, sent).PetLines, 0
		for i := range lines {
			s.identify(&lines[i].ID)
			pets += int(lines[i].Quantity.Decimal().IntPart())
		}
		changes["petLines"], changes["numOfPets"] = lines, pets
	}
	if ref, given := sent["campingEquipmentSpecification"]; given {
		id, _ := ref.(map[string]any)
		equipment, _ := find[types.CampingEquipmentSpecification](s, fmt.Sprint(id["id"]))
		changes["campingEquipmentDescription"] = equipment.Description
	}
	return changes
}

// changeReservation changes all that is held of a reservation: each record takes the changes of the fields that it has.
func (s *Server) changeReservation(id int64, changes map[string]any) {
	changes["modified"] = now()
	change(s, id, func(r *types.Reservation) {
		*r = merged(*r, changes)
		r.AdditionalGuests = nil // which are held apart from it
		complete(r)
	})
	change(s, id, func(r *types.ReservationSummary) { *r = merged(*r, changes) })
	change(s, id, func(r *types.GroupReservation) { *r = merged(*r, changes) })
	for i, b := range s.data.bookings {
		if b.ID == id {
			s.data.bookings[i] = merged(b, changes)
		}
	}
}
