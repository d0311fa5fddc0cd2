// SPDX-License-Identifier: MIT

package reservations

import (
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// WebhooksService reads the log of webhook deliveries and deletes webhooks.
type WebhooksService service

// Event returns the logged event with this id, which is a string in the record (operation 22). A single record is a
// list of one.
func (s *WebhooksService) Event(ctx context.Context, id int64, opts ...CallOption) (types.OneOrMany[types.WebhookEvent], error) {
	events, err := one[types.OneOrMany[types.WebhookEvent]](ctx, s.client, opWebhooksEvent, input{id: id}, opts)
	if err != nil {
		return nil, err
	}
	return *events, nil
}

// Delete deletes a webhook and its logged events (operation 23). No body is documented: HTML or XML in its place
// is a [DecodeError], and JSON that reports a failure is an [APIError].
func (s *WebhooksService) Delete(ctx context.Context, id int64, opts ...CallOption) error {
	return none(ctx, s.client, opWebhooksDelete, input{id: id}, opts)
}
