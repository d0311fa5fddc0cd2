// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TransactionsService synchronizes payment transactions.
type TransactionsService struct{ client *Client }

// Update synchronizes the status of a transaction with the payment provider and returns the
// updated transaction (operation 11). It changes nothing else and sends no body. It fails with
// [ErrBadRequest] or [ErrNotFound] among others.
func (s *TransactionsService) Update(ctx context.Context, id int64, opts ...CallOption) (*types.Transaction, error) {
	return get[types.Transaction](ctx, s.client, opUpdateTransaction, input{id: id}, opts)
}
