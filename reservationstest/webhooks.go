// SPDX-License-Identifier: MIT

package reservationstest

import (
	"fmt"
	"strconv"

	"github.com/reservationkit/reservations-go/types"
)

func init() {
	serve("webhooks.event", (*Server).webhookEvent)
	serve("webhooks.delete", (*Server).deleteWebhook)
	addKind(NewWebhook)
	addKind(NewWebhookEvent)
}

// webhookEvent returns a list of one.
func (s *Server) webhookEvent(r checkedRequest[nothing, nothing]) (any, *errorResponse) {
	event, failed := held[types.WebhookEvent](s, r.ID)
	return []types.WebhookEvent{event}, failed
}

func (s *Server) deleteWebhook(r checkedRequest[nothing, nothing]) (any, *errorResponse) {
	if _, failed := held[types.Webhook](s, r.ID); failed != nil {
		return nil, failed
	}
	s.remove(func(e entry) bool {
		webhook, isWebhook := e.record.(types.Webhook)
		event, isEvent := e.record.(types.WebhookEvent)
		return isWebhook && webhook.ID == r.ID || isEvent && event.Webhook.ID == r.ID
	})
	return nil, nil
}

// NewWebhook returns an active webhook (operation 23).
func NewWebhook(id int64, changes ...func(*types.Webhook)) types.Webhook {
	return build(types.Webhook{
		ID: id, URL: fmt.Sprintf("https://hooks.example.com/%d", id), Secret: types.NewSecret("signing-secret"),
		Events: []string{"example"}, Active: true,
	}, changes)
}

// NewWebhookEvent returns a delivery to webhook 1 (operation 22).
func NewWebhookEvent(id int64, changes ...func(*types.WebhookEvent)) types.WebhookEvent {
	return build(types.WebhookEvent{
		ID: strconv.FormatInt(id, 10), Event: "example", SubjectID: 1, Payload: types.Object(`{"id":1}`),
		Status: types.WebhookEventStatusPending, Webhook: NewWebhook(1),
	}, changes)
}
