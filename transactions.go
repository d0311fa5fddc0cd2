package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TransactionsService synchronises payment transactions.
type TransactionsService struct{ client *Client }

// Update makes the service ask the payment provider for the status of a transaction,
// and returns the transaction as it is then (operation 11). Nothing else can be changed.
// It fails with [ErrBadRequest] or [ErrNotFound] among others.
//
// It is a write: it is repeated only when the service certainly did not act.
func (s *TransactionsService) Update(ctx context.Context, id int64, opts ...CallOption) (*types.Transaction, error) {
	return get[types.Transaction](ctx, s.client, opUpdateTransaction, input{id: id}, opts)
}
