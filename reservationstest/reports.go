package reservationstest

import (
	"net/http"
	"strconv"

	"github.com/reservationkit/reservations-go/types"
)

// presence answers operation 10: the register of one page of reservations, and in
// X-Total-Count how many reservations there are on all pages.
func (s *Server) presence(w http.ResponseWriter, r *http.Request) {
	p := readParams(r)
	q := PresenceQuery{
		DateFrom:              p.requiredTime("dateFrom"),
		DateTo:                p.time("dateTo"),
		Grouped:               p.bool("grouped"),
		IncludeCancelled:      p.bool("includeCancelled"),
		AccommodationCategory: p.integer("accommodationCategory", 1, 0),
	}
	offset, limit := p.integer("offset", 0, 0), p.integer("limit", 1, 25)
	if !q.DateTo.IsZero() && q.DateTo.Before(q.DateFrom) {
		p.fault("dateTo is before dateFrom")
	}
	if faults := p.allFaults(); len(faults) > 0 {
		answerError(w, http.StatusBadRequest, faults...)
		return
	}
	days, total := s.presencePage(q, offset, limit)
	w.Header().Set("X-Total-Count", strconv.Itoa(total))
	answer(w, http.StatusOK, days)
}

func (s *Server) presencePage(q PresenceQuery, offset, limit int64) (days []types.PresenceDay, total int) {
	if s.maxLimit > 0 {
		limit = min(limit, int64(s.maxLimit))
	}
	s.data.RLock()
	defer s.data.RUnlock()
	selected := q.selection(s.data.reservations)
	total = len(selected)
	page := selected[min(offset, int64(total)):]
	return q.register(page[:min(limit, int64(len(page)))]), total
}
