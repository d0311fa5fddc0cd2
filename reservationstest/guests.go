package reservationstest

import (
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// guest handles operation 8.
func (s *Server) guest(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := p.recordID()
	if p.refuse(w) {
		return
	}
	respondRecord[types.Guest](s, w, id)
}
