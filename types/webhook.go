// SPDX-License-Identifier: MIT

package types

// Webhook is a subscription to events of the service.
type Webhook struct {
	ID          int64    `json:"id"`
	Description string   `json:"description,omitempty"`
	URL         string   `json:"url"`    // where the events are delivered
	Secret      Secret   `json:"secret"` // how it signs a delivery is not documented
	Events      []string `json:"events,omitzero" print:"yes"`
	Active      bool     `json:"active" default:"true"`
	Extra       Extra    `json:"-"`
}

// WebhookEvent is the record of a delivery to a [Webhook] (operation 22).
type WebhookEvent struct {
	ID                 string             `json:"id" print:"yes"` // a string here, although operation 22 takes a number
	Event              string             `json:"event" print:"yes"`
	SubjectID          int64              `json:"subjectId"`         // the record that the event is about
	Payload            Object             `json:"payload,omitempty"` // what was delivered
	Status             WebhookEventStatus `json:"status" default:"pending"`
	ResponseStatusCode *int               `json:"responseStatusCode,omitempty"` // what the receiver answered
	Attempts           int                `json:"attempts,omitempty" default:"0"`
	Error              string             `json:"error,omitempty"`
	Webhook            Webhook            `json:"webhook"`
	Extra              Extra              `json:"-"`
}
