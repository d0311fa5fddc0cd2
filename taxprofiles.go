// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TaxProfilesService reads tax profiles.
type TaxProfilesService struct{ client *Client }

// Get returns a tax profile (operation 15). The API takes the id as a string, which is escaped,
// although the id of the record is a number. Get fails with [ErrNotFound] when there is none with
// this id, and with a [ParamError] for "", "." and "..".
func (s *TaxProfilesService) Get(ctx context.Context, id string, opts ...CallOption) (*types.TaxProfile, error) {
	return get[types.TaxProfile](ctx, s.client, opTaxProfile, input{id: id}, opts)
}
