// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TransactionsService synchronizes payment transactions.
type TransactionsService service

// Update synchronizes the status of a transaction with the payment provider, and returns the transaction (operation
// 11).
func (s *TransactionsService) Update(ctx context.Context, id int64, opts ...CallOption) (*types.Transaction, error) {
	return one[types.Transaction](ctx, s.client, opTransactionsUpdate, input{id: id}, opts)
}
