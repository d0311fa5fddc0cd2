package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// VoIPService tells the service of telephone calls.
type VoIPService struct{ client *Client }

// SendEvent reports what happened to a telephone call, or a note about a reservation,
// and returns the call as the service knows it then (operation 21). A call is created or
// updated by the event's Reference, which is required; see [types.VoIPEvent] for the rest.
// It fails with [ErrBadRequest] among others.
//
// It is a write: it is repeated only when the service certainly did not act.
func (s *VoIPService) SendEvent(ctx context.Context, event types.VoIPEvent, opts ...CallOption) (*types.VoIPCall, error) {
	if event.Reference == "" {
		return nil, opSendVoIPEvent.named(invalid("reference", "is required"))
	}
	return get[types.VoIPCall](ctx, s.client, opSendVoIPEvent, input{body: event}, opts)
}
