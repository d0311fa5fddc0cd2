package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// TaxProfilesService reads tax profiles.
type TaxProfilesService struct{ client *Client }

// Get returns a tax profile (operation 15). The id is a text here, although the record
// has a number; it is escaped. It fails with [ErrNotFound] when there is none with this
// id, and with a [ParamError] for an id that no path can hold: "", "." and "..".
//
// It is a read: it is repeated after passing failures.
func (s *TaxProfilesService) Get(ctx context.Context, id string, opts ...CallOption) (*types.TaxProfile, error) {
	return get[types.TaxProfile](ctx, s.client, opTaxProfile, input{id: id}, opts)
}
