package reservationstest

import (
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// unit handles operation 4. What include[] and settings add is not documented; here it
// is nothing.
func (s *Server) unit(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := p.id()
	p.include("accommodations")
	p.ignoreBools("settings")
	if p.refuse(w) {
		return
	}
	respondRecord[types.AccommodationUnit](s, w, id)
}

// category handles operation 14.
func (s *Server) category(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := p.id()
	p.organization()
	if p.refuse(w) {
		return
	}
	respondRecord[types.AccommodationCategory](s, w, id)
}

// facilityGroups handles operation 12.
func (s *Server) facilityGroups(w http.ResponseWriter, r *http.Request) {
	if s.params(r).refuse(w) {
		return
	}
	respondRecords(s, w, every[types.FacilityGroup])
}

// campingEquipment handles operation 19.
func (s *Server) campingEquipment(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	p.organization()
	p.ignoreIDs("accommodation")
	archived := p.flag("archived")
	if p.refuse(w) {
		return
	}
	respondRecords(s, w, func(e types.CampingEquipmentSpecification, _ int64) bool {
		return accepts(archived, !e.Archived.IsZero())
	})
}

// facilityFilters handles operation 20.
func (s *Server) facilityFilters(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	p.organization()
	p.ignoreIDs("category", "localityCategory", "accommodation", "division")
	p.ignoreTexts("selection", "locale")
	if p.refuse(w) {
		return
	}
	respondRecords(s, w, every[types.FacilityFilterItem])
}
