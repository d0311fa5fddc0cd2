package reservationstest

import (
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// voipEvent handles operation 21. An event creates or updates the call of its reference,
// whichever kind it is; so the text of a note is found in the Notes of the call.
func (s *Server) voipEvent(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	event, data := body[types.VoIPEvent](p, true)
	if len(p.problems) == 0 && event.Reference == "" {
		p.invalid("reference is empty")
	}
	if event.Reservation != nil && event.Reservation.ID == 0 {
		p.invalid("reservation.id is missing")
	}
	if event.User != nil && event.User.ID == 0 {
		p.invalid("user.id is missing")
	}
	if p.refuse(w) {
		return
	}
	s.data.Lock()
	defer s.data.Unlock()
	call := types.VoIPCall{ID: s.newID()}
	if known := list(s, func(c types.VoIPCall, _ int64) bool { return c.Reference == event.Reference }); len(known) > 0 {
		call = known[0]
	}
	call = merged(call, data)
	if call.Status == "" { // which is required, also in the response to a note
		call.Status = types.CallStatusQueued
	}
	asInstants(&call.BeginDate, &call.EndDate, &call.AnswerDate)
	s.put(0, call)
	respond(w, http.StatusOK, call)
}
