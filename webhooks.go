package reservations

import (
	"bytes"
	"context"

	"github.com/reservationkit/reservations-go/types"
)

// WebhooksService reads the log of webhook deliveries and deletes webhooks.
type WebhooksService struct{ client *Client }

// Event returns the logged event with this id (operation 22). The service documents a
// list as its answer, so every entry of it is returned; a single record in place of the
// list is taken as a list of one. It fails with [ErrNotFound] when there is no such event.
//
// The id is a number here, although the record has a text.
//
// It is a read: it is repeated after passing failures.
func (s *WebhooksService) Event(ctx context.Context, id int64, opts ...CallOption) ([]types.WebhookEvent, error) {
	return call(ctx, s.client, opWebhookEvent, input{id: id}, opts, func(r *response) ([]types.WebhookEvent, error) {
		if body := trim(r.Body); bytes.HasPrefix(body, []byte("{")) {
			r.Body = bytes.Join([][]byte{{'['}, body, {']'}}, nil)
		}
		return decodeList[types.WebhookEvent](r)
	})
}

// Delete deletes a webhook and its logged events (operation 23). It fails with
// [ErrNotFound] when there is none with this id.
//
// It is a write: it is repeated only when the service certainly did not act.
func (s *WebhooksService) Delete(ctx context.Context, id int64, opts ...CallOption) error {
	_, err := call(ctx, s.client, opDeleteWebhook, input{id: id}, opts, ignore)
	return err
}
