// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// WebhooksService reads the log of webhook deliveries and deletes webhooks.
type WebhooksService struct{ client *Client }

// Event returns the logged event with this id (operation 22). The service documents a
// list as its response, so all its entries are returned; a single record is returned as a
// list of one. It fails with [ErrNotFound] when there is no such event.
//
// The API takes the id of the event as a number, although the id of the record is a string.
func (s *WebhooksService) Event(ctx context.Context, id int64, opts ...CallOption) (types.OneOrMany[types.WebhookEvent], error) {
	events, err := get[types.OneOrMany[types.WebhookEvent]](ctx, s.client, opWebhookEvent, input{id: id}, opts)
	if err != nil {
		return nil, err
	}
	return *events, nil
}

// Delete deletes a webhook and its logged events (operation 23). It fails with
// [ErrNotFound] when no record has this id, and with a [DecodeError] when the body of the
// response is HTML or XML; the service documents no body. A JSON body that says that the call has failed
// is an [APIError].
func (s *WebhooksService) Delete(ctx context.Context, id int64, opts ...CallOption) error {
	_, err := call(ctx, s.client, opDeleteWebhook, input{id: id, noBody: true}, opts, discardBody)
	return err
}
