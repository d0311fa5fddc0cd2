package reservationstest

import (
	"math"
	"net/http"
	"time"

	"github.com/reservationkit/reservations-go/types"
)

// summaries handles operation 5. Which date of a reservation the range is about is not
// documented; here it is the whole stay, the days of arrival and departure included. What
// cannot be compared because it is missing or unreadable is listed. A closed reservation is
// listed only when the request includes such.
func (s *Server) summaries(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	p.organization()
	p.require("dateTo")
	from, to := p.timeRange()
	q := summaryQuery{
		first:         dayOf(from),
		last:          dayOf(to),
		accommodation: p.integer("accommodation", 1, 0),
		confirmed:     p.flag("confirmed"),
		includeClosed: p.bool("includeClosed"),
	}
	q.modifiedSince, _ = p.time("modifiedSince")
	p.ignoreTexts("referenceDate")
	offset, limit := p.integer("offset", 0, 0), p.integer("limit", 1, 25)
	if p.refuse(w) {
		return
	}
	respondPage(s, w, offset, limit, q.covers)
}

type summaryQuery struct {
	first, last   day
	accommodation int64
	confirmed     *bool
	includeClosed bool
	modifiedSince time.Time
}

func (q summaryQuery) covers(r types.ReservationSummary, _ int64) bool {
	if q.accommodation != 0 && (r.Accommodation == nil || r.Accommodation.ID != q.accommodation) {
		return false
	}
	if isTrue(r.Closed) && !q.includeClosed || !accepts(q.confirmed, isTrue(r.Confirmed)) {
		return false
	}
	if d := r.DateFrom.Date(); !d.IsZero() && dayOf(d.Midnight()) > q.last {
		return false
	}
	if d := r.DateTo.Date(); !d.IsZero() && dayOf(d.Midnight()) < q.first {
		return false
	}
	modified, ok := r.Modified.Time()
	return !ok || !modified.Before(q.modifiedSince)
}

// groupReservations handles operation 13.
func (s *Server) groupReservations(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id, token := p.id(), p.requiredText("token")
	p.organization()
	if p.refuse(w) {
		return
	}
	respondOpened[types.GroupReservation](s, w, http.StatusNotFound, id, token)
}

// currentDiscountCodes handles operation 16, which documents the status 400 and not 404.
func (s *Server) currentDiscountCodes(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id, token := p.requiredID("reservation"), p.requiredText("reservationToken")
	p.organization()
	if p.refuse(w) {
		return
	}
	respondOpened[types.ReservationDiscountCode](s, w, http.StatusBadRequest, id, token)
}

// respondOpened responds with the records of a reservation that its token opens, and with
// the status refused when it opens none.
func respondOpened[T any](s *Server, w http.ResponseWriter, refused int, reservation int64, token string) {
	s.data.RLock()
	defer s.data.RUnlock()
	if _, open := s.opened(w, refused, reservation, token); open {
		respond(w, http.StatusOK, listOf[T](s, reservation))
	}
}

// registrationNumberEntries handles operation 17. Without a limit a page holds
// everything; the service does not document what it does there.
func (s *Server) registrationNumberEntries(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	reservation := p.integer("reservation", 1, 0)
	number, numberGiven := p.take("number")
	offset, limit := p.integer("offset", 0, 0), p.integer("limit", 1, math.MaxInt64)
	if p.refuse(w) {
		return
	}
	respondPage(s, w, offset, limit, func(e types.RegistrationNumberEntry, owner int64) bool {
		return (reservation == 0 || owner == reservation) && (!numberGiven || e.Number == number)
	})
}
