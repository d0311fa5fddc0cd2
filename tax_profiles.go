// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TaxProfilesService reads tax profiles.
type TaxProfilesService service

// Get returns a tax profile (operation 15). The API takes the id as a string, which is escaped; "", "." and ".." are
// a [ParamError].
func (s *TaxProfilesService) Get(ctx context.Context, id string, opts ...CallOption) (*types.TaxProfile, error) {
	return one[types.TaxProfile](ctx, s.client, opTaxProfilesGet, input{id: id}, opts)
}
