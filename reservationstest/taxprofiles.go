package reservationstest

import (
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// taxProfile handles operation 15. The id in the path is a string; the one of the record
// is a number, so only the digits of a number find one.
func (s *Server) taxProfile(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	if p.refuse(w) {
		return
	}
	respondRecord[types.TaxProfile](s, w, r.PathValue("id"))
}
