// SPDX-License-Identifier: MIT

package reservationstest

import "github.com/reservationkit/reservations-go/types"

func init() {
	serve("transactions.update", (*Server).updateTransaction)
	addKind(NewTransaction)
}

// There is no provider here, so updateTransaction sets a transaction to paid if it waits for one. Its reservation has
// then less to pay.
func (s *Server) updateTransaction(r checkedRequest[nothing, nothing]) (any, *errorResponse) {
	return change(s, r.ID, func(t *types.Transaction) {
		switch t.Status {
		case types.TransactionStatusOpen, types.TransactionStatusPending, types.TransactionStatusAuthorized:
			t.Status, t.Processed, t.Cancelable, t.Modified = types.TransactionStatusPaid, true, false, now()
			s.receive(*t)
		}
	})
}

// receive changes what is left to pay for the reservation of a transaction.
func (s *Server) receive(t types.Transaction) {
	if r, found := find[types.ReservationSummary](s, s.entryOf(t).reservation); found {
		paid := paidFor(r).Add(t.Amount.Decimal())
		pay(&r, paid)
		s.changeReservation(r.ID, map[string]any{"paid": cents(paid), "balance": r.Balance, "paymentStatus": r.PaymentStatus})
	}
}

// NewTransaction returns a payment of 100 that is open (operation 11).
func NewTransaction(id int64, changes ...func(*types.Transaction)) types.Transaction {
	return build(types.Transaction{
		ID: id, Type: types.TransactionTypePayment, Status: types.TransactionStatusOpen, Amount: types.NewDecimal(100),
		Cancelable: true, Created: at(1, 9),
	}, changes)
}
