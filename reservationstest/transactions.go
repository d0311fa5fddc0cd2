// SPDX-License-Identifier: MIT

package reservationstest

import (
	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("transactions.update", (*Server).updateTransaction)
	hold(NewTransaction)
}

// There is no provider here, so updateTransaction sets a transaction to paid if it waits for one.
func (s *Server) updateTransaction(r request[nothing, nothing]) (any, *failure) {
	return change(s, r.id, func(t *types.Transaction) {
		switch t.Status {
		case types.TransactionStatusOpen, types.TransactionStatusPending, types.TransactionStatusAuthorized:
			t.Status, t.Processed, t.Cancelable, t.Modified = types.TransactionStatusPaid, true, false, now()
		}
	})
}

// NewTransaction returns a payment of 100 that is open (operation 11).
func NewTransaction(id int64, changes ...func(*types.Transaction)) types.Transaction {
	return build(types.Transaction{
		ID:         id,
		Type:       types.TransactionTypePayment,
		Status:     types.TransactionStatusOpen,
		Amount:     types.NewDecimal(100),
		Cancelable: true,
		Created:    at(1, 9),
	}, changes)
}
