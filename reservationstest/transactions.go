package reservationstest

import (
	"net/http"

	"github.com/reservationkit/reservations-go/types"
)

// updateTransaction handles operation 11. The provider that the service would ask is not
// there, and what follows on which status is not documented; here every transaction that
// waits for the provider turns out to be paid, and every other one stays as it is.
func (s *Server) updateTransaction(w http.ResponseWriter, r *http.Request) {
	p := s.params(r)
	id := p.id()
	if p.refuse(w) {
		return
	}
	respondChanged(s, w, id, func(t *types.Transaction) {
		switch t.Status {
		case types.TransactionStatusOpen, types.TransactionStatusPending, types.TransactionStatusAuthorized:
			t.Status, t.Processed, t.Cancelable, t.Modified = types.TransactionStatusPaid, true, false, now()
		}
	})
}
