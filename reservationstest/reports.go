package reservationstest

import (
	"net/http"
	"strconv"

	"github.com/reservationkit/reservations-go/types"
)

// presence handles operation 10: the register of one page of reservations, and in
// X-Total-Count how many reservations there are on all pages.
func (s *Server) presence(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	from, to := p.timeRange() // instants, of which the UTC days count
	q := PresenceQuery{
		DateFrom:              types.DateOf(from.UTC()),
		DateTo:                types.DateOf(to.UTC()),
		Grouped:               p.bool("grouped"),
		IncludeCancelled:      p.bool("includeCancelled"),
		AccommodationCategory: p.integer("accommodationCategory", 1, 0),
	}
	offset, limit := p.integer("offset", 0, 0), p.integer("limit", 1, 25)
	if p.refuse(w) {
		return
	}
	days, total := s.presencePage(q, offset, limit)
	w.Header().Set("X-Total-Count", strconv.Itoa(total))
	respond(w, http.StatusOK, days)
}

func (s *Server) presencePage(q PresenceQuery, offset, limit int64) (days []types.PresenceDay, total int) {
	s.data.RLock()
	defer s.data.RUnlock()
	selected := q.selection(s.data.bookings)
	return q.register(page(s, selected, offset, limit)), len(selected)
}

// createUtilityMeterReport handles operation 18. What the service does without a type or
// a datetime is not documented; here they are electricity and now.
func (s *Server) createUtilityMeterReport(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	_, data := body[types.UtilityMeterReportCreate](p, false)
	if p.refuse(w) {
		return
	}
	s.data.Lock()
	defer s.data.Unlock()
	report := merged(types.UtilityMeterReport{ID: s.newID(), Type: types.UtilityTypeElectricity, Datetime: now()}, data)
	asInstants(&report.Datetime)
	s.put(0, report)
	respond(w, http.StatusOK, report)
}
