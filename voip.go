// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// VoIPService reports telephone calls to the service.
type VoIPService struct{ client *Client }

// SendEvent reports an event of a telephone call, or a note about a reservation, and
// returns the call as the service has stored it (operation 21). The service creates or
// updates the call that Reference names; Reference is required. See [types.VoIPEvent] for
// the other fields. It fails with [ErrBadRequest] among others. The service documents that every
// response has the id of a call, also the response to a note; one without it is a [DecodeError].
func (s *VoIPService) SendEvent(ctx context.Context, event types.VoIPEvent, opts ...CallOption) (*types.VoIPCall, error) {
	if event.Reference == "" {
		return nil, newParamError(opSendVoIPEvent, "reference", "is required")
	}
	return get[types.VoIPCall](ctx, s.client, opSendVoIPEvent, input{body: event}, opts)
}
