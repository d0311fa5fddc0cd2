// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// GuestsService reads guests.
type GuestsService service

// Get returns a guest (operation 8).
func (s *GuestsService) Get(ctx context.Context, id int64, opts ...CallOption) (*types.Guest, error) {
	return one[types.Guest](ctx, s.client, opGuestsGet, input{id: id}, opts)
}
