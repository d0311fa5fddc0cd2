// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/internal/params"
	"github.com/reservationkit/reservations-go/types"
)

// VoIPService reports telephone calls to the service.
type VoIPService service

// SendEvent reports an event of a telephone call, or a note about a reservation, and returns the call that
// event.Reference names, as the service has stored it (operation 21). A Reference of "" is a [ParamError], and a
// response without the id of a call a [DecodeError].
func (s *VoIPService) SendEvent(ctx context.Context, event types.VoIPEvent, opts ...CallOption) (*types.VoIPCall, error) {
	wrong := params.Require(event.Reference != "", "reference", "is required")
	return one[types.VoIPCall](ctx, s.client, opVoipSendEvent, input{body: event, wrong: wrong}, opts)
}
